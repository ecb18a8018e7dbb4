"""El grafo del turno y sus tres compilaciones. La topología se escribe aquí y en ningún otro sitio.

`fabricar` recibe las piezas; `por_defecto`, `sin_rag` e `hitl` la llaman con el índice guardado, para que un plan las
nombre. Todas aceptan `modelo=None`: el grafo se puede exportar sin modelo, y un turno que lo necesite lo dirá.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Literal

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.estado import ANTERIORES, Entrada, Estado, fallidas
from agentes.adherencia.nodos.closing import closing
from agentes.adherencia.nodos.generate_response import generate_response
from agentes.adherencia.nodos.guardrail_post import guardrail_post
from agentes.adherencia.nodos.guardrail_pre import guardrail_pre
from agentes.adherencia.nodos.intake import intake
from agentes.adherencia.nodos.retrieve_context import retrieve_context
from agentes.adherencia.nodos.review_response import review_response
from agentes.adherencia.recuperacion.almacen import Almacen
from agentes.adherencia.recuperacion.indice import Nombre, cargar, el_mejor
from agentes.adherencia.recuperacion.recuperador import Recuperador, recuperador

Grafo = CompiledStateGraph[Estado, None, Entrada, Estado]
Camino = Literal["turno limpio", "rechazo previo"]


def ruta_tras_guardrail_pre(estado: Estado) -> Camino:
    """Con una decisión previa fallida no se recupera: el turno no usaría los pasajes y el embebedor cuesta."""
    return "rechazo previo" if fallidas(estado["decisiones"], ANTERIORES) else "turno limpio"


def fabricar(
    modelo: BaseChatModel | None,
    *,
    almacen: Almacen | None = None,
    embebedor: Embeddings | None = None,
    juez: BaseChatModel | None = None,
    hitl: bool = False,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
) -> Grafo:
    """Compila el grafo. Con almacén y embebedor hay recuperación; con ninguno, no.

    Lanza `ConfiguracionInvalida` si solo se inyecta uno de los dos o si no se construyeron con el mismo modelo.
    """
    busca = _recuperador(almacen, embebedor)
    con_rag = busca is not None
    g: StateGraph[Estado, None, Entrada, Estado] = StateGraph(Estado, input_schema=Entrada)
    g.add_node("intake", _con(intake))
    g.add_node("guardrail_pre", _con(guardrail_pre, juez=juez))
    if busca:
        g.add_node("retrieve_context", _con(retrieve_context, recuperador=busca))
    g.add_node("generate_response", _con(generate_response, modelo=modelo, con_rag=con_rag))
    if hitl:
        g.add_node("review_response", _con(review_response, con_rag=con_rag))
    g.add_node("guardrail_post", _con(guardrail_post))
    g.add_node("closing", _con(closing))
    _unir(g, con_rag=con_rag, hitl=hitl)
    return g.compile(checkpointer=checkpointer)


def _con(nodo: Callable[..., Estado], **piezas: Any) -> Any:
    """El nodo con sus piezas puestas. Un `partial` y no una clausura: así se llega a su código fuente."""
    return partial(nodo, **piezas)


def _unir(g: StateGraph[Estado, None, Entrada, Estado], *, con_rag: bool, hitl: bool) -> None:
    g.add_edge(START, "intake")
    g.add_edge("intake", "guardrail_pre")
    if con_rag:
        destinos: dict[Hashable, str] = {"turno limpio": "retrieve_context", "rechazo previo": "generate_response"}
        g.add_conditional_edges("guardrail_pre", ruta_tras_guardrail_pre, destinos)
        g.add_edge("retrieve_context", "generate_response")
    else:
        g.add_edge("guardrail_pre", "generate_response")
    despues = ["review_response", "guardrail_post"] if hitl else ["guardrail_post"]
    for origen, destino in zip(["generate_response", *despues], [*despues, "closing"], strict=True):
        g.add_edge(origen, destino)
    g.add_edge("closing", END)


def _recuperador(almacen: Almacen | None, embebedor: Embeddings | None) -> Recuperador | None:
    if (almacen is None) != (embebedor is None):
        puesto, falta = ("un embebedor", "el almacén") if almacen is None else ("un almacén", "el embebedor")
        raise ConfiguracionInvalida(f"se inyectó {puesto} sin {falta} → inyecta los dos, o ninguno para ir sin RAG")
    return recuperador(almacen, embebedor) if almacen is not None and embebedor is not None else None


def por_defecto(
    modelo: BaseChatModel | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    *,
    juez: bool = False,
    indice: Nombre | None = None,
    hitl: bool = False,
) -> Grafo:
    """Con recuperación sobre el índice guardado. `juez=True` usa el mismo modelo para juzgar el ámbito."""
    almacen, embebedor = cargar(indice or el_mejor())
    return fabricar(
        modelo,
        almacen=almacen,
        embebedor=embebedor,
        juez=modelo if juez else None,
        hitl=hitl,
        checkpointer=checkpointer,
    )


def sin_rag(
    modelo: BaseChatModel | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    *,
    juez: bool = False,
) -> Grafo:
    """Sin almacén ni embebedor: cinco nodos en línea."""
    return fabricar(modelo, juez=modelo if juez else None, checkpointer=checkpointer)


def hitl(
    modelo: BaseChatModel | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    *,
    rag: bool = True,
    juez: bool = False,
    indice: Nombre | None = None,
) -> Grafo:
    """Con revisión humana, con o sin recuperación (`rag`). Para pausarse necesita un checkpointer."""
    if rag:
        return por_defecto(modelo, checkpointer, juez=juez, indice=indice, hitl=True)
    return fabricar(modelo, juez=modelo if juez else None, hitl=True, checkpointer=checkpointer)
