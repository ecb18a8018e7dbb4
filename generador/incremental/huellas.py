"""La huella de un valor y la de todo lo que decide la salida sin ser entrada: nuestro código y las plantillas."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from generador.errores import Codigo, ErrorDeSalida
from generador.escritura.contenidos import Firma, firma_de

_HONDURA = 4
"""Niveles que se recorren por piezas. Más cuesta tiempo y ya no ahorra memoria."""
_PAQUETE = Path(__file__).resolve().parents[1]


def huella(*valores: object) -> str:
    """SHA-256 de los `repr`, que en datos congelados dicen el tipo y cada campo, en su orden.

    No vale para conjuntos, cuyo orden cambia entre procesos: ordénalos antes. Un valor con un `repr` inestable
    solo puede dar fallos de caché.
    """
    resumen = hashlib.sha256()
    for valor in valores:
        for trozo in _trozos(valor, _HONDURA):
            resumen.update(trozo.encode("utf-8", "surrogatepass") + b"\0")
    return resumen.hexdigest()


def _trozos(valor: Any, hondura: int) -> Iterator[str]:
    """Su `repr`, sin tenerlo entero: el de una demo de miles de casos ocupa más que ella."""
    piezas = _piezas(valor) if hondura else None
    if piezas is None:
        yield repr(valor)
    else:
        yield f"{type(valor).__qualname__} {len(piezas)}"
        for pieza in piezas:
            yield from _trozos(pieza, hondura - 1)


def _piezas(valor: Any) -> Sequence[Any] | None:
    if isinstance(valor, Struct) and type(valor).__repr__ is Struct.__repr__:
        return [getattr(valor, campo) for campo in valor.__struct_fields__]
    if type(valor) is dict:
        return [*valor.keys(), *valor.values()]
    return valor if type(valor) in (list, tuple) else None


def huella_de_vitrina(plantillas: Path) -> str:
    """Cambia con cualquier byte de nuestro código o de `plantillas`, y con la versión de Python o de una biblioteca."""
    return huella(_huella_del_codigo(), _de_carpeta(plantillas))


@cache
def _huella_del_codigo() -> str:
    """El código ya está cargado: que cambie mientras corre no cambia lo que hace."""
    return huella(sys.version, _instaladas(), _de_carpeta(_PAQUETE, ".py"))


def _de_carpeta(carpeta: Path, sufijo: str = "") -> str:
    resumen = hashlib.sha256()
    for ruta in _ficheros(carpeta, sufijo):
        contenido = Path(ruta).read_bytes()
        resumen.update(f"{os.path.relpath(ruta, carpeta)}\0{len(contenido)}\0".encode())
        resumen.update(contenido)
    return resumen.hexdigest()


def _ficheros(carpeta: Path, sufijo: str = "") -> list[str]:
    """Sin lo compilado ni lo oculto, que es de los editores y no decide nada."""
    todos = (f"{donde}/{nombre}" for donde, _, nombres in os.walk(carpeta) for nombre in nombres if nombre[:1] != ".")
    return sorted(r for r in todos if r.endswith(sufijo) and not r.endswith(".pyc") and Path(r).is_file())


def firmas_de(plantillas: Path) -> dict[str, Firma | None]:
    """La de cada plantilla: si siguen siendo las mismas, nadie ha tocado ninguna."""
    return {f: firma_de(f) for f in _ficheros(plantillas)}


def exigir_quietas(plantillas: Path, antes: dict[str, Firma | None]) -> None:
    """Lanza `ErrorDeSalida` si alguna ha cambiado: unas páginas saldrían de unas y otras de otras."""
    ahora = firmas_de(plantillas)
    if ahora != antes:
        cual = min(f for f in {*antes, *ahora} if antes.get(f) != ahora.get(f))
        que_pasa = f"{cual} ha cambiado mientras se construía"
        raise ErrorDeSalida(que_pasa, "espera a que se acabe de guardar y repite", Codigo.OTRO_CONSTRUYENDO)


def _instaladas() -> list[str]:
    """Lo que hay instalado y en qué versión, por los nombres de sus carpetas: leer lo de dentro tarda cien veces más.

    Que cambie algo que no usamos solo cuesta una construcción entera.
    """
    nombres: list[str] = []
    for carpeta in sys.path:
        with suppress(OSError):  # un zip, o una que no está
            nombres += os.listdir(carpeta or ".")  # noqa: PTH208 — solo los nombres
    return sorted(n for n in nombres if n.endswith((".dist-info", ".egg-info")))
