"""Las carpetas temporales de Vitrina, y quitar las de quien murió sin poder hacerlo.

Una muerte (`kill -9`, sin memoria) deja la carpeta, que puede llevar trazas ajenas sin tapar. Quien empieza quita las
muertas: solo las que llevan nuestra marca, son de este usuario y no tiene cogidas nadie. El `flock` es del núcleo: una
muerte lo suelta, y mientras viva el proceso, o un hijo suyo nacido con `fork`, no hay quien la coja.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from generador import sistema

_PREFIJO = "vitrina-"
_MARCA = ".vitrina-temporal"
_DE_MULTIPROCESSING = "pymp-"
_LARGO = 4_096


@contextmanager
def temporal(prefijo: str = _PREFIJO) -> Iterator[Path]:
    """Una carpeta temporal que al salir no queda. Antes se quitan las de quien murió."""
    limpiar()
    with ExitStack() as pila:
        carpeta = Path(tempfile.mkdtemp(prefix=prefijo))
        with suppress(OSError):  # en un disco sin `flock` se queda sin marca: nadie la dará por muerta
            pila.enter_context(cogida(carpeta))
            (carpeta / _MARCA).write_text("", "utf-8")
        pila.callback(shutil.rmtree, carpeta, ignore_errors=True)  # aún cogida: suelta, otro la daría por muerta
        yield carpeta


@contextmanager
def cogida(carpeta: Path) -> Iterator[None]:
    """La carpeta, mientras dure, es de este proceso.

    Lanza `OSError` si ya es de otro, si no es una carpeta o si el sistema no sabe cerrojarlas.
    """
    descriptor = os.open(carpeta, os.O_RDONLY | sistema.SOLO_CARPETA | sistema.NO_SEGUIR)
    try:
        sistema.cerrojar(descriptor)
        yield
    finally:
        os.close(descriptor)


def apuntar(carpeta: Path, otra: Path) -> None:
    """Otra carpeta que ha de quitarse con `carpeta`: la que `multiprocessing` crea para este proceso."""
    with suppress(OSError):
        (carpeta / _MARCA).write_text(json.dumps(str(otra)), "utf-8")


def limpiar() -> None:
    """Quita las que dejó quien murió. Lo que no se pueda quitar se deja: no es cosa de quien empieza."""
    for carpeta in Path(tempfile.gettempdir()).glob(f"{_PREFIJO}*"):
        with suppress(OSError):
            if _es_nuestra(carpeta) and stat.S_ISREG((carpeta / _MARCA).lstat().st_mode):
                with cogida(carpeta):
                    _quitar(carpeta)


def _quitar(carpeta: Path) -> None:
    otra = _apuntada(carpeta)
    if otra is not None and otra.parent == carpeta.parent and otra.name.startswith(_DE_MULTIPROCESSING):
        with suppress(OSError):
            if _es_nuestra(otra):
                shutil.rmtree(otra, ignore_errors=True)
    shutil.rmtree(carpeta, ignore_errors=True)


def _apuntada(carpeta: Path) -> Path | None:
    """Lo que dice la marca; si quedó a medio escribir, nada."""
    try:
        dicha = json.loads((carpeta / _MARCA).read_bytes()[:_LARGO])
    except ValueError:
        return None
    return Path(dicha) if isinstance(dicha, str) and "\0" not in dicha else None


def _es_nuestra(carpeta: Path) -> bool:
    """Si es una carpeta (no un enlace a otra) de este usuario."""
    ficha = carpeta.lstat()
    return stat.S_ISDIR(ficha.st_mode) and sistema.es_mio(ficha)
