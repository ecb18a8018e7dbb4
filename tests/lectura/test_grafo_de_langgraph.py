"""El `to_json()` de LangGraph de cualquier versión, tal cual, y las dos vistas juntas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.grafo import grafo_de_json, juntar, leer_grafo, leer_grafo_de_dos_vistas
from generador.modelo.grafo import Formato, Grafo, Lugar, TipoDeNodo

MUESTRAS = Path(__file__).parent / "muestras"
INDICE: dict[str, Any] = json.loads((MUESTRAS / "grafos" / "indice.json").read_text("utf-8"))
DOS_VISTAS = sorted(n for n in INDICE if n.replace(".json", ".xray.json") in INDICE)


def pares(grafo: Grafo) -> set[tuple[str, str | None]]:
    return {a.par for a in grafo.aristas}


def sucesores(grafo: Grafo, dentro: str = "") -> dict[str, set[str]]:
    """Los sucesores de cada nodo de un nivel, por su nombre."""
    salida: dict[str, set[str]] = {}
    for a in grafo.aristas:
        nivel, _, nombre = a.origen.rpartition(":")
        if nivel == dentro and a.destino:
            salida.setdefault(nombre, set()).add(a.destino.rpartition(":")[2])
    return salida


def que_pasa(datos: Any) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        grafo_de_json(datos, "g.json")
    return [p.que_pasa for p in error.value.problemas]


@pytest.mark.parametrize("nombre", INDICE)
def test_cada_grafo_del_corpus_se_lee_con_lo_que_dice_su_indice(nombre: str) -> None:
    esperado = INDICE[nombre]
    grafo = leer_grafo(MUESTRAS / "grafos" / nombre)
    declaradas = [a for a in grafo.aristas if a.certeza.value == "declarada"]
    assert grafo.formato is Formato.LANGGRAPH
    assert grafo.lugar == Lugar(nombre)
    assert len(declaradas) == esperado["aristas"]
    assert sum(a.condicional for a in declaradas) == esperado["condicionales"]
    assert sum(bool(a.etiquetas) for a in declaradas) == esperado["con_etiqueta"]
    assert sum(a.origen == a.destino for a in declaradas) == esperado["autobucles"]
    assert ("__end__" in grafo.por_id) == esperado["tiene_end"] or "xray" in nombre
    con_interior = {n.padre for n in grafo.nodos if n.padre}
    assert con_interior == set(esperado["subgrafos"])
    assert all(grafo.por_id[c].tipo is TipoDeNodo.SUBGRAFO for c in con_interior if c)
    inferidos = {"__start__", "__end__"}
    del_fichero = [n for n in grafo.nodos if n.id not in con_interior and not (n.padre and n.nombre in inferidos)]
    escritos = json.loads((MUESTRAS / "grafos" / nombre).read_text("utf-8"))["nodes"]
    fuera = [n for n in escritos if not (":" in n["id"] and n["id"].rpartition(":")[2] in inferidos)]
    assert [n.id for n in del_fichero] == [n["id"] for n in fuera]


def test_las_herramientas_y_las_pausas_salen_de_los_metadatos() -> None:
    reacciona = leer_grafo(MUESTRAS / "grafos" / "g01-agente-react.json")
    assert reacciona.por_id["tools"].tipo is TipoDeNodo.HERRAMIENTAS
    assert reacciona.por_id["tools"].herramientas == ("search",)
    pausas = leer_grafo(MUESTRAS / "grafos" / "g12-pausas-anidadas.xray.json")
    assert pausas.por_id["outer_1"].pausa == ("despues",)
    assert pausas.por_id["inner:inner_2"].pausa == ("antes",)


def test_la_misma_fuente_con_dos_versiones_da_el_mismo_grafo() -> None:
    versiones = [
        leer_grafo(MUESTRAS / "grafos" / f"g04-enriquecer-lg{v}.json") for v in ("02", "12", "02-con-esquemas")
    ]
    assert len({frozenset((a.par, a.tipo, a.etiquetas) for a in g.aristas) for g in versiones}) == 1
    assert len({tuple((n.id, n.tipo) for n in g.nodos) for g in versiones}) == 1


def test_un_subgrafo_expandido_conserva_sus_sucesores_y_los_de_dentro() -> None:
    caso = json.loads((MUESTRAS / "casos" / "c02-subgrafo-y-sucesores.json").read_text("utf-8"))
    fuera = {k: set(v) for k, v in caso["esperado"]["sucesores"].items()}
    dentro = {k: set(v) for k, v in caso["esperado"]["dentro_de_inner"].items()}
    for vista in ("plano", "expandido", "expandido_0_3_32"):
        assert sucesores(grafo_de_json(caso["entrada"][vista], vista)) == fuera
    expandido = grafo_de_json(caso["entrada"]["expandido"], "x")
    assert sucesores(expandido, "inner") == dentro
    viejo = pares(grafo_de_json(caso["entrada"]["expandido_0_3_32"], "v"))
    assert {tuple(p) for p in caso["esperado"]["perdidas_en_0_3_32"]} <= pares(expandido) - viejo


def test_el_mismo_nombre_en_dos_niveles_da_cajas_distintas() -> None:
    caso = json.loads((MUESTRAS / "casos" / "c04-mismo-nombre-dos-niveles.json").read_text("utf-8"))
    entrada, esperado = caso["entrada"], caso["esperado"]
    grafo = juntar(grafo_de_json(entrada["plano"], "p"), grafo_de_json(entrada["expandido"], "x"))
    cajas = [n for n in grafo.nodos if n.tipo is TipoDeNodo.SUBGRAFO]
    assert sorted(n.id for n in cajas) == sorted(esperado["cajas"])
    assert sum(n.nombre == "supervisor" for n in cajas) == esperado["veces_que_sale_la_etiqueta_supervisor"]
    hojas = [n.id for n in grafo.nodos if n.tipo is TipoDeNodo.NODO]
    assert sorted(hojas) == sorted(esperado["nodos_hoja"])


def test_un_exportado_que_pierde_rutas_se_lee_sin_inventarlas() -> None:
    caso = json.loads((MUESTRAS / "casos" / "c03-router-sin-mapa.json").read_text("utf-8"))
    for exportado in caso["entrada"]["exportado"].values():
        grafo = grafo_de_json(exportado, "g")
        assert {"weigh", "pack", "reject"} <= set(grafo.por_id)
        assert len(grafo.aristas) == len(exportado["edges"])


def test_todos_los_nombres_raros_sobreviven() -> None:
    caso = json.loads((MUESTRAS / "casos" / "c01-nombres-de-nodos.json").read_text("utf-8"))
    escrito = caso["entrada"]["grafo_real"]
    grafo = grafo_de_json(escrito, "g")
    assert [n.id for n in grafo.nodos] == [n["id"] for n in escrito["nodes"]]
    nombres = caso["entrada"]["nombres"]
    otro = grafo_de_json({"nodes": [{"id": n} for n in nombres], "edges": []}, "g")
    assert len(otro.por_id) == len(set(nombres))


@pytest.mark.parametrize("nombre", DOS_VISTAS)
def test_juntar_plano_y_xray_conserva_el_primer_nivel_y_lo_de_dentro(nombre: str) -> None:
    rutas = [MUESTRAS / "grafos" / nombre, MUESTRAS / "grafos" / nombre.replace(".json", ".xray.json")]
    plano, xray = (leer_grafo(r) for r in rutas)
    junto = leer_grafo_de_dos_vistas(*rutas)
    assert {a for a in junto.aristas if ":" not in a.origen} == set(plano.aristas)
    assert {n.id for n in junto.nodos} == {n.id for n in (*plano.nodos, *xray.nodos)}
    assert not junto.avisos


def test_la_vuelta_de_un_subgrafo_no_se_cuenta_dos_veces() -> None:
    junto = leer_grafo_de_dos_vistas(
        MUESTRAS / "grafos" / "g02-rag-plan.json", MUESTRAS / "grafos" / "g02-rag-plan.xray.json"
    )
    assert ("conduct_research", "conduct_research") in pares(junto)
    dentro = "conduct_research:retrieve_documents", "conduct_research:generate_queries"
    assert dentro not in pares(junto)


def test_lo_que_solo_dice_xray_en_el_primer_nivel_queda_en_avisos() -> None:
    plano = grafo_de_json({"nodes": [{"id": "a"}, {"id": "b"}], "edges": []}, "p")
    xray = grafo_de_json({"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}, "x")
    assert tuple(map(str, juntar(plano, xray).avisos)) == ("solo la vista xray tiene a → b",)


def test_un_nombre_que_era_un_uuid_se_recupera_de_su_dato() -> None:
    uuid = "7f0c0d2e-3f0a-4f0e-9d3a-0d6f8a1b2c3d"
    nodos = [{"id": "__start__"}, {"id": 1, "data": {"name": uuid}}, {"id": 2}]
    grafo = grafo_de_json(
        {"nodes": nodos, "edges": [{"source": 1, "target": 2}, {"source": "__start__", "target": 1}]}, "g"
    )
    assert pares(grafo) == {(uuid, "2"), ("__start__", uuid)}


def test_el_final_que_nadie_declaro_se_anade() -> None:
    grafo = grafo_de_json({"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "__end__"}]}, "g")
    assert grafo.por_id["__end__"].tipo is TipoDeNodo.FIN


def test_los_problemas_de_un_grafo_de_langgraph_salen_juntos() -> None:
    nodos = [{"id": "alfa"}, {"id": "alfa"}, {"id": None}, {}, 7, {"id": True}]
    aristas = [{"source": "alfa", "target": "alfo"}, {"source": ["x"], "target": "alfa"}, {}, "x"]
    hallados = que_pasa({"nodes": nodos, "edges": aristas})
    assert sum("no tiene «id»" in q for q in hallados) == 4
    assert "el nodo «alfa» está repetido" in hallados
    assert any("«alfo», que no está entre los nodos (¿quisiste decir «alfa»?)" in q for q in hallados)
    assert sum("no es un id de nodo" in q for q in hallados) == 5


def test_un_id_desmesurado_se_rechaza() -> None:
    hallados = que_pasa({"nodes": [{"id": ":" * 1000}, {"id": "a" * 1001}], "edges": []})
    assert ["niveles" in hallados[0] or "niveles" in hallados[1], len(hallados)] == [True, 2]


def test_dos_piezas_numeradas_que_se_llaman_igual_son_dos_nodos() -> None:
    piezas = [{"id": n, "data": {"name": nombre}} for n, nombre in enumerate(["Prompt", "Chat", "Prompt"], 1)]
    grafo = grafo_de_json(
        {"nodes": [*piezas, {"id": "Chat"}], "edges": [{"source": 1, "target": 2}, {"source": 2, "target": 3}]},
        "g.json",
    )
    assert [n.id for n in grafo.nodos] == ["Prompt", "Chat (2)", "Prompt (3)", "Chat"]
    assert pares(grafo) == {("Prompt", "Chat (2)"), ("Chat (2)", "Prompt (3)")}


@pytest.mark.parametrize(
    ("arista", "problema"),
    [
        ({"conditional": "true"}, "«conditional» debe ser true o false"),
        ({"conditional": 1}, "«conditional» debe ser true o false"),
        ({"data": {"clave": 1}}, "«data» de una arista es su etiqueta y debe ser texto"),
    ],
)
def test_una_arista_con_valores_de_otro_tipo_no_se_adivina(arista: dict[str, Any], problema: str) -> None:
    datos = {"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b", **arista}]}
    assert que_pasa(datos) == [problema]


@pytest.mark.parametrize("condicional", [None, False])
def test_una_arista_que_no_es_condicional_puede_decirlo(condicional: bool | None) -> None:
    datos = {"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "a", "conditional": condicional}]}
    assert not grafo_de_json(datos, "g.json").aristas[0].condicional
