"""El `checkpoint_ns` de LangGraph: `nodo:tarea|nodo:tarea`, con un tramo numérico si un subgrafo se repite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_SEPARADOR = "|"
_DE_MANEJADOR = "node_error_handler"


def tramos(espacio: str, camino: Any = ()) -> tuple[str, ...]:
    """Los tramos que envuelven a una tarea: los de su grafo, como los da `stream`.

    El manejador de errores de un nodo corre «dentro» de ese nodo, pero su tarea es del grafo del nodo.
    """
    partes = espacio.split(_SEPARADOR)[:-1]
    es_manejador = isinstance(camino, Sequence) and _DE_MANEJADOR in camino
    return tuple(partes[:-1] if es_manejador else partes)


def tarea(espacio: str) -> str:
    """El id de la tarea: lo que sigue al último `:`."""
    return espacio.rpartition(":")[2]


def id_de_nodo(tramos: Sequence[str], nodo: str) -> str:
    """El id jerárquico del nodo en el grafo exportado."""
    return ":".join([*(t.rpartition(":")[0] for t in tramos if ":" in t), nodo])
