"""Lo que un agente llama desde un hilo propio no se pierde ni se cuenta dos veces."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from generador.grabacion import Grabadora
from generador.grabacion.huerfanas import VIGIA
from generador.grabacion.oraculo import Oraculo

from . import agentes_de_prueba as agentes
from .conftest import comprobar_invariantes, de, leer


def en_hilos(oraculo):
    def nodo(_):
        with ThreadPoolExecutor(2) as hilos:
            respuestas = list(hilos.map(lambda q: oraculo.invoke(q).content, ["a", "b"]))
            hilos.submit(agentes.suma.invoke, {"a": 1, "b": 2}).result()
        return {"x": sorted(respuestas)}

    g = agentes.StateGraph(agentes.Estado)
    g.add_node("nodo", nodo)
    g.add_edge(agentes.START, "nodo")
    return g.compile()


def test_las_llamadas_de_un_hilo_propio_se_graban_sin_tarea(graba):
    lineas = graba(en_hilos(Oraculo(guion={"*": ["uno", "dos"]})), {"x": []})
    llamadas = de(lineas, "model.start") + de(lineas, "model.end") + de(lineas, "tool.start")
    assert [x["task"] for x in llamadas] == [None] * 5
    assert {x["provenance"] for x in de(lineas, "model.end")} == {"oracle"}
    assert de(lineas, "tool.end")[0]["result"] == 3


def test_un_error_en_un_hilo_propio_cierra_su_llamada(tmp_path):
    with Grabadora(tmp_path / "t", caso="c") as g, pytest.raises(RuntimeError):
        g.ejecutar(en_hilos(Oraculo(guion={})), {"x": []})
    lineas = leer(tmp_path / "t")
    comprobar_invariantes(lineas)
    assert {x["status"] for x in de(lineas, "model.end")} == {"error"}


def test_lo_que_tiene_contexto_no_se_cuenta_dos_veces(graba):
    lineas = graba(agentes.con_herramientas(), {"messages": [("user", "hola")]})
    assert len(de(lineas, "model.start")) == 3 and len(de(lineas, "tool.start")) == 2


def test_con_dos_grabaciones_a_la_vez_no_se_adjudica_a_ninguna(tmp_path):
    async def una(nombre, juntas):
        async def nodo(_):
            await juntas.wait()
            await asyncio.get_running_loop().run_in_executor(None, Oraculo(guion={"*": ["x"]}).invoke, "?")
            await juntas.wait()

        g = agentes.StateGraph(agentes.Estado)
        g.add_node("nodo", nodo)
        g.add_edge(agentes.START, "nodo")
        with Grabadora(tmp_path / nombre, caso=nombre) as grabadora:
            await grabadora.ejecutar_asincrono(g.compile(), {"x": []})

    async def las_dos():
        juntas = asyncio.Barrier(2)
        await asyncio.gather(una("a", juntas), una("b", juntas))

    asyncio.run(las_dos())
    assert not de(leer(tmp_path / "a"), "model.start") + de(leer(tmp_path / "b"), "model.start")


def test_sin_grabar_el_vigia_no_hace_nada(graba):
    graba(agentes.lineal(), {"x": []})
    assert Oraculo(guion={"*": ["x"]}).invoke("?").content == "x"
    assert VIGIA._activos == [] and VIGIA._adoptadas == {}
