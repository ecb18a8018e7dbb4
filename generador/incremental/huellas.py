"""La huella de un valor y la de todo lo que decide la salida sin ser entrada: nuestro código y las plantillas."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from msgspec import Struct

from generador.errores import Codigo, ErrorDeSalida
from generador.escritura.contenidos import Firma, firma_de

_BIBLIOTECAS = ("babel", "jinja2", "markdown-it-py", "markupsafe", "msgspec", "nh3", "pygments", "pygraphviz", "pyyaml")
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
    return huella(_huella_del_codigo(), _de_carpeta(plantillas, "*"))


@cache
def _huella_del_codigo() -> str:
    """El código ya está cargado: que cambie mientras corre no cambia lo que hace."""
    return huella(sys.version, tuple(map(_version, _BIBLIOTECAS)), _de_carpeta(_PAQUETE, "*.py"))


def _de_carpeta(carpeta: Path, patron: str) -> str:
    resumen = hashlib.sha256()
    for fichero in _ficheros(carpeta, patron):
        resumen.update(f"{fichero.relative_to(carpeta)}\0{fichero.stat().st_size}\0".encode())
        resumen.update(fichero.read_bytes())
    return resumen.hexdigest()


def _ficheros(carpeta: Path, patron: str) -> list[Path]:
    """Sin lo compilado ni lo oculto, que es de los editores y no decide nada."""
    vale = (f for f in carpeta.rglob(patron) if f.suffix != ".pyc" and not f.name.startswith(".") and f.is_file())
    return sorted(vale)


def firmas_de(plantillas: Path) -> dict[str, Firma | None]:
    """La de cada plantilla: si siguen siendo las mismas, nadie ha tocado ninguna."""
    return {str(f): firma_de(f) for f in _ficheros(plantillas, "*")}


def exigir_quietas(plantillas: Path, antes: dict[str, Firma | None]) -> None:
    """Lanza `ErrorDeSalida` si alguna ha cambiado: unas páginas saldrían de unas y otras de otras."""
    ahora = firmas_de(plantillas)
    if ahora != antes:
        cual = min(f for f in {*antes, *ahora} if antes.get(f) != ahora.get(f))
        que_pasa = f"{cual} ha cambiado mientras se construía"
        raise ErrorDeSalida(que_pasa, "espera a que se acabe de guardar y repite", Codigo.OTRO_CONSTRUYENDO)


def _version(biblioteca: str) -> str:
    try:
        return version(biblioteca)
    except PackageNotFoundError:
        return ""
