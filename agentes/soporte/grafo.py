"""La topología y sus seis compilaciones. Se escribe aquí y en ningún otro sitio; las rutas siguen `siguiente`.

Todas aceptan `modelo=None`: el grafo se puede exportar sin modelo, y un ticket que lo necesite lo dirá.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import Any

from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import RetryPolicy

from agentes.soporte.entorno import Entorno
from agentes.soporte.errores import ServicioCaido
from agentes.soporte.estado import Entrada, Estado
from agentes.soporte.herramientas.por_mcp import LectorMCP
from agentes.soporte.nodos.agente import agente
from agentes.soporte.nodos.clasificacion import clasificacion
from agentes.soporte.nodos.ejecucion import auditoria, ejecutor, umbral
from agentes.soporte.nodos.escalado import escalado
from agentes.soporte.nodos.espera import cola, confirmacion, pausa
from agentes.soporte.nodos.herramientas import herramientas
from agentes.soporte.nodos.informar import informar
from agentes.soporte.nodos.politicas import politicas
from agentes.soporte.nodos.propuesta import propuesta
from agentes.soporte.nodos.resolucion import resolucion
from agentes.soporte.nodos.salida import borrador, provisional, respuesta
from agentes.soporte.voz import para_decir

Grafo = CompiledStateGraph[Estado, None, Entrada, Estado]
Modelo = BaseChatModel | None
Guardado = BaseCheckpointSaver[Any] | None
_Construccion = StateGraph[Estado, None, Entrada, Estado]


def ruta(estado: Estado) -> str:
    """Adónde decidió ir el último nodo. Las rutas no deciden: leen."""
    return estado["siguiente"]


def asincrona(modelo: Modelo, entorno: Entorno, checkpointer: Guardado = None, *, clasificar: bool = True) -> Grafo:
    """La principal: la propuesta espera en la cola con el turno del agente ya terminado. Con o sin clasificación."""
    g = _nucleo(modelo, entorno)
    if clasificar:
        g.add_node("clasificacion", _con(clasificacion, modelo=modelo))
        g.add_node("informar", _con(informar, modelo=modelo, politica=entorno.cola.politica))
        g.add_edge(START, "clasificacion")
        _ruta(g, "clasificacion", informativo="informar", gestion="agente")
        g.add_edge("informar", "respuesta")
    else:
        g.add_edge(START, "agente")
    _ruta(g, "propuesta", valida="politicas", no_valida="agente")
    g.add_edge("politicas", "agente")
    _con_cola(g, entorno)
    g.add_edge("ejecutor", "respuesta")
    return g.compile(checkpointer=checkpointer)


def por_umbral(modelo: Modelo, entorno: Entorno, checkpointer: Guardado = None) -> Grafo:
    """Lo pequeño se ejecuta sin esperar y se audita por muestreo; lo demás sigue el camino de la principal."""
    g = _nucleo(modelo, entorno)
    g.add_node("umbral", _con(umbral, entorno=entorno))
    g.add_node("auditoria", _con(auditoria, entorno=entorno))
    g.add_edge(START, "agente")
    _ruta(g, "propuesta", valida="politicas", no_valida="agente")
    _ruta(g, "politicas", creada="umbral", rechazo="agente")
    _ruta(g, "umbral", bajo_umbral="ejecutor", sobre_umbral="agente")
    _con_cola(g, entorno)
    g.add_edge("ejecutor", "auditoria")
    g.add_edge("auditoria", "respuesta")
    return g.compile(checkpointer=checkpointer)


def copiloto(modelo: Modelo, entorno: Entorno, checkpointer: Guardado = None) -> Grafo:
    """No habla con el cliente: deja borrador y propuesta para el operador."""
    g = _bucle(modelo, entorno)
    g.add_node("borrador", _con(borrador, entorno=entorno))
    g.add_edge(START, "agente")
    _ruta(g, "propuesta", valida="politicas", no_valida="agente")
    g.add_edge("politicas", "agente")
    _ruta(g, "agente", consulta="herramientas", propone="propuesta", limite="escalado", en_revision="borrador",
          responde="borrador")  # fmt: skip
    _con_resolucion(g, entorno, espera=cola, cerrada="borrador")
    g.add_edge("escalado", "borrador")
    g.add_edge("ejecutor", "borrador")
    _ruta(g, "borrador", con_propuesta="cola", sin_propuesta=END)
    return g.compile(checkpointer=checkpointer)


def por_mcp(modelo: Modelo, entorno: Entorno, checkpointer: Guardado = None) -> Grafo:
    """La principal sin clasificación, leyendo pedidos y política por un servidor MCP."""
    return asincrona(modelo, replace(entorno, lector=LectorMCP(entorno.lector)), checkpointer, clasificar=False)


def con_pausa(modelo: Modelo, entorno: Entorno, checkpointer: Guardado = None) -> Grafo:
    """El bucle se para con `interrupt` y el modelo recibe el resultado de verdad antes de contestar."""
    g = _bucle(modelo, entorno, en_pausa=True)
    g.add_node("respuesta", _con(respuesta, entorno=entorno))
    g.add_edge(START, "agente")
    _ruta(g, "agente", consulta="herramientas", propone="propuesta", limite="escalado", responde="respuesta")
    _ruta(g, "propuesta", valida="politicas", no_valida="agente")
    _ruta(g, "politicas", creada="pausa", rechazo="agente")
    _con_resolucion(g, entorno, espera=pausa, cerrada="respuesta")
    g.add_edge("ejecutor", "agente")
    g.add_edge("escalado", "respuesta")
    g.add_edge("respuesta", END)
    return g.compile(checkpointer=checkpointer)


def por_voz(modelo: Modelo, entorno: Entorno, checkpointer: Guardado = None) -> Grafo:
    """La principal detrás de una interfaz de texto hablado: nada entra en la política sin un sí del cliente."""
    hablado = replace(entorno, decir=para_decir)
    g = _nucleo(modelo, hablado)
    g.add_node("confirmacion", _con(confirmacion))
    g.add_edge(START, "agente")
    _ruta(g, "propuesta", valida="confirmacion", no_valida="agente")
    _ruta(g, "confirmacion", si="politicas", no="agente")
    g.add_edge("politicas", "agente")
    _con_cola(g, hablado)
    g.add_edge("ejecutor", "respuesta")
    return g.compile(checkpointer=checkpointer)


def _bucle(modelo: Modelo, entorno: Entorno, *, en_pausa: bool = False) -> _Construccion:
    """El agente, sus herramientas, la propuesta y la política: lo que comparten todas."""
    g: _Construccion = StateGraph(Estado, input_schema=Entrada)
    g.add_node("agente", _con(agente, modelo=modelo, politica=entorno.cola.politica, limites=entorno.limites))
    g.add_node("herramientas", _con(herramientas, entorno=entorno))
    g.add_node("propuesta", _con(propuesta))
    g.add_node("politicas", _con(politicas, entorno=entorno, en_pausa=en_pausa))
    g.add_node("escalado", _con(escalado))
    _ruta(g, "herramientas", sigue="agente", propone="propuesta", escala="escalado")
    return g


def _nucleo(modelo: Modelo, entorno: Entorno) -> _Construccion:
    """El bucle más las dos respuestas al cliente."""
    g = _bucle(modelo, entorno)
    g.add_node("provisional", _con(provisional, entorno=entorno))
    g.add_node("respuesta", _con(respuesta, entorno=entorno))
    _ruta(g, "agente", consulta="herramientas", propone="propuesta", limite="escalado", en_revision="provisional",
          responde="respuesta")  # fmt: skip
    _ruta(g, "escalado", con_propuesta="provisional", sin_propuesta="respuesta")
    g.add_edge("respuesta", END)
    return g


def _con_cola(g: _Construccion, entorno: Entorno) -> None:
    _con_resolucion(g, entorno, espera=cola, cerrada="respuesta")
    g.add_edge("provisional", "cola")


def _con_resolucion(g: _Construccion, entorno: Entorno, *, espera: Callable[..., Estado], cerrada: str) -> None:
    """El tramo de la persona: esperar, resolver y ejecutar. Lo rechazado es un turno nuevo del agente."""
    nombre = espera.__name__
    reintento = RetryPolicy(
        initial_interval=entorno.limites.espera,
        backoff_factor=2.0,
        max_attempts=entorno.limites.intentos,
        jitter=False,
        retry_on=ServicioCaido,
    )
    g.add_node(nombre, _con(espera, entorno=entorno))
    g.add_node("resolucion", _con(resolucion, entorno=entorno))
    g.add_node("ejecutor", _con(ejecutor, entorno=entorno), retry_policy=reintento)
    g.add_edge(nombre, "resolucion")
    _ruta(g, "resolucion", aprobada="ejecutor", rechazada="agente", pendiente=nombre, cerrada=cerrada)


def _ruta(g: _Construccion, origen: str, **destinos: str) -> None:
    caminos: dict[Hashable, str] = dict(destinos.items())
    g.add_conditional_edges(origen, ruta, caminos)


def _con(nodo: Callable[..., Estado], **piezas: Any) -> Any:
    """El nodo con sus piezas puestas. Un `partial` y no una clausura: así se llega a su código fuente."""
    return partial(nodo, **piezas)
