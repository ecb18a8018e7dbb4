"""Qué hay en las carpetas vigiladas, por contenido: tocar un fichero sin cambiarlo no es un cambio."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

_DE_PASO = re.compile(
    r"\..*|#.*#|.*~|.*\.(?:sw[a-z]|tmp|temp|bak|part|crdownload|orig|pyc)|\d+|.*___jb_(?:tmp|old)___|__pycache__",
    re.IGNORECASE | re.DOTALL,
)
_COMPILADO = "__pycache__"
_RECIENTE = 2_000_000_000
Firma = tuple[int, int, int, int]


def es_de_paso(nombre: str) -> bool:
    """Si es un temporal de editor, una copia o algo oculto: no es de nadie y no se mira."""
    return bool(_DE_PASO.fullmatch(nombre))


def interesa(ruta: str, raices: Sequence[Path], foto: Foto | None = None) -> bool:
    """Si una ruta cambiada está bajo alguna raíz y no es de paso. Una carpeta no lo es por su nombre, sino por oculta.

    Que una que ya no está lo fuera lo dice la `foto` de antes.
    """
    for raiz in raices:
        if Path(ruta) == raiz:
            return True
        if Path(ruta).is_relative_to(raiz):
            partes = Path(ruta).relative_to(raiz).parts
            if any(p.startswith(".") or p == _COMPILADO for p in partes):
                return False
            return not es_de_paso(partes[-1]) or Path(ruta).is_dir() or (foto is not None and foto.habia(ruta))
    return False


class Foto(Struct, frozen=True):
    """Ruta → (firma, SHA-256, cuándo se miró). Dos fotos son iguales si lo son los contenidos."""

    vistos: Mapping[str, tuple[Firma, str, int]]

    def igual_que(self, otra: Foto | None) -> bool:
        """Si hay los mismos ficheros con los mismos bytes."""
        return otra is not None and self._contenidos() == otra._contenidos()

    def habia(self, carpeta: str) -> bool:
        """Si había algo dentro de esa carpeta."""
        return any(ruta.startswith(f"{carpeta}{os.sep}") for ruta in self.vistos)

    def _contenidos(self) -> dict[str, str]:
        return {ruta: huella for ruta, (_, huella, _) in self.vistos.items()}


def fotografiar(raices: Sequence[Path], anterior: Foto | None = None) -> Foto:
    """La foto de las carpetas. Lo que conserva la firma de la `anterior` no se vuelve a leer."""
    antes = anterior.vistos if anterior else {}
    vistos: dict[str, tuple[Firma, str, int]] = {}
    for raiz in raices:
        for entrada in _ficheros(str(raiz)):
            if (mirado := _mirar(entrada, antes.get(entrada))) is not None:
                vistos[entrada] = mirado
    return Foto(vistos)


def _mirar(ruta: str, antes: tuple[Firma, str, int] | None) -> tuple[Firma, str, int] | None:
    momento = time.time_ns()
    try:
        e = os.stat(ruta)  # noqa: PTH116
        firma = (e.st_ino, e.st_size, e.st_mtime_ns, e.st_ctime_ns)
        if antes is not None and antes[0] == firma and e.st_mtime_ns < antes[2] - _RECIENTE:
            return antes
        with open(ruta, "rb") as fichero:  # noqa: PTH123
            return firma, hashlib.file_digest(fichero, "sha256").hexdigest(), momento
    except OSError:  # desapareció entre listarlo y leerlo
        return None


def _ficheros(carpeta: str) -> Iterator[str]:
    try:
        entradas = sorted(os.scandir(carpeta), key=lambda e: e.name)
    except OSError:
        return
    for e in entradas:
        if e.name.startswith(".") or (es_de_paso(e.name) and e.is_file()):
            continue
        if e.is_dir(follow_symlinks=False):
            yield from _ficheros(e.path)
        elif e.is_file():
            yield e.path
