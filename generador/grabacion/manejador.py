"""Lo que `stream` no cuenta: intentos, funciones de ruta, llamadas a modelos, herramientas y recuperadores.

Regla que lo hace robusto (nodos, reintentos, reanudaciones, subgrafos): **un intento es la ejecución más alta con
un `langgraph_checkpoint_ns` dado**; lo que cuelga de ella con el mismo espacio le pertenece. Aquí no se lanza nada
hacia el agente: cada aviso pasa por `_sin_molestar`, que cuenta lo que no se pudo grabar.
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
from langgraph.callbacks import GraphCallbackHandler, GraphResumeEvent
from langgraph.types import Command

from generador.grabacion import espacios, procedencia
from generador.grabacion.fallos import estado_de_intento, fallo
from generador.grabacion.lineas import Lineas
from generador.grabacion.rutas import RutasDeclaradas

_ESPACIO = "langgraph_checkpoint_ns"
_SECUENCIA = "seq:step:"
_ARRANQUE = "__start__"

F = TypeVar("F", bound=Callable[..., Any])


def _sin_molestar(aviso: F) -> F:
    """Un fallo al grabar se cuenta y no llega al agente."""

    @functools.wraps(aviso)
    def envuelto(self: Manejador, *args: Any, **kwargs: Any) -> None:
        try:
            with self._cerrojo:
                aviso(self, *args, **kwargs)
        except Exception:
            self._lineas.contar_perdida()

    return envuelto  # type: ignore[return-value]


@dataclass(slots=True)
class _Abierta:
    """Una ejecución de callbacks en curso. `clase` es la línea que la cierra, o `None` si no se graba."""

    clase: str | None
    espacio: str = ""
    tarea: str | None = None
    intento: str | None = None
    tramos: tuple[str, ...] = ()
    datos: dict[str, Any] = field(default_factory=dict)

    def dueno(self) -> dict[str, Any]:
        return {"task": self.tarea, "attempt": self.intento, "ns": list(self.tramos)}


class Manejador(GraphCallbackHandler):
    """Escribe las líneas `attempt.*`, `route`, `model.*`, `tool.*`, `retriever.*`, `custom` y `resume`."""

    raise_error = False
    run_inline = True  # en asíncrono, sin esto los avisos llegan tarde y desordenados

    def __init__(self, lineas: Lineas, rutas: RutasDeclaradas) -> None:
        self._lineas = lineas
        self._rutas = rutas
        self._cerrojo = threading.RLock()
        self._abiertas: dict[UUID, _Abierta] = {}
        self._intentos: dict[str, int] = {}
        self._finales: dict[str, str] = {}

    def estado_de(self, tarea: str) -> str | None:
        """Cómo acabó el último intento de una tarea, dicho como estado de tarea."""
        estado = self._finales.get(tarea)
        return "interrupted" if estado == "interrupt" else estado

    def cerrar(self) -> None:
        """Da por cancelado lo que siga abierto cuando el agente ya ha devuelto el control."""
        with self._cerrojo:
            for clave, abierta in reversed(list(self._abiertas.items())):
                if abierta.clase == "attempt":
                    self._cerrar_intento(clave, abierta, "cancelled", {})
                elif abierta.clase in ("model", "tool", "retriever"):
                    self._lineas.escribir(f"{abierta.clase}.end", id=str(clave), task=abierta.tarea, status="cancelled")
            self._abiertas.clear()

    # --- nodos y rutas -------------------------------------------------------------------------------------

    @_sin_molestar
    def on_chain_start(
        self,
        *_: Any,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        name: str | None = None,
        **__: Any,
    ) -> None:
        md = metadata or {}
        padre = self._padre(parent_run_id)
        espacio = str(md.get(_ESPACIO) or "")
        if espacio and espacio != padre.espacio:
            self._abiertas[run_id] = self._abrir_nodo(run_id, espacio, md)
        elif (orden := _orden_en_secuencia(tags)) >= 2 and padre.clase in ("attempt", _ARRANQUE):
            self._abiertas[run_id] = self._abrir_ruta(padre, orden, name or "", md)
        else:
            self._abiertas[run_id] = _Abierta(None, padre.espacio, padre.tarea, padre.intento, padre.tramos)

    def _abrir_nodo(self, run_id: UUID, espacio: str, md: dict[str, Any]) -> _Abierta:
        camino, nodo = md.get("langgraph_path", ()), md.get("langgraph_node")
        tramos = espacios.tramos(espacio, camino)
        if nodo == _ARRANQUE:
            return _Abierta(_ARRANQUE, espacio, None, None, tramos)
        tarea = espacios.tarea(espacio)
        n = self._intentos[tarea] = self._intentos.get(tarea, 0) + 1
        paso = md.get("langgraph_step")
        self._lineas.escribir(
            "attempt.start",
            id=str(run_id),
            task=tarea,
            n=n,
            ns=list(tramos),
            node=nodo,
            step=paso,
            path=self._lineas.json(camino),
        )
        return _Abierta("attempt", espacio, tarea, str(run_id), tramos)

    def _abrir_ruta(self, padre: _Abierta, orden: int, nombre: str, md: dict[str, Any]) -> _Abierta:
        nodo = str(md.get("langgraph_node"))
        funcion, ends = self._rutas.rama(espacios.id_de_nodo(padre.tramos, nodo), orden, nombre)
        datos = {"fn": funcion, "ends": ends, "node": nodo, "step": md.get("langgraph_step")}
        return _Abierta("route", padre.espacio, padre.tarea, padre.intento, padre.tramos, datos)

    @_sin_molestar
    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        abierta = self._abiertas.pop(run_id, None)
        if abierta is None:
            return
        if abierta.clase == "attempt":
            orden = {"command": self._lineas.json(outputs)} if _lleva_orden(outputs) else {}
            self._cerrar_intento(run_id, abierta, "ok", orden)
        elif abierta.clase == "route":
            self._cerrar_ruta(abierta, outputs)

    def _cerrar_ruta(self, abierta: _Abierta, salida: Any) -> None:
        ends = abierta.datos.pop("ends")
        dichos = list(salida) if isinstance(salida, list | tuple) else [salida]
        resultado = [self._destino(d, ends) for d in dichos]
        dicho = self._lineas.json(dichos)
        etiquetas = {"labels": dicho} if dicho != resultado else {}
        campos = {"task": abierta.tarea, "ns": list(abierta.tramos), **abierta.datos}
        self._lineas.escribir("route", **campos, result=resultado, **etiquetas)

    def _destino(self, dicho: Any, ends: Any) -> Any:
        try:
            return self._lineas.json(ends[dicho] if ends else dicho)
        except (KeyError, TypeError):  # un `Send`, o una clave que no está: LangGraph ya se quejará
            return self._lineas.json(dicho)

    @_sin_molestar
    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        abierta = self._abiertas.pop(run_id, None)
        if abierta is None or abierta.clase not in ("attempt", "route"):
            return
        if abierta.clase == "route":
            abierta.datos.pop("ends")
            campos = {"task": abierta.tarea, "ns": list(abierta.tramos), **abierta.datos}
            self._lineas.escribir("route", **campos, result=[], error=self._fallo(error))
            return
        estado = estado_de_intento(error)
        campos = {"error": self._fallo(error)} if estado == "error" else {}
        if estado == "bubble" and error.args and isinstance(error.args[0], Command):
            campos["command"] = self._lineas.json(error.args[0])
        self._cerrar_intento(run_id, abierta, estado, campos)

    def _cerrar_intento(self, run_id: UUID, abierta: _Abierta, estado: str, campos: dict[str, Any]) -> None:
        self._finales[str(abierta.tarea)] = estado
        self._lineas.escribir("attempt.end", id=str(run_id), task=abierta.tarea, status=estado, **campos)

    @_sin_molestar
    def on_resume(self, event: GraphResumeEvent) -> None:
        self._lineas.escribir("resume", ns=list(event.checkpoint_ns), checkpoint=event.checkpoint_id)

    @_sin_molestar
    def on_custom_event(self, name: str, data: Any, *, run_id: UUID, **_: Any) -> None:
        dueno = self._padre(run_id)
        self._lineas.escribir(
            "custom", ns=list(dueno.tramos), task=dueno.tarea, name=name, data=self._lineas.json(data)
        )

    # --- modelos -------------------------------------------------------------------------------------------

    @_sin_molestar
    def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], *, run_id: UUID, **kw: Any
    ) -> None:
        self._abrir_modelo(run_id, serialized, messages[0] if len(messages) == 1 else messages, kw)

    @_sin_molestar
    def on_llm_start(self, serialized: dict[str, Any], prompts: list[str], *, run_id: UUID, **kw: Any) -> None:
        self._abrir_modelo(run_id, serialized, prompts, kw)

    def _abrir_modelo(self, run_id: UUID, serialized: dict[str, Any] | None, mensajes: Any, kw: dict[str, Any]) -> None:
        padre, md = self._padre(kw.get("parent_run_id")), kw.get("metadata") or {}
        parametros = dict(kw.get("invocation_params") or {})
        clase = (serialized or {}).get("id")
        dicha = procedencia.declarada(md, parametros)
        nombre = md.get("ls_model_name") or parametros.get("model") or parametros.get("model_name")
        abierta = self._hija("model", padre, provenance=dicha or procedencia.de_la_clase(clase), model=nombre)
        herramientas = [_nombre_de_herramienta(h) for h in parametros.pop("tools", None) or ()]
        self._abiertas[run_id] = abierta
        self._lineas.escribir(
            "model.start",
            **{"id": str(run_id), **abierta.dueno(), "provider": md.get("ls_provider"), "model": nombre},
            cls=".".join(map(str, clase or ())),
            params=self._lineas.json(parametros),
            tools=herramientas,
            messages=self._lineas.json(mensajes),
            provenance=abierta.datos["provenance"],
        )

    @_sin_molestar
    def on_llm_new_token(self, *_: Any, run_id: UUID, **__: Any) -> None:
        abierta = self._abiertas.get(run_id)
        if abierta is not None:
            abierta.datos.setdefault("first_token", self._lineas.ahora())

    @_sin_molestar
    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        abierta = self._abiertas.pop(run_id, None)
        if abierta is None:
            return
        salidas = [getattr(g, "message", None) or g.text for grupo in response.generations for g in grupo]
        ultimo = salidas[-1] if salidas else None
        metadatos = getattr(ultimo, "response_metadata", None) or {}
        dicha = procedencia.de_las_salidas(response) or abierta.datos["provenance"]
        self._lineas.escribir(
            "model.end",
            id=str(run_id),
            task=abierta.tarea,
            status="ok",
            provenance=dicha,
            output=self._lineas.json(salidas),
            usage=_uso(ultimo, response),
            finish=_fin(metadatos),
            model=metadatos.get("model_name") or abierta.datos["model"],
            first_token=abierta.datos.get("first_token"),
        )

    @_sin_molestar
    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._cerrar_con_error(run_id, error)

    # --- herramientas y recuperadores ----------------------------------------------------------------------

    @_sin_molestar
    def on_tool_start(self, serialized: dict[str, Any], input_str: str, *, run_id: UUID, **kw: Any) -> None:
        abierta = self._abiertas[run_id] = self._hija("tool", self._padre(kw.get("parent_run_id")))
        entradas = kw.get("inputs")
        self._lineas.escribir(
            "tool.start",
            **{"id": str(run_id), **abierta.dueno(), "name": (serialized or {}).get("name") or kw.get("name")},
            call=kw.get("tool_call_id"),
            args=self._lineas.json(input_str if entradas is None else entradas),
        )

    @_sin_molestar
    def on_tool_end(self, output: Any, *, run_id: UUID, **_: Any) -> None:
        abierta = self._abiertas.pop(run_id, None)
        if abierta is not None:
            estado = "error" if getattr(output, "status", None) == "error" else "ok"
            campos = {"id": str(run_id), "task": abierta.tarea, "status": estado}
            self._lineas.escribir("tool.end", **campos, result=self._lineas.json(output))

    @_sin_molestar
    def on_tool_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._cerrar_con_error(run_id, error)

    @_sin_molestar
    def on_retriever_start(self, serialized: dict[str, Any], query: str, *, run_id: UUID, **kw: Any) -> None:
        abierta = self._abiertas[run_id] = self._hija("retriever", self._padre(kw.get("parent_run_id")))
        nombre = kw.get("name") or (serialized or {}).get("name")
        campos = {"id": str(run_id), **abierta.dueno(), "name": nombre}
        self._lineas.escribir("retriever.start", **campos, query=self._lineas.json(query))

    @_sin_molestar
    def on_retriever_end(self, documents: Sequence[Any], *, run_id: UUID, **_: Any) -> None:
        abierta = self._abiertas.pop(run_id, None)
        if abierta is not None:
            campos = {"id": str(run_id), "task": abierta.tarea, "status": "ok"}
            self._lineas.escribir("retriever.end", **campos, docs=self._lineas.json(list(documents)))

    @_sin_molestar
    def on_retriever_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        self._cerrar_con_error(run_id, error)

    # --- comunes -------------------------------------------------------------------------------------------

    def _padre(self, run_id: UUID | None) -> _Abierta:
        return self._abiertas.get(run_id, _HUERFANA) if run_id else _HUERFANA

    def _hija(self, clase: str, padre: _Abierta, **datos: Any) -> _Abierta:
        return _Abierta(clase, padre.espacio, padre.tarea, padre.intento, padre.tramos, datos)

    def _cerrar_con_error(self, run_id: UUID, error: BaseException) -> None:
        abierta = self._abiertas.pop(run_id, None)
        if abierta is None or abierta.clase is None:
            return
        estado = estado_de_intento(error).replace("interrupt", "interrupted")
        campos = {"error": self._fallo(error)} if estado == "error" else {}
        if "provenance" in abierta.datos:
            campos["provenance"] = abierta.datos["provenance"]
        self._lineas.escribir(f"{abierta.clase}.end", id=str(run_id), task=abierta.tarea, status=estado, **campos)

    def _fallo(self, error: BaseException) -> dict[str, Any]:
        return fallo(error, self._lineas.json)


_HUERFANA = _Abierta(None)


def _orden_en_secuencia(etiquetas: list[str] | None) -> int:
    """El k de `seq:step:k`, o 0. Las ramas de un nodo van detrás de él en su secuencia (k ≥ 2)."""
    for etiqueta in etiquetas or ():
        if etiqueta.startswith(_SECUENCIA) and etiqueta[len(_SECUENCIA) :].isdigit():
            return int(etiqueta[len(_SECUENCIA) :])
    return 0


def _lleva_orden(salida: Any) -> bool:
    return isinstance(salida, Command) or (isinstance(salida, list) and any(isinstance(x, Command) for x in salida))


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
