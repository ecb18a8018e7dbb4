"""Lo que no saben hacer todos los sistemas, con lo que se hace donde no se sabe: en Windows nada falla al importar.

Es menos (no hay cerrojo de carpetas, ni se asientan), nunca otra cosa: lo publicado es lo mismo, byte a byte.
"""

from __future__ import annotations

import errno
import importlib
import os
from typing import Any

NO_SEGUIR: int = getattr(os, "O_NOFOLLOW", 0)
SIN_ESPERAR: int = getattr(os, "O_NONBLOCK", 0)
SOLO_CARPETA: int = getattr(os, "O_DIRECTORY", 0)
BINARIO: int = getattr(os, "O_BINARY", 0)
"""Donde no lo hay es que siempre lo es; donde lo hay, sin él se cambian los fines de línea."""
ABRE_CARPETAS = hasattr(os, "O_DIRECTORY")
"""Si una carpeta se puede abrir: para cerrojarla, asentarla o no perderla de vista."""


def _modulo(nombre: str) -> Any:
    try:
        return importlib.import_module(nombre)
    except ImportError:
        return None


_FCNTL, _MSVCRT = _modulo("fcntl"), _modulo("msvcrt")


def cerrojar(descriptor: int) -> None:
    """Coge el fichero o la carpeta en exclusiva; lo suelta cerrarlo, o la muerte del proceso.

    Lanza `BlockingIOError` si lo tiene otro, y `OSError` si el sistema o el disco no saben.
    """
    if _FCNTL is not None:
        _FCNTL.flock(descriptor, _FCNTL.LOCK_EX | _FCNTL.LOCK_NB)
        return
    if _MSVCRT is None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    try:
        _MSVCRT.locking(descriptor, _MSVCRT.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error


def es_mio(ficha: os.stat_result) -> bool:
    """Si el dueño es quien ejecuta esto. Donde no hay dueños, todo lo es."""
    quien = getattr(os, "geteuid", None)
    return quien is None or ficha.st_uid == quien()


def fijar_modo(descriptor: int, modo: int) -> None:
    """Los permisos de un fichero abierto, sea cual sea el `umask`; nada donde no los hay."""
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, modo)


def tiene_modo(ficha: os.stat_result, modo: int) -> bool:
    """Si tiene justo esos permisos y esa clase. Donde no se pueden poner, basta la clase."""
    return ficha.st_mode == modo or (not hasattr(os, "fchmod") and ficha.st_mode | 0o777 == modo | 0o777)


def leer_en(descriptor: int, cuantos: int, desde: int) -> bytes:
    """Lo que hay en esa posición. Donde no se puede sin moverse, se mueve: allí tampoco hay con quién compartirla."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, cuantos, desde)
    os.lseek(descriptor, desde, os.SEEK_SET)
    return os.read(descriptor, cuantos)


def escribir_en(descriptor: int, datos: bytes | memoryview, desde: int) -> int:
    """Escribe en esa posición; devuelve cuánto."""
    if hasattr(os, "pwrite"):
        return os.pwrite(descriptor, datos, desde)
    os.lseek(descriptor, desde, os.SEEK_SET)
    return os.write(descriptor, datos)


def asentar(ruta: str | os.PathLike[str]) -> None:
    """`fsync` de un fichero o de una carpeta. Lanza `OSError` con su nombre."""
    if not ABRE_CARPETAS and os.path.isdir(ruta):  # noqa: PTH112 — se llama miles de veces, con textos
        return
    modo = os.O_RDONLY if ABRE_CARPETAS else os.O_RDWR
    descriptor = os.open(ruta, modo | NO_SEGUIR | BINARIO)
    try:
        os.fsync(descriptor)
    except OSError as e:
        e.filename = os.fspath(ruta)
        raise
    finally:
        os.close(descriptor)
