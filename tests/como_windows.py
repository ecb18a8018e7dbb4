"""Este intérprete, con lo que en Windows no hay quitado antes de importar nada nuestro: `python -m tests.como_windows`.

Construye dos veces las demos de la carpeta que se le da y mira si la salida sigue en pie; escribe lo que vio, en JSON.
"""

from __future__ import annotations

import ctypes
import errno
import json
import multiprocessing
import os
import shutil
import subprocess  # noqa: F401 — decide en qué sistema está al importarse, por si hay `msvcrt`
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

_FALTAN = (
    "pread",
    "pwrite",
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_NONBLOCK",
    "geteuid",
    "getuid",
    "fchmod",
    "fork",
    "sched_getaffinity",
)


class _Msvcrt(ModuleType):
    """Su cerrojo, contado."""

    LK_NBLCK = 2
    veces = 0
    ocupado = False

    def locking(self, _descriptor: int, _modo: int, _cuantos: int) -> None:
        self.veces += 1
        if self.ocupado:
            raise PermissionError(errno.EACCES, "ocupado")


def disfrazar() -> _Msvcrt:
    """Quita lo que no hay, y abrir una carpeta o asentar lo abierto solo para leer pasa a fallar."""
    abrir, asentar, de_leer = os.open, os.fsync, set()

    def solo_ficheros(ruta: Any, modo: int, *resto: Any, **mas: Any) -> int:
        if Path(ruta).is_dir():
            raise PermissionError(errno.EACCES, "es una carpeta", ruta)
        descriptor = abrir(ruta, modo, *resto, **mas)
        (de_leer.discard if modo & (os.O_RDWR | os.O_WRONLY) else de_leer.add)(descriptor)
        return descriptor

    def asentar_lo_escrito(descriptor: int) -> None:
        if descriptor in de_leer:
            raise OSError(errno.EBADF, "solo para leer")
        asentar(descriptor)

    def sin_biblioteca(nombre: Any, *_: Any, **__: Any) -> None:
        raise TypeError(f"LoadLibrary() argument 1 must be str, not {nombre}")

    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    multiprocessing.get_all_start_methods = lambda: ["spawn"]  # type: ignore[assignment]
    ctypes.CDLL = sin_biblioteca  # type: ignore[assignment,misc]
    os.open, os.fsync = solo_ficheros, asentar_lo_escrito  # type: ignore[assignment]
    for nombre in _FALTAN:
        delattr(os, nombre)
    sys.modules["fcntl"] = None  # type: ignore[assignment]
    msvcrt = sys.modules["msvcrt"] = _Msvcrt("msvcrt")
    return msvcrt


def main() -> None:
    msvcrt = disfrazar()
    from generador import sitio
    from generador.errores import ErrorDeSalida
    from generador.navegador import comprobar  # noqa: F401
    from generador.servidor import orden, vigia  # noqa: F401

    corridas, salida = map(Path, sys.argv[1:])
    dicho: dict[str, Any] = {"identidad": [vigia._identidad(corridas) is not None, vigia._identidad(salida)]}
    sitio.construir(corridas, salida, idiomas=("es",))
    dicho["paginas"] = sorted(p.relative_to(salida).as_posix() for p in salida.rglob("*.html"))
    (salida / "index.html").write_bytes(b"otra cosa")
    sitio.construir(corridas, salida, idiomas=("es",))
    dicho["rehecha"] = (salida / "index.html").read_bytes() != b"otra cosa"
    dicho["restos"] = sorted(p.name for p in salida.parent.iterdir() if p.name.startswith("."))
    msvcrt.ocupado = True
    try:
        sitio.construir(corridas, salida, idiomas=("es",))
    except ErrorDeSalida as error:
        dicho["ocupado"] = error.codigo
    dicho["cerrojos"] = msvcrt.veces
    sys.stdout.write(json.dumps(dicho))


if __name__ == "__main__":
    main()
