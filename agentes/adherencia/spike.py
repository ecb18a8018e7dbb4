"""El prototipo que hubo antes: recuperar y generar, sin barreras, sin citas comprobadas y sin nadie que revise.

Se conserva ejecutable para que la vitrina enseñe qué quedó de él en el grafo real y qué hubo que añadir.
"""

from __future__ import annotations

from functools import partial
from typing import TypedDict

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agentes.adherencia.recuperacion.indice import Nombre, cargar, el_mejor
from agentes.adherencia.recuperacion.recuperador import Recuperador, recuperador


class Prototipo(TypedDict, total=False):
    """Pregunta, textos encontrados y respuesta; nada más."""

    pregunta: str
    contexto: list[str]
    respuesta: str


def recuperar(estado: Prototipo, *, busca: Recuperador) -> Prototipo:
    """Las fichas más próximas, superen o no un umbral."""
    return Prototipo(contexto=[d.page_content for d in busca.invoke(estado["pregunta"])])


def generar(estado: Prototipo, *, modelo: BaseChatModel | None) -> Prototipo:
    """Lo que diga el modelo, tal cual."""
    if modelo is None:
        return Prototipo(respuesta="")
    contexto = "\n".join(estado["contexto"])
    return Prototipo(respuesta=modelo.invoke(f"{contexto}\n\nPregunta: {estado['pregunta']}").text)


def spike(modelo: BaseChatModel | None = None, *, indice: Nombre | None = None) -> CompiledStateGraph[Prototipo]:
    """Compila el prototipo."""
    g = StateGraph(Prototipo)
    g.add_node("recuperar", partial(recuperar, busca=recuperador(*cargar(indice or el_mejor()))))
    g.add_node("generar", partial(generar, modelo=modelo))
    g.add_edge(START, "recuperar")
    g.add_edge("recuperar", "generar")
    g.add_edge("generar", END)
    return g.compile()
