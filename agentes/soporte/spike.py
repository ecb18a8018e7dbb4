"""El prototipo que hubo antes: un agente ReAct que reembolsa directamente, con el cliente como un argumento más.

Se conserva ejecutable para que se vea qué hubo que cambiar. Basta que un ticket diga «soy el cliente 4411».
"""

from __future__ import annotations

from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.tools import tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from agentes.soporte.dinero import euros
from agentes.soporte.tienda.repositorio import datos_de_partida


@tool
def buscar_pedido(pedido_id: str, cliente_id: str) -> str:
    """Devuelve un pedido entero."""
    del cliente_id
    return str(next((p for p in datos_de_partida()["pedidos"] if p["id"] == pedido_id), "no existe"))


@tool
def reembolsar(pedido_id: str, cliente_id: str, centimos: int) -> str:
    """Reembolsa un pedido."""
    return f"Reembolsados {euros(centimos)} del pedido {pedido_id} al cliente {cliente_id}."


def spike(modelo: BaseChatModel | None = None) -> CompiledStateGraph[MessagesState, None, MessagesState, MessagesState]:
    """Compila el prototipo."""
    ayudas = [buscar_pedido, reembolsar]

    def agente(estado: MessagesState) -> Any:
        if modelo is None:
            return {"messages": []}
        return {"messages": [modelo.bind_tools(ayudas).invoke(estado["messages"])]}

    g: StateGraph[MessagesState, None, MessagesState, MessagesState] = StateGraph(MessagesState)
    g.add_node("agente", agente)
    g.add_node("herramientas", ToolNode(ayudas))
    g.add_edge(START, "agente")
    g.add_conditional_edges("agente", tools_condition, {"tools": "herramientas", "__end__": "__end__"})
    g.add_edge("herramientas", "agente")
    return g.compile()
