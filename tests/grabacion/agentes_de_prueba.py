"""Agentes de LangGraph de juguete, cada uno con una construcción que la grabadora tiene que entender."""

import operator
import os
import sys
import time
from typing import Annotated, Any, Literal, TypedDict

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.messages import AnyMessage
from langchain_core.tools import tool
from langgraph.cache.memory import InMemoryCache
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_stream_writer
from langgraph.func import entrypoint, task
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import CachePolicy, Command, RetryPolicy, Send, interrupt

from generador.grabacion.oraculo import Oraculo


class Estado(TypedDict, total=False):
    x: Annotated[list[str], operator.add]
    n: int


class Charla(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


def _pone(texto: str) -> Any:
    def poner(_: Estado) -> dict[str, list[str]]:
        return {"x": [texto]}

    return poner


def lineal(checkpointer: Any = None) -> Any:
    g = StateGraph(Estado)
    g.add_node("a", _pone("a"))
    g.add_node("b", _pone("b"))
    g.add_edge(START, "a")
    g.add_edge("a", "b")
    return g.compile(checkpointer=checkpointer)


@tool
def suma(a: int, b: int) -> int:
    """Suma dos números."""
    return a + b


@tool
def rompe(motivo: str) -> str:
    """Falla siempre."""
    raise ValueError(motivo)


GUION_DE_HERRAMIENTAS = {
    "piensa": [
        {"llamadas": [{"nombre": "suma", "argumentos": {"a": 2, "b": 3}}], "uso": {"entrada": 7, "salida": 2}},
        {"llamadas": [{"nombre": "rompe", "argumentos": {"motivo": "no hay papel"}}]},
        {"contenido": "son cinco", "uso": {"entrada": 20, "salida": 3}},
    ]
}


def con_herramientas(modelo: Any = None) -> Any:
    atado = (modelo or Oraculo(guion=GUION_DE_HERRAMIENTAS)).bind_tools([suma, rompe])

    def piensa(estado: Charla) -> dict[str, Any]:
        return {"messages": [atado.invoke(estado["messages"])]}

    g = StateGraph(Charla)
    g.add_node("piensa", piensa)
    g.add_node("tools", ToolNode([suma, rompe], handle_tool_errors=True))
    g.add_edge(START, "piensa")
    g.add_conditional_edges("piensa", tools_condition)
    g.add_edge("tools", "piensa")
    return g.compile()


def reparte() -> Any:
    def repartir(estado: Estado) -> list[Send]:
        return [Send("obrero", {"n": i}) for i in range(estado["n"])]

    def obrero(estado: Estado) -> dict[str, list[str]]:
        return {"x": [f"obra {estado['n']}"]}

    g = StateGraph(Estado)
    g.add_node("plan", _pone("plan"))
    g.add_node("obrero", obrero)
    g.add_node("junta", _pone("junta"))
    g.add_edge(START, "plan")
    g.add_conditional_edges("plan", repartir, ["obrero"])
    g.add_edge("obrero", "junta")
    return g.compile()


def reparte_a_subgrafos() -> Any:
    def repartir(_: Estado) -> list[Send]:
        return [Send("equipo", {"x": [t]}) for t in ("uno", "dos")]

    g = StateGraph(Estado)
    g.add_node("plan", _pone("plan"))
    g.add_node("equipo", lineal())
    g.add_edge(START, "plan")
    g.add_conditional_edges("plan", repartir, ["equipo"])
    return g.compile()


def anidado() -> Any:
    fondo = StateGraph(Estado)
    fondo.add_node("hoja", _pone("hoja"))
    fondo.add_edge(START, "hoja")
    medio = StateGraph(Estado)
    medio.add_node("dentro", fondo.compile())
    medio.add_edge(START, "dentro")
    g = StateGraph(Estado)
    g.add_node("fuera", medio.compile())
    g.add_edge(START, "fuera")
    return g.compile()


def el_mismo_dos_veces() -> Any:
    dentro = lineal()

    def envuelve(_: Estado) -> dict[str, Any]:
        dentro.invoke({"x": []})
        return {"x": dentro.invoke({"x": []})["x"]}

    g = StateGraph(Estado)
    g.add_node("uno", dentro)
    g.add_node("otro", dentro)
    g.add_node("envuelve", envuelve)
    g.add_edge(START, "uno")
    g.add_edge("uno", "otro")
    g.add_edge("otro", "envuelve")
    return g.compile()


def paralelo() -> Any:
    g = StateGraph(Estado)
    for nombre in ("izq", "der", "junta"):
        g.add_node(nombre, _pone(nombre))
    g.add_edge(START, "izq")
    g.add_edge(START, "der")
    g.add_edge(["izq", "der"], "junta")
    return g.compile()


def con_pausa(checkpointer: Any = None) -> Any:
    def pregunta(_: Estado) -> dict[str, list[str]]:
        return {"x": [interrupt({"pregunta": "¿sigo?"})]}

    g = StateGraph(Estado)
    g.add_node("antes", _pone("antes"))
    g.add_node("pregunta", pregunta)
    g.add_node("despues", _pone("despues"))
    g.add_edge(START, "antes")
    g.add_edge("antes", "pregunta")
    g.add_edge("pregunta", "despues")
    return g.compile(checkpointer=checkpointer)


def dos_pausas_en_subgrafo(checkpointer: Any = None) -> Any:
    def pregunta(_: Estado) -> dict[str, list[str]]:
        return {"x": [interrupt("primera"), interrupt("segunda")]}

    dentro = StateGraph(Estado)
    dentro.add_node("pregunta", pregunta)
    dentro.add_edge(START, "pregunta")
    g = StateGraph(Estado)
    g.add_node("sub", dentro.compile())
    g.add_node("vecino", _pone("vecino"))
    g.add_edge(START, "sub")
    g.add_edge(START, "vecino")
    return g.compile(checkpointer=checkpointer)


def con_error() -> Any:
    def falla(_: Estado) -> dict[str, Any]:
        error = ValueError("se acabó la tinta")
        error.add_note("nota del autor")
        raise error

    g = StateGraph(Estado)
    g.add_node("a", _pone("a"))
    g.add_node("falla", falla)
    g.add_edge(START, "a")
    g.add_edge("a", "falla")
    return g.compile()


_DEPRISA = RetryPolicy(max_attempts=3, initial_interval=0.001, jitter=False)


def con_reintentos(falla_antes: int = 2) -> Any:
    intentos = {"n": 0}

    def flojo(_: Estado) -> dict[str, list[str]]:
        intentos["n"] += 1
        if intentos["n"] <= falla_antes:
            raise ConnectionError(f"intento {intentos['n']}")
        return {"x": ["por fin"]}

    g = StateGraph(Estado)
    g.add_node("flojo", flojo, retry_policy=_DEPRISA)
    g.add_edge(START, "flojo")
    return g.compile()


def subgrafo_reintentado() -> Any:
    vueltas = {"n": 0}

    def flojo(_: Estado) -> dict[str, list[str]]:
        vueltas["n"] += 1
        if vueltas["n"] == 1:
            raise ConnectionError("la primera falla")
        return {"x": ["flojo"]}

    dentro = StateGraph(Estado)
    dentro.add_node("firme", _pone("firme"))
    dentro.add_node("flojo", flojo)
    dentro.add_edge(START, "firme")
    dentro.add_edge("firme", "flojo")
    g = StateGraph(Estado)
    g.add_node("sub", dentro.compile(), retry_policy=_DEPRISA)
    g.add_edge(START, "sub")
    return g.compile()


def con_cache() -> Any:
    g = StateGraph(Estado)
    g.add_node("caro", _pone("caro"), cache_policy=CachePolicy())
    g.add_node("b", _pone("b"))
    g.add_edge(START, "caro")
    g.add_edge("caro", "b")
    return g.compile(cache=InMemoryCache())


def con_manejador_de_errores() -> Any:
    def falla(_: Estado) -> dict[str, Any]:
        raise ValueError("esto lo arregla otro")

    g = StateGraph(Estado)
    g.add_node("falla", falla, error_handler=_pone("arreglado"))
    g.add_node("fin", _pone("fin"))
    g.add_edge(START, "falla")
    g.add_edge("falla", "fin")
    return g.compile()


def asincrono(checkpointer: Any = None) -> Any:
    async def lento(_: Estado) -> dict[str, list[str]]:
        return {"x": ["lento"]}

    g = StateGraph(Estado)
    g.add_node("lento", lento)
    g.add_node("b", _pone("b"))
    g.add_edge(START, "lento")
    g.add_edge("lento", "b")
    return g.compile(checkpointer=checkpointer)


def cuelga() -> Any:
    """Se queda parado dentro de un nodo de un subgrafo hasta que lo maten."""

    def para(_: Estado) -> dict[str, Any]:
        get_stream_writer()({"tipo": "parado"})
        time.sleep(60)
        return {}

    dentro = StateGraph(Estado)
    dentro.add_node("para", para)
    dentro.add_edge(START, "para")
    g = StateGraph(Estado)
    g.add_node("a", _pone("a"))
    g.add_node("sub", dentro.compile())
    g.add_edge(START, "a")
    g.add_edge("a", "sub")
    return g.compile()


def con_tecla() -> Any:
    def corta(_: Estado) -> dict[str, Any]:
        raise KeyboardInterrupt

    g = StateGraph(Estado)
    g.add_node("a", _pone("a"))
    g.add_node("corta", corta)
    g.add_edge(START, "a")
    g.add_edge("a", "corta")
    return g.compile()


def pausa_estatica(checkpointer: Any = None) -> Any:
    g = StateGraph(Estado)
    for nombre in ("a", "b", "c"):
        g.add_node(nombre, _pone(nombre))
    g.add_edge(START, "a")
    g.add_edge("a", "b")
    g.add_edge("b", "c")
    return g.compile(checkpointer=checkpointer, interrupt_before=["b"], interrupt_after=["b"])


def agente_con_aprobacion(checkpointer: Any = None) -> Any:
    guion = {"*": [{"llamadas": [{"nombre": "suma", "argumentos": {"a": 1, "b": 1}}]}, "dos"]}
    pide = HumanInTheLoopMiddleware(interrupt_on={"suma": True})
    return create_agent(Oraculo(guion=guion), [suma], middleware=[pide], checkpointer=checkpointer)


def con_saltos() -> Any:
    def elige(estado: Estado) -> Command[Literal["si", "no"]]:
        return Command(goto="si" if estado["n"] else "no", update={"x": ["elige"]})

    g = StateGraph(Estado)
    g.add_node("elige", elige)
    g.add_node("si", _pone("si"))
    g.add_node("no", _pone("no"))
    g.add_edge(START, "elige")
    return g.compile()


def salta_al_padre() -> Any:
    def sale(_: Estado) -> Command[Any]:
        return Command(graph=Command.PARENT, goto="b", update={"x": ["sale"]})

    dentro = StateGraph(Estado)
    dentro.add_node("sale", sale)
    dentro.add_edge(START, "sale")
    g = StateGraph(Estado)
    g.add_node("sub", dentro.compile())
    g.add_node("b", _pone("b"))
    g.add_edge(START, "sub")
    return g.compile()


def con_entrada_condicional() -> Any:
    g = StateGraph(Estado)
    g.add_node("a", _pone("a"))
    g.add_node("b", _pone("b"))
    g.add_conditional_edges(START, lambda e: "si" if e["n"] else "no", {"si": "a", "no": "b"})
    return g.compile()


def con_eventos() -> Any:
    def avisa(_: Estado) -> dict[str, list[str]]:
        get_stream_writer()({"tipo": "embebedor", "textos": 2, "modelo": "juguete"})
        return {"x": ["avisa"]}

    g = StateGraph(Estado)
    g.add_node("avisa", avisa)
    g.add_edge(START, "avisa")
    return g.compile()


def da_vueltas() -> Any:
    g = StateGraph(Estado)
    g.add_node("a", _pone("a"))
    g.add_edge(START, "a")
    g.add_conditional_edges("a", lambda _: "a", {"a": "a", "fin": END})
    return g.compile()


def fabrica_con_pausa(modelo: Any, checkpointer: Any = None, saludo: str = "hola") -> Any:
    """Fábrica para los casos de un plan: pregunta a un modelo y luego a una persona."""

    def piensa(_: Estado) -> dict[str, list[str]]:
        return {"x": [str(modelo.invoke(saludo).content)]}

    def pregunta(_: Estado) -> dict[str, list[str]]:
        return {"x": [interrupt({"pregunta": "¿vale?"})]}

    g = StateGraph(Estado)
    g.add_node("piensa", piensa)
    g.add_node("pregunta", pregunta)
    g.add_edge(START, "piensa")
    g.add_edge("piensa", "pregunta")
    return g.compile(checkpointer=checkpointer)


def fabrica_sin_nada() -> Any:
    """Fábrica que no admite ni modelo ni checkpointer."""
    return lineal()


def fabrica_asincrona(checkpointer: Any = None) -> Any:
    return asincrono(checkpointer)


def fabrica_que_falla() -> Any:
    return 1 / 0


def fabrica_que_sale() -> Any:
    """Un agente cuyo nodo llama a `sys.exit`."""
    return _de_un_nodo(lambda _: sys.exit(0))


def fabrica_que_se_va() -> Any:
    """Un agente cuyo nodo cambia la carpeta de trabajo."""
    return _de_un_nodo(lambda _: os.chdir("/"))


def _de_un_nodo(funcion: Any) -> Any:
    g = StateGraph(Estado)
    g.add_node("a", funcion)
    g.add_edge(START, "a")
    return g.compile()


class NiSuMensaje(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise ValueError


def fabrica_que_lanza_lo_peor() -> Any:
    raise NiSuMensaje


def fabrica_que_acaba_el_proceso() -> Any:
    sys.exit(0)


def fabrica_de_nada() -> Any:
    return None


GRAFO_SIN_COMPILAR = StateGraph(Estado)
GRAFO_SIN_COMPILAR.add_node("a", _pone("a"))
GRAFO_SIN_COMPILAR.add_edge(START, "a")
GRAFO_COMPILADO = lineal()


def fabrica_con_su_checkpointer(modelo: Any, saludo: str = "hola") -> Any:
    return fabrica_con_pausa(modelo, InMemorySaver(), saludo)


def funcional() -> Any:
    """La API funcional: no hay grafo, solo una función que llama a otras."""

    @task
    def doblar(n: int) -> int:
        return n * 2

    @entrypoint()
    def sumar_todo(entrada: dict[str, int]) -> dict[str, int]:
        return {"total": sum(doblar(n).result() for n in entrada.values())}

    return sumar_todo
