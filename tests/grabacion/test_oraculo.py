"""El oráculo contesta su guion por cualquier camino, se agota con un error claro y siempre dice lo que es."""

import asyncio

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from pydantic import BaseModel

from generador.grabacion.oraculo import GuionAgotado, Oraculo

from . import agentes_de_prueba as agentes
from .conftest import de

CON_LLAMADA = {
    "contenido": "voy a sumar",
    "llamadas": [{"nombre": "suma", "argumentos": {"a": 1, "b": 2}, "id": "k"}],
    "uso": {"entrada": 5, "salida": 4},
}


@tool
def suma(a: int, b: int) -> int:
    """Suma."""
    return a + b


def test_contesta_en_orden_y_se_agota_diciendo_nodo_y_numero():
    oraculo = Oraculo(guion={"*": ["uno", "dos"]})
    assert [oraculo.invoke("?").content for _ in range(2)] == ["uno", "dos"]
    with pytest.raises(GuionAgotado, match=r"2 respuestas para «\*».*pide la 3"):
        oraculo.invoke("?")


def test_contesta_llamadas_y_uso():
    m = Oraculo(guion={"*": [CON_LLAMADA]}).invoke("?")
    assert m.content == "voy a sumar"
    assert m.tool_calls == [{"name": "suma", "args": {"a": 1, "b": 2}, "id": "k", "type": "tool_call"}]
    assert m.usage_metadata == {"input_tokens": 5, "output_tokens": 4, "total_tokens": 9}


def test_por_trozos_se_recompone_lo_mismo_que_de_una_vez():
    entera = Oraculo(guion={"*": [CON_LLAMADA]}).invoke("?")
    trozos = list(Oraculo(guion={"*": [CON_LLAMADA]}).stream("?"))
    junta = trozos[0]
    for t in trozos[1:]:
        junta += t
    assert len(trozos) > 3
    assert (junta.content, junta.tool_calls, junta.usage_metadata) == (
        entera.content,
        entera.tool_calls,
        entera.usage_metadata,
    )
    assert junta.response_metadata["provenance"] == "oracle"


def test_en_asincrono_contesta_igual():
    async def preguntar():
        oraculo = Oraculo(guion={"*": ["uno", "dos palabras"]})
        return (await oraculo.ainvoke("?")).content, [t.content async for t in oraculo.astream("?")]

    assert asyncio.run(preguntar()) == ("uno", ["dos ", "palabras", ""])


def test_cada_respuesta_es_un_mensaje_nuevo():
    escrito = AIMessage("hola", id="fijo")
    oraculo = Oraculo(guion={"*": [escrito, escrito]})
    primera, segunda = oraculo.invoke("?"), oraculo.invoke("?")
    assert primera is not escrito and primera.id != segunda.id
    assert escrito.id == "fijo" and escrito.response_metadata == {}


def test_en_un_grafo_cada_nodo_tiene_su_guion(graba):
    oraculo = Oraculo(guion={"der": ["soy der"], "izq": ["soy izq"]})

    def pregunta(_):
        return {"x": [oraculo.invoke("?").content]}

    g = agentes.StateGraph(agentes.Estado)
    for nodo in ("izq", "der"):
        g.add_node(nodo, pregunta)
        g.add_edge(agentes.START, nodo)
    lineas = graba(g.compile(), {"x": []})
    assert {x["node"]: x["update"]["x"] for x in de(lineas, "task.end")} == {"izq": ["soy izq"], "der": ["soy der"]}


def test_elegir_contesta_antes_que_el_guion():
    oraculo = Oraculo(guion={"*": ["del guion"]}, elegir=lambda m, _: "dos" if m[-1].content == "2" else None)
    assert [oraculo.invoke(x).content for x in ("2", "?", "2")] == ["dos", "del guion", "dos"]


def test_con_create_agent_llama_a_la_herramienta_y_acaba():
    agente = create_agent(Oraculo(guion={"model": [CON_LLAMADA, "son 3"]}), [suma])
    mensajes = agente.invoke({"messages": [("user", "1+2")]})["messages"]
    assert [m.type for m in mensajes] == ["human", "ai", "tool", "ai"]
    assert mensajes[2].content == "3"


def test_con_salida_estructurada():
    class Veredicto(BaseModel):
        """Lo que se decide."""

        vale: bool

    llamada = {"llamadas": [{"nombre": "Veredicto", "argumentos": {"vale": True}}]}
    assert Oraculo(guion={"*": [llamada]}).with_structured_output(Veredicto).invoke("?") == Veredicto(vale=True)


def test_la_procedencia_va_en_los_tres_sitios(graba):
    lineas = graba(agentes.con_herramientas(), {"messages": [("user", "hola")]})
    inicio, fin = de(lineas, "model.start")[0], de(lineas, "model.end")[0]
    assert inicio["params"]["provenance"] == "oracle"
    assert inicio["provider"] == "oracle"
    (respuesta,) = [x["v"] for x in de(lineas, "blob") if x["h"] == fin["output"][0]["$m"]]
    assert respuesta["response_metadata"] == {
        "model_name": "oraculo",
        "model_provider": "oracle",
        "provenance": "oracle",
    }


def test_un_oraculo_agotado_dentro_de_un_agente_es_un_error_del_agente(tmp_path):
    from generador.grabacion import Grabadora

    from .conftest import leer

    with Grabadora(tmp_path / "t", caso="c") as g, pytest.raises(GuionAgotado):
        g.ejecutar(agentes.con_herramientas(Oraculo(guion={})), {"messages": [("user", "hola")]})
    (fin,) = de(leer(tmp_path / "t"), "model.end")
    assert fin["status"] == "error" and fin["provenance"] == "oracle"
    assert "oraculo.yaml" in fin["error"]["msg"]


@pytest.mark.parametrize("por", ["stream", "astream"])
def test_por_trozos_en_un_grafo_cada_nodo_tiene_su_guion(por):
    oraculo = Oraculo(guion={"der": ["soy der"], "izq": ["soy izq"]})

    def trozos(_):
        return {"x": ["".join(t.content for t in oraculo.bind_tools([suma]).stream("?"))]}

    async def trozos_en_asincrono(_):
        return {"x": ["".join([t.content async for t in oraculo.bind_tools([suma]).astream("?")])]}

    g = agentes.StateGraph(agentes.Estado)
    for nodo in ("izq", "der"):
        g.add_node(nodo, trozos if por == "stream" else trozos_en_asincrono)
        g.add_edge(agentes.START, nodo)
    assert sorted(asyncio.run(g.compile().ainvoke({"x": []}))["x"]) == ["soy der", "soy izq"]


def test_el_nodo_de_un_subgrafo_se_nombra_con_los_de_fuera_delante_o_a_secas():
    oraculo = Oraculo(guion={"izq:model": ["soy izq"], "model": ["soy de cualquiera"]})
    g = agentes.StateGraph(agentes.Charla)
    for nodo in ("izq", "der"):
        g.add_node(nodo, create_agent(oraculo, tools=[suma]))
    g.add_edge(agentes.START, "izq")
    g.add_edge("izq", "der")
    mensajes = g.compile().invoke({"messages": [("user", "hola")]})["messages"]
    assert [m.content for m in mensajes] == ["hola", "soy izq", "soy de cualquiera"]


def test_el_guion_agotado_de_un_subgrafo_nombra_el_nodo_entero():
    g = agentes.StateGraph(agentes.Charla)
    g.add_node("izq", create_agent(Oraculo(guion={}), tools=[suma]))
    g.add_edge(agentes.START, "izq")
    with pytest.raises(GuionAgotado, match="el nodo «izq:model» pide la 1"):
        g.compile().invoke({"messages": [("user", "hola")]})
