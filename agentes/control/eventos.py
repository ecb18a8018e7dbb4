"""Eventos `custom`: lo que una persona querrá ver de cada frontera y no cabe en el estado.

Cada evento es un objeto con `tipo`. Fuera de un grafo (una prueba, el arnés) no hay a quién avisar y no pasa nada.
"""

from __future__ import annotations

from typing import Any

from langgraph.config import get_stream_writer


def emitir(tipo: str, **datos: Any) -> None:
    """Envía `{"tipo": tipo, **datos}` al flujo del grafo que se esté ejecutando, si lo hay."""
    try:
        escribir = get_stream_writer()
    except (RuntimeError, KeyError):
        return
    escribir({"tipo": tipo, **datos})
