"""Las llamadas que el agente hace desde un hilo propio, donde LangChain pierde el contexto y no avisa a nadie.

Sin esto, un `ThreadPoolExecutor` corriente esconde sus llamadas a modelos y el recuento de procedencias mentiría por
defecto. LangChain solo permite engancharse a todo el proceso y para siempre, así que el vigía existe una vez y no
hace nada cuando no se graba. Lo que caza no se sabe de qué tarea es: va sin tarea.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.tracers.context import register_configure_hook

from generador.grabacion.llamadas import ManejadorDeLlamadas


class Vigia(BaseCallbackHandler):
    """Reenvía a la grabación en curso las llamadas que no cuelgan de ninguna ejecución que ella conozca.

    Si hay varias grabaciones a la vez no se puede saber de cuál es la llamada, y no se adjudica a ninguna.
    """

    raise_error = False
    run_inline = True

    def __init__(self) -> None:
        self._cerrojo = threading.Lock()
        self._activos: list[ManejadorDeLlamadas] = []
        self._adoptadas: dict[UUID, ManejadorDeLlamadas] = {}

    @contextmanager
    def vigilar(self, manejador: ManejadorDeLlamadas) -> Iterator[None]:
        """Mientras dura, las llamadas huérfanas son de `manejador`."""
        with self._cerrojo:
            self._activos.append(manejador)
        try:
            yield
        finally:
            with self._cerrojo:
                self._activos.remove(manejador)
                self._adoptadas = {k: m for k, m in self._adoptadas.items() if m is not manejador}

    def _adoptar(self, aviso: str, *args: Any, run_id: UUID, parent_run_id: UUID | None = None, **kw: Any) -> None:
        with self._cerrojo:
            conocida = any(m.conoce(run_id) or m.conoce(parent_run_id) for m in self._activos)
            if conocida or len(self._activos) != 1:
                return
            manejador = self._adoptadas[run_id] = self._activos[0]
        getattr(manejador, aviso)(*args, run_id=run_id, parent_run_id=parent_run_id, **kw)

    def _soltar(self, aviso: str, *args: Any, run_id: UUID, **kw: Any) -> None:
        with self._cerrojo:
            manejador = self._adoptadas.pop(run_id, None)
        if manejador is not None:
            getattr(manejador, aviso)(*args, run_id=run_id, **kw)

    on_chat_model_start = functools.partialmethod(_adoptar, "on_chat_model_start")
    on_llm_start = functools.partialmethod(_adoptar, "on_llm_start")
    on_tool_start = functools.partialmethod(_adoptar, "on_tool_start")
    on_retriever_start = functools.partialmethod(_adoptar, "on_retriever_start")
    on_llm_end = functools.partialmethod(_soltar, "on_llm_end")
    on_llm_error = functools.partialmethod(_soltar, "on_llm_error")
    on_tool_end = functools.partialmethod(_soltar, "on_tool_end")
    on_tool_error = functools.partialmethod(_soltar, "on_tool_error")
    on_retriever_end = functools.partialmethod(_soltar, "on_retriever_end")
    on_retriever_error = functools.partialmethod(_soltar, "on_retriever_error")


VIGIA = Vigia()
register_configure_hook(ContextVar("vitrina_vigia", default=VIGIA), inheritable=True)
