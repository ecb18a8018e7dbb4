"""Repartir trabajo entre procesos hijos, que heredan lo ya leído sin copiarlo ni serializarlo.

Solo con `fork`: es lo que permite heredar. Donde no lo hay, o si no se piden varios, se hace aquí mismo y sale igual.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from generador.errores import Codigo, ErrorDeSalida

Trabajo = TypeVar("Trabajo")
Resultado = TypeVar("Resultado")

_MAXIMO = 8
_MUERTO = "el sistema ha matado a uno de los procesos que hacían páginas, casi siempre por falta de memoria"
_prestado: dict[str, Callable[[Any], Any]] = {}
"""Solo en un hijo: la función que heredó de su padre."""


def procesos_utiles() -> int:
    """Cuántos procesos puede usar esta máquina: sus núcleos, hasta ocho."""
    return min(_MAXIMO, len(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def repartir(hacer: Callable[[Trabajo], Resultado], trabajos: Sequence[Trabajo], procesos: int) -> Iterator[Resultado]:
    """`hacer` de cada trabajo, en su orden. `hacer` puede cerrar sobre lo que sea; los resultados viajan de vuelta.

    Si falla uno, si el sistema mata a un hijo (`ErrorDeSalida`) o si se interrumpe, los hijos se acaban en el acto.
    """
    if procesos < 2 or len(trabajos) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(hacer, trabajos)
        return
    contexto, ajenos = multiprocessing.get_context("fork"), set(multiprocessing.active_children())
    hijos = ProcessPoolExecutor(procesos, mp_context=contexto, initializer=_heredar, initargs=(hacer,))
    try:
        yield from hijos.map(_hacer, trabajos)
    except BrokenProcessPool:
        raise ErrorDeSalida(_MUERTO, "libera memoria, o repite con --procesos 1", Codigo.DISCO) from None
    finally:
        for hijo in set(multiprocessing.active_children()) - ajenos:
            hijo.terminate()
        hijos.shutdown(cancel_futures=True)


def _heredar(hacer: Callable[[Any], Any]) -> None:
    """Ctrl+C llega a todos a la vez, y es el padre quien acaba a los hijos; sin padre, acaban ellos."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_acabar_con_el_padre, daemon=True).start()
    _prestado["hacer"] = hacer


def _acabar_con_el_padre() -> None:
    padre = multiprocessing.parent_process()
    if padre is not None:
        padre.join()
        os._exit(1)


def _hacer(trabajo: Any) -> Any:
    return _prestado["hacer"](trabajo)
