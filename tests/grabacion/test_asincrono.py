"""Un agente del que algo no tiene versión síncrona se ejecuta en asíncrono, esté eso donde esté."""

from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langgraph.func import entrypoint
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode

from generador.grabacion.asincrono import es_asincrono
from generador.grabacion.oraculo import Oraculo

from . import agentes_de_prueba as agentes


@tool
async def consulta(ciudad: str) -> str:
    """Como las de un servidor MCP: solo en asíncrono."""
    return ciudad


@tool
def suma(a: int, b: int) -> int:
    """Suma."""
    return a + b


class SoloAsincrono(AgentMiddleware):
    """Envuelve las llamadas al modelo, y solo en asíncrono."""

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        return await handler(request)


class SoloAsincronoConHerramientas(AgentMiddleware):
    """Envuelve las llamadas a herramientas, y solo en asíncrono."""

    async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
        return await handler(request)


class DeLosDosModos(SoloAsincrono):
    """Envuelve en los dos."""

    def wrap_model_call(self, request: Any, handler: Any) -> Any:
        return handler(request)


async def _nada(_: Any) -> dict[str, Any]:
    return {}


async def _al_final(_: Any) -> str:
    return END


def _de_un_nodo(nodo: Any, ruta: Any = None) -> Any:
    g = StateGraph(agentes.Estado)
    g.add_node("a", nodo)
    g.add_edge(START, "a")
    if ruta:
        g.add_conditional_edges("a", ruta, [END])
    return g.compile()


@entrypoint()
async def flujo(texto: str) -> str:
    return texto


def _con(middleware: AgentMiddleware, *herramientas: Any) -> Any:
    return create_agent(Oraculo(), tools=list(herramientas), middleware=[middleware])


@pytest.mark.parametrize(
    "agente",
    [
        _de_un_nodo(_nada),
        _de_un_nodo(RunnableLambda(lambda x: x) | RunnableLambda(_nada)),
        _de_un_nodo(ToolNode([suma, consulta])),
        _de_un_nodo(lambda _: {}, ruta=_al_final),
        _de_un_nodo(_de_un_nodo(_nada)),
        create_agent(Oraculo(), tools=[consulta]),
        _con(SoloAsincrono()),
        _con(SoloAsincronoConHerramientas(), suma),
        flujo,
    ],
    ids=["nodo", "secuencia", "herramienta", "ruta", "subgrafo", "create_agent", "modelo", "envuelve", "funcional"],
)
def test_basta_con_que_un_trozo_sea_solo_asincrono(agente):
    assert es_asincrono(agente)


@pytest.mark.parametrize(
    "agente",
    [
        _de_un_nodo(lambda _: {}, ruta=lambda _: END),
        create_agent(Oraculo(), tools=[suma]),
        _con(DeLosDosModos(), suma),
        object(),
    ],
    ids=["nodo", "create_agent", "los dos modos", "no es un grafo"],
)
def test_con_version_sincrona_de_todo_no_hace_falta(agente):
    assert not es_asincrono(agente)
