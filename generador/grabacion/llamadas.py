"""Las llamadas que hace un agente mientras corre: modelos, herramientas y recuperadores.

Aquí no se lanza nada hacia el agente: cada aviso pasa por `sin_molestar`, que cuenta lo que no se pudo grabar.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from langchain_core.messages import BaseMessage
from langchain_core.outputs import LLMResult
from langgraph.callbacks import GraphCallbackHandler

from generador.grabacion import procedencia
from generador.grabacion.fallos import estado_de_intento, fallo
from generador.grabacion.lineas import Lineas

F = TypeVar("F", bound=Callable[..., Any])


def sin_molestar(aviso: F) -> F:
    """Un fallo al grabar se cuenta y no llega al agente. Los avisos de varios hilos entran de uno en uno."""

    @functools.wraps(aviso)
    def envuelto(self: ManejadorDeLlamadas, *args: Any, **kwargs: Any) -> None:
        try:
            with self.cerrojo:
                aviso(self, *args, **kwargs)
        except Exception:
            self.lineas.contar_perdida()

    return envuelto  # type: ignore[return-value]


@dataclass(slots=True)
class Abierta:
    """Una ejecución de callbacks en curso. `clase` es la línea que la cierra, o `None` si no se graba."""

    clase: str | None
    espacio: str = ""
    tarea: str | None = None
    intento: str | None = None
    tramos: tuple[str, ...] = ()
    datos: dict[str, Any] = field(default_factory=dict)

    def hija(self, clase: str | None, **datos: Any) -> Abierta:
        """Algo que ocurre dentro: es de la misma tarea y del mismo intento."""
        return Abierta(clase, self.espacio, self.tarea, self.intento, self.tramos, datos)

    def duena(self) -> dict[str, Any]:
        """De quién es, con los nombres de la traza."""
        return {"task": self.tarea, "attempt": self.intento, "ns": list(self.tramos)}


_HUERFANA = Abierta(None)


class ManejadorDeLlamadas(GraphCallbackHandler):
    """Escribe las líneas `model.*`, `tool.*` y `retriever.*`."""

    raise_error = False
    run_inline = True  # en asíncrono, sin esto los avisos llegan tarde y desordenados

    def __init__(self, lineas: Lineas) -> None:
        self.lineas = lineas
        self.cerrojo = threading.RLock()
        self.abiertas: dict[UUID, Abierta] = {}

    def padre(self, run_id: UUID | None) -> Abierta:
        """La ejecución de la que cuelga algo; una huérfana si no se conoce (el contexto se perdió por el camino)."""
        return self.abiertas.get(run_id, _HUERFANA) if run_id else _HUERFANA

    def conoce(self, run_id: UUID | None) -> bool:
        """Si es de esta grabación una ejecución aún abierta."""
        return run_id in self.abiertas

    def fallo(self, error: BaseException) -> dict[str, Any]:
        """Una excepción como dato."""
        return fallo(error, self.lineas.json)

    # --- modelos -------------------------------------------------------------------------------------------

    @sin_molestar
    def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], *, run_id: UUID, **kw: Any
    ) -> None:
        self._abrir_modelo(run_id, serialized, messages[0] if len(messages) == 1 else messages, kw)

    @sin_molestar
    def on_llm_start(self, serialized: dict[str, Any], prompts: list[str], *, run_id: UUID, **kw: Any) -> None:
        self._abrir_modelo(run_id, serialized, prompts, kw)

    def _abrir_modelo(self, run_id: UUID, serialized: dict[str, Any] | None, mensajes: Any, kw: dict[str, Any]) -> None:
        padre, md = self.padre(kw.get("parent_run_id")), kw.get("metadata") or {}
        parametros = dict(kw.get("invocation_params") or {})
        dicha = procedencia.declarada(md, parametros)
        clase = (serialized or {}).get("id")
        supuesta = procedencia.de_la_clase(clase, parametros.get("_type"))
        nombre = md.get("ls_model_name") or parametros.get("model") or parametros.get("model_name")
        abierta = padre.hija("model", provenance=dicha or supuesta, model=nombre)
        herramientas = [_nombre_de_herramienta(h) for h in parametros.pop("tools", None) or ()]
        self.abiertas[run_id] = abierta
        self.lineas.escribir(
            "model.start",
            **{"id": str(run_id), **abierta.duena(), "provider": md.get("ls_provider"), "model": nombre},
            cls=".".join(map(str, clase or ())),
            params=self.lineas.json(parametros),
            tools=herramientas,
            messages=self.lineas.json(mensajes),
            provenance=abierta.datos["provenance"],
        )

    @sin_molestar
    def on_llm_new_token(self, *_: Any, run_id: UUID, **__: Any) -> None:
        abierta = self.abiertas.get(run_id)
        if abierta is not None:
            abierta.datos.setdefault("first_token", self.lineas.ahora())

    @sin_molestar
    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        abierta = self.abiertas.pop(run_id, None)
        if abierta is None:
            return
        salidas = [getattr(g, "message", None) or g.text for grupo in response.generations for g in grupo]
        ultimo = salidas[-1] if salidas else None
        metadatos = getattr(ultimo, "response_metadata", None) or {}
        dicha = procedencia.de_las_salidas(response) or abierta.datos["provenance"]
        self.lineas.escribir(
            "model.end",
            id=str(run_id),
            task=abierta.tarea,
            status="ok",
            provenance=dicha,
            output=self.lineas.json(salidas),
            usage=_uso(ultimo, response),
            finish=_fin(metadatos),
            model=metadatos.get("model_name") or abierta.datos["model"],
            first_token=abierta.datos.get("first_token"),
        )

    @sin_molestar
    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._cerrar_con_error(run_id, error)

    # --- herramientas y recuperadores ----------------------------------------------------------------------

    @sin_molestar
    def on_tool_start(self, serialized: dict[str, Any], input_str: str, *, run_id: UUID, **kw: Any) -> None:
        abierta = self.abiertas[run_id] = self.padre(kw.get("parent_run_id")).hija("tool")
        entradas = kw.get("inputs")
        self.lineas.escribir(
            "tool.start",
            **{"id": str(run_id), **abierta.duena(), "name": (serialized or {}).get("name") or kw.get("name")},
            call=kw.get("tool_call_id"),
            args=self.lineas.json(input_str if entradas is None else entradas),
        )

    @sin_molestar
    def on_tool_end(self, output: Any, *, run_id: UUID, **_: Any) -> None:
        abierta = self.abiertas.pop(run_id, None)
        if abierta is not None:
            estado = "error" if getattr(output, "status", None) == "error" else "ok"
            campos = {"id": str(run_id), "task": abierta.tarea, "status": estado}
            self.lineas.escribir("tool.end", **campos, result=self.lineas.json(output))

    @sin_molestar
    def on_tool_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._cerrar_con_error(run_id, error)

    @sin_molestar
    def on_retriever_start(self, serialized: dict[str, Any], query: str, *, run_id: UUID, **kw: Any) -> None:
        abierta = self.abiertas[run_id] = self.padre(kw.get("parent_run_id")).hija("retriever")
        nombre = kw.get("name") or (serialized or {}).get("name")
        campos = {"id": str(run_id), **abierta.duena(), "name": nombre}
        self.lineas.escribir("retriever.start", **campos, query=self.lineas.json(query))

    @sin_molestar
    def on_retriever_end(self, documents: Sequence[Any], *, run_id: UUID, **_: Any) -> None:
        abierta = self.abiertas.pop(run_id, None)
        if abierta is not None:
            campos = {"id": str(run_id), "task": abierta.tarea, "status": "ok"}
            self.lineas.escribir("retriever.end", **campos, docs=self.lineas.json(list(documents)))

    @sin_molestar
    def on_retriever_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._cerrar_con_error(run_id, error)

    # --- comunes -------------------------------------------------------------------------------------------

    def _cerrar_con_error(self, run_id: UUID, error: BaseException) -> None:
        abierta = self.abiertas.pop(run_id, None)
        if abierta is None or abierta.clase is None:
            return
        estado = estado_de_intento(error).replace("interrupt", "interrupted")
        campos = {"error": self.fallo(error)} if estado == "error" else {}
        if "provenance" in abierta.datos:
            campos["provenance"] = abierta.datos["provenance"]
        self.lineas.escribir(f"{abierta.clase}.end", id=str(run_id), task=abierta.tarea, status=estado, **campos)


def _nombre_de_herramienta(herramienta: Any) -> str:
    if not isinstance(herramienta, dict):
        return str(getattr(herramienta, "name", herramienta))
    funcion = herramienta.get("function")
    return str((funcion if isinstance(funcion, dict) else herramienta).get("name", "?"))


def _uso(mensaje: Any, respuesta: LLMResult) -> dict[str, int]:
    """Fichas `{input, output, total}` de la respuesta, o nada si el proveedor no las dice."""
    uso = getattr(mensaje, "usage_metadata", None)
    if uso:
        return {k: int(uso[f"{k}_tokens"]) for k in ("input", "output", "total") if f"{k}_tokens" in uso}
    viejo = (respuesta.llm_output or {}).get("token_usage") or {}
    nombres = {"input": "prompt_tokens", "output": "completion_tokens", "total": "total_tokens"}
    return {k: int(viejo[n]) for k, n in nombres.items() if n in viejo}


def _fin(metadatos: dict[str, Any]) -> Any:
    return next((metadatos[k] for k in ("finish_reason", "stop_reason", "done_reason") if metadatos.get(k)), None)
