"""Poner el sitio nuevo en el lugar del viejo sin que haya un instante sin sitio.

En Linux, `renameat2(RENAME_EXCHANGE)` cambia las dos carpetas de una vez. Donde no existe se hacen dos renombrados
con un diario delante: una muerte entre los dos deja la salida sin nombre hasta la siguiente construcción, que lee el
diario y termina el trabajo.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat

from generador import sistema
from generador.errores import ErrorDeSalida
from generador.escritura.arbol import asentar
from generador.escritura.destino import Vecinos
from generador.escritura.marca import borrar, esta_marcada

_AQUI = -100  # AT_FDCWD
_INTERCAMBIAR = 2  # RENAME_EXCHANGE
_NO_SABE = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP})


def poner(v: Vecinos) -> None:
    """Deja `v.nuevo`, ya asentado, en `v.destino`. El sitio viejo, si lo había, queda en `v.nuevo` o en `v.viejo`."""
    if not v.destino.is_dir() or not any(v.destino.iterdir()):
        if not sistema.ABRE_CARPETAS and v.destino.is_dir():
            v.destino.rmdir()  # en Windows no se renombra sobre una carpeta, ni vacía
        v.nuevo.rename(v.destino)
    elif not _intercambiar(os.fsencode(v.nuevo), os.fsencode(v.destino)):
        _en_dos_pasos(v)
    asentar(v.destino.parent)


def reponer(v: Vecinos) -> None:
    """Termina o deshace lo que dejara a medias una construcción muerta, y borra sus restos.

    Lanza `ErrorDeSalida` si un resto con nuestro nombre lleva dentro algo que no es nuestro.
    """
    if not os.path.lexists(v.destino):
        if v.diario.exists() and esta_marcada(v.nuevo):
            v.nuevo.rename(v.destino)
        elif esta_marcada(v.viejo):
            v.viejo.rename(v.destino)
    v.diario.unlink(missing_ok=True)
    for resto in (v.nuevo, v.viejo):
        if os.path.lexists(resto):
            _exigir_carpeta_propia(resto)
            borrar(resto)


def _exigir_carpeta_propia(resto: os.PathLike[str]) -> None:
    e = os.lstat(resto)
    if not stat.S_ISDIR(e.st_mode) or not sistema.es_mio(e):
        raise ErrorDeSalida(f"{resto} no es una carpeta de Vitrina", "muévelo a otro sitio")


def _intercambiar(a: bytes, b: bytes) -> bool:
    """`False` si el sistema no sabe. Lanza `OSError` si sabe y no puede."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, TypeError, OSError):  # sin esa llamada, o (Windows) sin biblioteca en que buscarla
        return False
    if renameat2(_AQUI, a, _AQUI, b, ctypes.c_uint(_INTERCAMBIAR)) == 0:
        return True
    codigo = ctypes.get_errno()
    if codigo in _NO_SABE:
        return False
    raise OSError(codigo, os.strerror(codigo), os.fsdecode(b))


def _en_dos_pasos(v: Vecinos) -> None:
    """El diario dice que `nuevo` está entero: se asienta antes de tocar nada."""
    v.diario.touch(mode=0o644)
    asentar(v.diario, v.destino.parent)
    v.destino.rename(v.viejo)
    try:
        v.nuevo.rename(v.destino)
    except OSError:
        v.viejo.rename(v.destino)
        raise
    asentar(v.destino.parent)
    v.diario.unlink()
