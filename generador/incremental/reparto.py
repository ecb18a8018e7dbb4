"""Repartir trabajo entre procesos hijos, que heredan lo ya leído sin copiarlo ni serializarlo.

Solo con `fork`: es lo que permite heredar. Donde no lo hay, o si no se piden varios, se hace aquí mismo y sale igual.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

Trabajo = TypeVar("Trabajo")
Resultado = TypeVar("Resultado")

_MAXIMO = 8
_prestado: dict[str, Callable[[Any], Any]] = {}
"""Solo en un hijo: la función que heredó de su padre."""


def procesos_utiles() -> int:
    """Cuántos procesos puede usar esta máquina: sus núcleos, hasta ocho."""
    return min(_MAXIMO, len(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def repartir(hacer: Callable[[Trabajo], Resultado], trabajos: Sequence[Trabajo], procesos: int) -> Iterator[Resultado]:
    """`hacer` de cada trabajo, en su orden. `hacer` puede cerrar sobre lo que sea; los resultados viajan de vuelta."""
    if procesos < 2 or len(trabajos) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(hacer, trabajos)
        return
    contexto = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(procesos, mp_context=contexto, initializer=_heredar, initargs=(hacer,)) as hijos:
        yield from hijos.map(_hacer, trabajos)


def _heredar(hacer: Callable[[Any], Any]) -> None:
    _prestado["hacer"] = hacer


def _hacer(trabajo: Any) -> Any:
    return _prestado["hacer"](trabajo)
