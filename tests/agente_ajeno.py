"""Agentes como los que trae quien acaba de llegar: no conocen a Vitrina ni le hacen la vida fácil."""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from langchain.agents import create_agent
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt
from pydantic import BaseModel


class Estado(TypedDict):
    pregunta: str
    veces: int
    notas: Annotated[list[str], operator.add]
    tono: Literal["serio", "alegre"]
    quizas: int | None
    respuesta: NotRequired[str]


class Lote(TypedDict):
    """Listas que vienen de fuera, que nadie acumula, y una que sí."""

    textos: list[str]
    pares: list[tuple[str, int]]
    clientes: list["Cliente"]
    sueltos: list[Any]
    vistos: Annotated[list[str], operator.add]


@dataclass
class EstadoDeDatos:
    pregunta: str
    opcional: list[str] = field(default_factory=list)


@dataclass
class Contexto:
    usuario: str
    idioma: str = "es"


class Cliente(BaseModel):
    nombre: str
    edad: int


class EstadoValidado(BaseModel):
    cliente: Cliente
    limite: float
    por_defecto: int = 3


@tool
def consultar(numero: str) -> str:
    """Consulta un pedido."""
    return f"{numero}: en camino"


@tool
def buscar(nombre: str) -> str:
    """Busca un producto."""
    return nombre


class DePega(FakeMessagesListChatModel):
    def bind_tools(self, _tools: Any, **_: Any) -> Any:
        return self


def _grafo(esquema: Any, nodos: dict[str, Any], *aristas: tuple[str, str]) -> StateGraph[Any]:
    g = StateGraph(esquema)
    for nombre, hacer in nodos.items():
        g.add_node(nombre, hacer)
    for de, a in aristas:
        g.add_edge(de, a)
    return g


def _nada(_: Any) -> dict[str, Any]:
    return {}


con_herramientas = create_agent(
    DePega(
        responses=[
            AIMessage("", tool_calls=[{"name": "consultar", "args": {"numero": "7"}, "id": "1"}]),
            AIMessage("En camino."),
        ]
    ),
    tools=[consultar, buscar],
)
sin_compilar = _grafo(Estado, {"uno": _nada}, (START, "uno"))
de_datos = _grafo(EstadoDeDatos, {"uno": _nada}, (START, "uno")).compile()
validado = _grafo(EstadoValidado, {"uno": _nada}, (START, "uno")).compile()
no_es_un_grafo = {"nodos": []}


def con_modelo(modelo: Any) -> Any:
    def charla(estado: MessagesState) -> dict[str, Any]:
        return {"messages": [modelo.invoke(estado["messages"])]}

    return _grafo(MessagesState, {"charla": charla}, (START, "charla")).compile()


def con_modelo_y_nombre_raro(modelo: Any) -> Any:
    def charla(estado: MessagesState) -> dict[str, Any]:
        return {"messages": [modelo.invoke(estado["messages"])]}

    return _grafo(MessagesState, {"* charla, {paso 2}": charla}, (START, "* charla, {paso 2}")).compile()


def con_parametros(saludo: str, tope: int = 1) -> Any:
    return _grafo(Estado, {"uno": lambda _: {"notas": [saludo] * tope}}, (START, "uno")).compile()


def por_lotes() -> Any:
    return _grafo(Lote, {"uno": lambda e: {"vistos": e["textos"]}}, (START, "uno")).compile()


def roto() -> Any:
    return _grafo(Estado, {"uno": lambda e: {"notas": [e["pregunta"] / 0]}}, (START, "uno")).compile()


def sin_clave() -> Any:
    def llama(_: Any) -> Any:
        raise PermissionError("Did not find the API key: set OTRO_API_KEY")

    return _grafo(Estado, {"uno": llama}, (START, "uno")).compile()


def con_pausa(checkpointer: Any = None) -> Any:
    def pide(_: Any) -> dict[str, Any]:
        return {"notas": [interrupt("¿sigo?")]}

    return _grafo(Estado, {"pide": pide}, (START, "pide")).compile(checkpointer=checkpointer)


def con_parada_fija(checkpointer: Any = None) -> Any:
    g = _grafo(Estado, {"mira": _nada, "paga": _nada}, (START, "mira"), ("mira", "paga"))
    return g.compile(checkpointer=checkpointer, interrupt_before=["paga"])


def con_contexto() -> Any:
    def uno(_: Any, runtime: Runtime[Contexto]) -> dict[str, Any]:
        return {"notas": [f"{runtime.context.usuario} ({runtime.context.idioma})"]}

    g = StateGraph(Estado, context_schema=Contexto)
    g.add_node("uno", uno)
    g.add_edge(START, "uno")
    return g.compile()


def a_ciegas() -> Any:
    destinos = ["par", "impar"]
    g = _grafo(Estado, {"decide": _nada, "par": _nada, "impar": _nada}, (START, "decide"))
    g.add_conditional_edges("decide", lambda e: destinos[e["veces"] % 2])
    return g.compile()


def raro() -> Any:
    g = _grafo(Estado, {"Mi nodo (raro)": _nada, "año": _nada}, (START, "Mi nodo (raro)"), ("año", END))
    g.add_conditional_edges("Mi nodo (raro)", lambda _: "sí", {"sí": "año", "no": END})
    return g.compile()


def _salta(estado: Estado) -> Command[Any]:
    return Command(graph=Command.PARENT, goto="fuera" if estado["veces"] else "otro")


def _salta_a_ciegas(estado: Estado) -> Command[Any]:
    return Command(graph=Command.PARENT, goto=estado["pregunta"].strip()[:0] or "fuera")


def saltador(salta: Any = _salta) -> Any:
    """Un subgrafo que salta a un nodo del de fuera, sin que el de fuera lo declare."""
    dentro = StateGraph(Estado).add_node("s", salta).add_edge(START, "s").compile()
    g = StateGraph(Estado).add_node("sub", dentro).add_edge(START, "sub")
    for nodo in ("fuera", "otro"):
        g.add_node(nodo, lambda _: {"notas": ["fuera"]})
    return g.compile()


def saltador_a_ciegas() -> Any:
    return saltador(_salta_a_ciegas)


def anidado() -> Any:
    equipo = _grafo(Estado, {"plan": _nada, "end": _nada}, (START, "plan"), ("plan", "end"))
    return _grafo(Estado, {"equipo": equipo.compile(), "fin": _nada}, (START, "equipo"), ("equipo", "fin")).compile()


async def asincrona() -> Any:
    return sin_compilar.compile()
