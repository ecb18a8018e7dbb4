"""El estado de un ticket.

Solo tipos JSON y mensajes de LangChain: se guarda y se lee en otro proceso sin clases nuestras.
"""

from __future__ import annotations

import operator
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph.message import add_messages

from agentes.soporte.cola.propuesta import Sesion
from agentes.soporte.herramientas.bus import Llamada, llamadas_de


class DatosDeSesion(TypedDict):
    """Lo que pone el canal. Ningún nodo lo escribe."""

    cliente_id: str
    ticket_id: str


class Entrada(TypedDict):
    """Lo que recibe el grafo: la sesión, de confianza, y el texto del cliente, que no lo es."""

    sesion: DatosDeSesion
    texto: str


class Enviado(TypedDict):
    """Algo que se le dijo al cliente."""

    momento: str
    texto: str


def juntar(antes: dict[str, Any], despues: dict[str, Any]) -> dict[str, Any]:
    """Las claves de los dos; manda lo nuevo."""
    return {**antes, **despues}


class Estado(TypedDict, total=False):
    """Las claves de un ticket.

    `siguiente` es lo que decidió el último nodo y lo que siguen las rutas. `pasos` y `llamadas` se cuentan por turno;
    `averias`, errores técnicos por herramienta. `propuestas` va de número a estado; `esperando`, de número a la llamada
    del modelo que aún no tiene resultado (solo con pausa).
    """

    sesion: DatosDeSesion
    texto: str
    mensajes: Annotated[list[AnyMessage], add_messages]
    siguiente: str
    clase: str
    turno: int
    pasos: int
    llamadas: int
    averias: dict[str, int]
    solicitudes: list[dict[str, Any]]
    propuestas: Annotated[dict[str, str], juntar]
    esperando: dict[str, str]
    clics: list[dict[str, Any]]
    escalado: str
    enviados: Annotated[list[Enviado], operator.add]
    borrador: str
    desenlace: str


def sesion_de(estado: Estado) -> Sesion:
    """La sesión que puso el canal."""
    return Sesion(estado["sesion"]["cliente_id"], estado["sesion"]["ticket_id"])


def ultimo_del_modelo(estado: Estado) -> AIMessage:
    """Lo último que dijo el modelo."""
    return next((m for m in reversed(estado.get("mensajes", [])) if isinstance(m, AIMessage)), AIMessage(""))


def pedidas(estado: Estado, *, propuestas: bool) -> tuple[Llamada, ...]:
    """Las llamadas del último mensaje del modelo: solo las de proponer, o solo las demás."""
    return tuple(x for x in llamadas_de(ultimo_del_modelo(estado)) if (x.clase == "propuesta") is propuestas)


def vivas(estado: Estado) -> tuple[int, ...]:
    """Las propuestas del ticket que siguen pendientes de decisión."""
    return tuple(int(n) for n, como in estado.get("propuestas", {}).items() if como == "pendiente")
