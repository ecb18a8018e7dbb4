"""Lo que se sabe de antemano que LangGraph no va a contar, para decirlo en la traza en vez de callarlo."""

from __future__ import annotations

from typing import Any

from langgraph.graph.state import CompiledStateGraph


def completitud(compilado: Any) -> dict[str, str]:
    """Qué partes de la traza serán parciales, con los nombres del formato; vacío si ninguna.

    De un subgrafo con `output_schema`, LangGraph solo emite las claves de salida; el estado entero solo está en los
    checkpoints.
    """
    if not isinstance(compilado, CompiledStateGraph) or compilado.checkpointer:
        return {}
    return {"state": "partial"} if any(_oculta(g) for _, g in compilado.get_subgraphs(recurse=True)) else {}


def _oculta(subgrafo: Any) -> bool:
    todas, salida = (
        set([x] if isinstance(x, str) else x) for x in (subgrafo.stream_channels_asis, subgrafo.output_channels)
    )
    return not todas <= salida
