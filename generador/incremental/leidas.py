"""Una demo de la que no ha cambiado ningún fichero no se vuelve a leer mientras dure el proceso."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Set
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from generador.escritura.contenidos import Firma, firma_en
from generador.incremental.reciente import es_reciente
from generador.modelo.demo import Demo

Foto: TypeAlias = dict[str, Firma]


class DemoLeida(Struct, frozen=True):
    """Una demo tal como estaba su carpeta en `foto`. `trazas` y `apuntes` son las claves de lo que se miró al leer."""

    foto: Foto | None
    demo: Demo
    trazas: Set[str]
    apuntes: Set[str]


def fotografiar(carpeta: Path) -> Foto | None:
    """Todo lo que hay en la carpeta, con su firma. `None` si eso no basta para saber si algo cambia después: hay un
    enlace, que puede llevar fuera, o algo acaba de cambiar.
    """
    ahora = time.time_ns()
    foto: Foto = {}
    try:
        for e in _recorrer(str(carpeta)):
            firma = firma_en(e.stat(follow_symlinks=False))
            if e.is_symlink() or (e.is_file(follow_symlinks=False) and es_reciente(max(firma[2:]), ahora)):
                return None
            foto[e.path] = firma
    except OSError:
        return None
    return foto


def _recorrer(carpeta: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(carpeta) as entradas:
        for entrada in entradas:
            yield entrada
            if entrada.is_dir(follow_symlinks=False):
                yield from _recorrer(entrada.path)
