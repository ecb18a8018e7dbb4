"""Cómo se sabe que una carpeta es nuestra y qué hay en ella que lo sea.

`.vitrina-salida.json` es la única licencia para reemplazar una carpeta; `SHA256SUMS` nombra cada fichero que se
escribió, y solo eso se borra. Los dos se escriben antes que nada: una carpeta a medias también se sabe limpiar.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from generador.errores import ErrorDeSalida
from generador.escritura.contenidos import Contenidos, contenidos

MARCA = ".vitrina-salida.json"
SUMAS = "SHA256SUMS"
_CONTENIDO = {"formato": "vitrina/salida", "v": 1}
_DEL_SISTEMA = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_HUELLA = 64


def con_marca(ficheros: Mapping[str, bytes]) -> Contenidos:
    """Los ficheros con la marca y las sumas delante. `sha256sum -c SHA256SUMS` las comprueba."""
    marca = json.dumps(_CONTENIDO, sort_keys=True).encode() + b"\n"
    todos = contenidos(ficheros).con({MARCA: marca})
    sumas = "".join(f"{todos.huella(r)}  {r}\n" for r in sorted(todos))
    return todos.con({MARCA: marca, SUMAS: sumas.encode()})


def esta_marcada(carpeta: Path) -> bool:
    """Si la carpeta lleva una marca legible."""
    try:
        datos = json.loads((carpeta / MARCA).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(datos, dict) and datos.get("formato") == _CONTENIDO["formato"]


def ajenos(carpeta: Path) -> list[str]:
    """Rutas relativas de lo que hay en la carpeta y no escribimos nosotros, en orden."""
    nuestros = _nombres(carpeta)
    padres = {n.rpartition("/")[0] for n in nuestros}
    carpetas = {str(p) for padre in padres for p in (PurePosixPath(padre), *PurePosixPath(padre).parents)}
    return sorted(
        relativa
        for relativa, entrada in _recorrer(carpeta)
        if not (
            relativa in carpetas if entrada.is_dir(follow_symlinks=False) else _es_nuestra(relativa, entrada, nuestros)
        )
    )


def borrar(carpeta: Path) -> None:
    """Borra una carpeta nuestra, entera o a medias. Lanza `ErrorDeSalida`, sin tocar nada, si tiene algo ajeno.

    Las sumas y la marca van al final: si se interrumpe, la siguiente vez aún se sabe qué era nuestro.
    """
    if sobran := ajenos(carpeta):
        raise ErrorDeSalida(
            f"no se borra {carpeta}: lleva cosas que Vitrina no hizo ({', '.join(sobran[:5])})",
            "muévelas a otro sitio",
        )
    for relativa, entrada in sorted(_recorrer(carpeta), key=lambda par: par[0], reverse=True):
        if entrada.is_dir(follow_symlinks=False):
            (carpeta / relativa).rmdir()
        elif relativa not in (SUMAS, MARCA):
            os.unlink(f"{carpeta}/{relativa}")  # noqa: PTH108 — son cientos, y `Path` cuesta más que el disco
    for ultimo in (SUMAS, MARCA):
        (carpeta / ultimo).unlink(missing_ok=True)
    carpeta.rmdir()


def _nombres(carpeta: Path) -> frozenset[str]:
    """Lo que nombran las sumas, más ellas y la marca. Una última línea a medias no cuenta."""
    try:
        lineas = (carpeta / SUMAS).read_text("ascii").split("\n")[:-1]
    except (FileNotFoundError, UnicodeDecodeError):
        lineas = []
    return frozenset({MARCA, SUMAS, *(linea[_HUELLA + 2 :] for linea in lineas)})


def _es_nuestra(relativa: str, entrada: os.DirEntry[str], nuestros: frozenset[str]) -> bool:
    if not entrada.is_file(follow_symlinks=False):
        return False
    return relativa in nuestros or entrada.name in _DEL_SISTEMA


def _recorrer(carpeta: Path, dentro: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(carpeta / dentro) as entradas:
        for entrada in entradas:
            relativa = f"{dentro}{entrada.name}"
            yield relativa, entrada
            if entrada.is_dir(follow_symlinks=False):
                yield from _recorrer(carpeta, f"{relativa}/")


def sumas(carpeta: Path) -> dict[str, str]:
    """Ruta → SHA-256 de lo publicado en una carpeta; nada si no es nuestra. Una última línea a medias no cuenta."""
    if not esta_marcada(carpeta):
        return {}
    try:
        lineas = (carpeta / SUMAS).read_text("ascii").split("\n")[:-1]
    except (OSError, UnicodeDecodeError):
        return {}
    return {linea[_HUELLA + 2 :]: linea[:_HUELLA] for linea in lineas}
