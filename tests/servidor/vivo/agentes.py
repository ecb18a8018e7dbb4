"""Agentes para servir en vivo, cada uno con una pregunta o una manera de portarse mal."""

import operator
import os
import stat
import time
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.types import interrupt

HOSTIL = "</pre><script>alert(1)</script><!--sigue-->"


class Estado(TypedDict, total=False):
    x: Annotated[list[str], operator.add]


def _de_un_nodo(funcion: Any, checkpointer: Any = None) -> Any:
    g = StateGraph(Estado)
    g.add_node("nodo", funcion)
    g.add_edge(START, "nodo")
    return g.compile(checkpointer=checkpointer)


def con_opciones(checkpointer: Any = None) -> Any:
    """Pregunta con opciones, escribe en `ejecutado.txt` al seguir, y contesta con lo que le dijeron."""

    def pregunta(estado: Estado) -> dict[str, Any]:
        dicho = interrupt({"pregunta": HOSTIL, "opciones": ["sí", "no", 7]})
        with open(estado["x"][0], "a") as fichero:  # noqa: PTH123
            fichero.write("una\n")
        return {"x": [repr(dicho)]}

    return _de_un_nodo(pregunta, checkpointer)


def dos_a_la_vez(checkpointer: Any = None) -> Any:
    """Dos nodos en paralelo preguntan a la vez."""
    g = StateGraph(Estado)
    for nombre in ("uno", "otro"):
        g.add_node(nombre, lambda _, nombre=nombre: {"x": [f"{nombre}:{interrupt(nombre)}"]})
        g.add_edge(START, nombre)
    return g.compile(checkpointer=checkpointer)


def propone(checkpointer: Any = None) -> Any:
    """Propone con la forma del panel de aprobación, y vuelve a preguntar hasta que el clic sea de su huella."""

    def pregunta(_: Estado) -> dict[str, Any]:
        datos = {"pedido_id": "P-1", "importe_centimos": 3990, "urgente": False}
        una = {"propuesta_id": 1, "accion": "devolver 39,90 €", "datos": datos, "huella": "h1", "motivo": HOSTIL}
        dicho = interrupt({"opciones": ["approve", "edit", "reject"], "propuestas": [una]})
        return {"x": [repr(dicho["clics"])]}

    return _de_un_nodo(pregunta, checkpointer)


def lento() -> Any:
    """Tarda, con un paso antes. Deja su pid al lado de `ejecutado.txt`."""

    def duerme(estado: Estado) -> dict[str, Any]:
        Path(estado["x"][0]).with_name("pid.txt").write_text(str(os.getpid()))
        time.sleep(30)
        return {}

    g = StateGraph(Estado)
    g.add_node("antes", lambda _: {"x": ["antes"]})
    g.add_node("duerme", duerme)
    g.add_edge(START, "antes")
    g.add_edge("antes", "duerme")
    return g.compile()


def ensucia() -> Any:
    """Escribe basura en todos los tubos que encuentra abiertos."""

    def escribe(_: Estado) -> dict[str, Any]:
        for descriptor in (d for d in range(3, 60) if stat.S_ISSOCK(_modo(d))):
            os.write(descriptor, b"\0\0\0\6basura")
        return {}

    return _de_un_nodo(escribe)


def _modo(descriptor: int) -> int:
    try:
        return os.fstat(descriptor).st_mode
    except OSError:
        return 0


def se_mata() -> Any:
    """Su proceso muere de golpe."""
    return _de_un_nodo(lambda _: os._exit(3))


def con_permiso(modelo: Any = None, checkpointer: Any = None) -> Any:
    """El de LangChain con su middleware: pide permiso para sumar."""
    from langchain.agents import create_agent
    from langchain.agents.middleware import HumanInTheLoopMiddleware

    from tests.grabacion.agentes_de_prueba import suma

    pide = HumanInTheLoopMiddleware(interrupt_on={"suma": True})
    return create_agent(modelo, [suma], middleware=[pide], checkpointer=checkpointer)
