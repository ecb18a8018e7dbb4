"""Ejecutar un turno o reanudar una pausa, como una sucesión de eventos. La misma sirve para JSON y para SSE.

El checkpoint se guarda solo al salir del grafo (`durability="exit"`): cuando una pausa llega a disco, el mensaje ya
está redactado y el original no se ha escrito nunca.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.runnables import RunnableConfig
from langgraph.types import Command

from agentes.adherencia.api.reclamaciones import Reclamaciones
from agentes.adherencia.grafo import Grafo

NombreDeEvento = Literal[
    "node_started", "node_completed", "node_paused", "custom", "turn_completed", "paused_for_review", "error"
]


@dataclass(frozen=True, slots=True)
class Evento:
    """Algo que pasó en el turno. El último es siempre `turn_completed`, `paused_for_review` o `error`."""

    nombre: NombreDeEvento
    datos: dict[str, Any]


class SinPausa(LookupError):  # noqa: N818
    """Ese hilo no existe o no espera esa decisión."""


class YaReclamada(RuntimeError):  # noqa: N818
    """Otra persona decidió antes sobre esa pausa."""


@dataclass(frozen=True, slots=True)
class Turnos:
    """El grafo (con checkpointer), quién reclama las pausas y de dónde salen los ids de hilo."""

    grafo: Grafo
    reclamaciones: Reclamaciones
    nuevo_hilo: Callable[[], str]

    def abrir(self, mensaje: str) -> Iterator[Evento]:
        """Un turno nuevo en un hilo nuevo."""
        return self._ejecutar({"mensaje": mensaje}, self.nuevo_hilo())

    def reanudar(self, hilo: str, interrupt_id: str, quien: str | None, valor: dict[str, Any]) -> Iterator[Evento]:
        """Aplica una decisión. Lanza `SinPausa` o `YaReclamada` antes de empezar, nunca a mitad de la emisión."""
        if interrupt_id not in {i.id for i in self.grafo.get_state(_config(hilo)).interrupts}:
            if self.reclamaciones.hecha(interrupt_id):
                raise YaReclamada(interrupt_id)
            raise SinPausa(interrupt_id)
        if not self.reclamaciones.reclamar(interrupt_id, hilo, quien):
            raise YaReclamada(interrupt_id)
        return self._reclamado(hilo, interrupt_id, valor)

    def _reclamado(self, hilo: str, interrupt_id: str, valor: dict[str, Any]) -> Iterator[Evento]:
        terminado = False
        try:
            for evento in self._ejecutar(Command(resume={interrupt_id: valor}), hilo):
                if evento.nombre in ("turn_completed", "paused_for_review"):
                    self.reclamaciones.terminar(interrupt_id)
                    terminado = True
                yield evento
        finally:
            if not terminado:
                self.reclamaciones.soltar(interrupt_id)

    def _ejecutar(self, entrada: Any, hilo: str) -> Iterator[Evento]:
        try:
            modos: list[Any] = ["tasks", "custom"]
            trozos: Iterator[Any] = self.grafo.stream(entrada, _config(hilo), stream_mode=modos, durability="exit")
            for modo, datos in trozos:
                yield Evento("custom", datos) if modo == "custom" else _de_tarea(datos)
            yield self._final(hilo)
        except Exception as error:  # ya se ha empezado a emitir: el fallo es un evento
            yield Evento("error", {"thread_id": hilo, "error": type(error).__name__})

    def _final(self, hilo: str) -> Evento:
        foto = self.grafo.get_state(_config(hilo))
        pausa = next(iter(foto.interrupts), None)
        datos = {
            "status": "paused_for_review" if pausa else "completed",
            "thread_id": hilo,
            **{clave: foto.values[clave] for clave in ("idioma", "estado_del_turno", "decisiones")},
            "respuesta": foto.values["respuesta"] or None,
            "pasajes": [p["id"] for p in foto.values["pasajes"]],
            "pausa": {"interrupt_id": pausa.id, "peticion": pausa.value} if pausa else None,
        }
        return Evento("paused_for_review" if pausa else "turn_completed", datos)


def _config(hilo: str) -> RunnableConfig:
    return {"configurable": {"thread_id": hilo}}


def _de_tarea(datos: dict[str, Any]) -> Evento:
    """Un nodo que se pausa también emite su fin, con `interrupts`: no es lo mismo que acabar."""
    nodo = {"nodo": datos["name"]}
    if "result" not in datos:
        return Evento("node_started", nodo)
    return Evento("node_paused" if datos["interrupts"] else "node_completed", nodo)
