"""Si un agente solo se puede ejecutar en asíncrono.

LangGraph lo descubre al llegar al trozo que no tiene versión síncrona, con el caso ya a medias. Aquí se mira antes:
nodos, rutas, herramientas y envoltorios de middleware.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langgraph.prebuilt import ToolNode
from langgraph.pregel import Pregel

_QUE_SOLO_LANZAN = frozenset({"AgentMiddleware.wrap_model_call", "AgentMiddleware.wrap_tool_call"})
"""Métodos que la clase base pone para decir que solo hay versión asíncrona."""
_TOPE = 500


def es_asincrono(compilado: Any) -> bool:
    """Si algo del agente, o de sus subgrafos, no tiene versión síncrona."""
    if not isinstance(compilado, Pregel):
        return False
    ejecutables = (*(n.bound for n in compilado.nodes.values()), *_rutas(compilado))
    return any(map(_no_es_sincrono, ejecutables)) or any(es_asincrono(g) for _, g in compilado.get_subgraphs())


def _rutas(compilado: Any) -> Iterator[Any]:
    ramas: Mapping[str, Mapping[str, Any]] = getattr(getattr(compilado, "builder", None), "branches", {})
    return (rama.path for suyas in ramas.values() for rama in suyas.values())


def _no_es_sincrono(ejecutable: Any) -> bool:
    if isinstance(ejecutable, ToolNode):
        envoltorio = getattr(ejecutable, "_wrap_tool_call", None)
        return any(map(_solo_asincrona, ejecutable.tools_by_name.values())) or _envuelve_solo_en_asincrono(envoltorio)
    partes = getattr(ejecutable, "steps", None)
    if isinstance(partes, Sequence):
        return any(map(_no_es_sincrono, partes))
    funcion = getattr(ejecutable, "func", None)
    return (funcion is None and getattr(ejecutable, "afunc", None) is not None) or _envuelve_solo_en_asincrono(funcion)


def _solo_asincrona(herramienta: Any) -> bool:
    return getattr(herramienta, "coroutine", None) is not None and getattr(herramienta, "func", None) is None


def _envuelve_solo_en_asincrono(funcion: Any) -> bool:
    """Si entre lo que la función recuerda (`create_agent` encadena ahí los envoltorios) hay uno que solo lanza."""
    vistas: set[int] = set()
    pendientes = [funcion]
    while pendientes and len(vistas) < _TOPE:
        actual = pendientes.pop()
        if id(actual) in vistas:
            continue
        vistas.add(id(actual))
        if inspect.ismethod(actual) and actual.__func__.__qualname__ in _QUE_SOLO_LANZAN:
            return True
        pendientes += _recordado(actual)
    return False


def _recordado(o: Any) -> list[Any]:
    if isinstance(o, list | tuple):
        return list(o[:_TOPE])
    if inspect.isfunction(o):
        return [*_celdas(o), getattr(o, "__wrapped__", None)]
    return []


def _celdas(funcion: Any) -> Iterator[Any]:
    for celda in funcion.__closure__ or ():
        try:
            yield celda.cell_contents
        except ValueError:  # aún sin valor
            continue
