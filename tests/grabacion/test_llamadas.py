"""Recuperadores, modelos de texto, streaming, herramientas que preguntan y eventos con dueño."""

from typing import Any

import pytest
from langchain_core.callbacks import dispatch_custom_event
from langchain_core.documents import Document
from langchain_core.language_models.fake import FakeListLLM
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt

from generador.grabacion import Grabadora
from generador.grabacion.oraculo import Oraculo

from . import agentes_de_prueba as agentes
from .conftest import comprobar_invariantes, de, leer

HILO = {"configurable": {"thread_id": "h"}}


def con_nodo(nodo: Any, checkpointer: Any = None) -> Any:
    g = agentes.StateGraph(agentes.Estado)
    g.add_node("nodo", nodo)
    g.add_edge(agentes.START, "nodo")
    return g.compile(checkpointer=checkpointer)


class Estante(BaseRetriever):
    falla: bool = False

    def _get_relevant_documents(self, query: str, **_: Any) -> list[Document]:
        if self.falla:
            raise OSError("estante vacío")
        return [Document(f"sobre {query}", metadata={"ficha": 1})]


def test_una_recuperacion_lleva_su_consulta_y_sus_documentos(graba):
    lineas = graba(con_nodo(lambda _: {"x": [Estante().invoke("dosis")[0].page_content]}), {"x": []})
    (inicio,), (fin,) = de(lineas, "retriever.start"), de(lineas, "retriever.end")
    assert (inicio["name"], inicio["query"]) == ("Estante", "dosis")
    assert fin["docs"][0]["v"]["page_content"] == "sobre dosis"
    assert inicio["task"] == fin["task"] == de(lineas, "task.end")[0]["task"]


def test_una_recuperacion_que_falla_se_cierra_con_su_error(tmp_path):
    with Grabadora(tmp_path / "t", caso="c") as g, pytest.raises(OSError, match="vacío"):
        g.ejecutar(con_nodo(lambda _: Estante(falla=True).invoke("x")), {"x": []})
    lineas = leer(tmp_path / "t")
    comprobar_invariantes(lineas)
    assert de(lineas, "retriever.end")[0]["error"]["msg"] == "estante vacío"


def test_un_modelo_de_texto_tambien_se_graba(graba):
    lineas = graba(con_nodo(lambda _: {"x": [FakeListLLM(responses=["hola"]).invoke("¿?")]}), {"x": []})
    assert de(lineas, "model.start")[0]["messages"] == ["¿?"]
    (fin,) = de(lineas, "model.end")
    assert (fin["output"], fin["provenance"]) == (["hola"], "fake")


def test_si_el_agente_emite_por_trozos_se_apunta_el_primero(graba):
    oraculo = Oraculo(guion={"*": ["una respuesta larga"]})
    lineas = graba(con_nodo(lambda _: {"x": [t.content for t in oraculo.stream("¿?")]}), {"x": []})
    (inicio,), (fin,) = de(lineas, "model.start"), de(lineas, "model.end")
    assert inicio["ts"] <= fin["first_token"] <= fin["ts"]


def test_un_evento_despachado_lleva_su_tarea_y_su_nombre(graba):
    def avisa(_):
        dispatch_custom_event("aviso", {"tipo": "aviso", "n": 1})

    (evento,) = de(lineas := graba(con_nodo(avisa), {"x": []}), "custom")
    assert (evento["name"], evento["data"]) == ("aviso", {"tipo": "aviso", "n": 1})
    assert evento["task"] == de(lineas, "task.end")[0]["task"]


@tool
def consulta(pregunta: str) -> str:
    """Pregunta a una persona."""
    return str(interrupt(pregunta))


def test_una_herramienta_que_pregunta_queda_interrumpida_y_no_en_error(graba):
    llamada = {"llamadas": [{"nombre": "consulta", "argumentos": {"pregunta": "¿sí?"}}]}
    oraculo = Oraculo(guion={"*": [llamada]})
    g = agentes.StateGraph(agentes.Charla)
    g.add_node("piensa", lambda e: {"messages": [oraculo.invoke(e["messages"])]})
    g.add_node("tools", ToolNode([consulta]))
    g.add_edge(agentes.START, "piensa")
    g.add_edge("piensa", "tools")
    grafo = g.compile(checkpointer=InMemorySaver())
    lineas = graba(grafo, {"messages": [("user", "hola")]}, Command(resume="sí"), config=HILO)
    assert [x["status"] for x in de(lineas, "tool.end")] == ["interrupted", "ok"]
    assert not [x for x in lineas if "error" in x]


def test_dos_eventos_a_la_vez_no_se_adjudican_a_cualquiera(graba):
    """LangGraph no dice qué tarea emitió; si había varias en marcha, no se adivina."""

    def avisa(_):
        agentes.get_stream_writer()({"tipo": "x"})

    g = agentes.StateGraph(agentes.Estado)
    for n in ("a", "b"):
        g.add_node(n, avisa)
        g.add_edge(agentes.START, n)
    lineas = graba(g.compile(), {"x": []})
    ciertas = {x["task"]: x["node"] for x in de(lineas, "task.end")}
    assert all(x["task"] is None or x["task"] in ciertas for x in de(lineas, "custom"))
    assert de(lineas, "custom")[0]["task"] is None
