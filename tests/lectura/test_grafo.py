"""Grafos exportados: el nuestro y el de LangGraph de cualquier versión, tal cual."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.lectura.grafo import grafo_de_json, juntar, leer_grafo, leer_grafo_de_dos_vistas
from generador.modelo.grafo import Formato, Grafo, Lugar, TipoDeArista, TipoDeNodo
from tests.lectura import fabrica

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
    assert pares(expandido) - viejo == {tuple(p) for p in caso["esperado"]["perdidas_en_0_3_32"]} | {
        ("inner:__start__", "inner:__end__")
    } - {("inner:__start__", "inner:a")}


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
    assert juntar(plano, xray).avisos == ("solo la vista xray tiene a → b",)


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


@pytest.mark.parametrize("datos", [[], "x", None, {}, {"otra": 1}])
def test_lo_que_no_es_un_grafo_se_dice(datos: Any) -> None:
    assert que_pasa(datos)[0].startswith("no es un grafo")


def test_nuestro_formato_vuelve_entero() -> None:
    datos = {
        **fabrica.grafo("a"),
        "nodos": [
            {"id": "s", "nombre": "s", "tipo": "subgrafo", "pausa": ["antes", "despues"], "diferido": True},
            {"id": "s:t", "tipo": "herramientas", "herramientas": ["x"], "reintentos": True, "cache": True},
        ],
        "aristas": [
            {
                "origen": "s",
                "destino": None,
                "tipo": "envio",
                "etiquetas": ["a", "b"],
                "grupo": "g",
                "funcion": "f",
                "certeza": "desconocida",
            }
        ],
        "canales": {"x": "add"},
        "lee": {"s": ["x"]},
        "escribe": {"s": ["x"]},
        "avisos": ["ojo"],
    }
    grafo = grafo_de_json(datos, "g.json")
    assert grafo.formato is Formato.VITRINA
    assert grafo.version_langgraph == "1.2.24"
    assert grafo.por_id["s:t"].nombre == "t"
    assert grafo.por_id["s"].pausa == ("antes", "despues")
    assert grafo.sin_destino("s")[0].tipo is TipoDeArista.ENVIO
    assert (grafo.canales, grafo.lee, grafo.avisos) == ({"x": "add"}, {"s": ("x",)}, ("ojo",))


def test_en_nuestro_formato_lo_desconocido_se_avisa_y_lo_incoherente_se_dice() -> None:
    datos = fabrica.grafo("a")
    datos["nuevo"] = 1
    datos["nodos"][1]["color"] = "rojo"
    assert grafo_de_json(datos, "g").avisos == ("clave desconocida «nodos[1].color»", "clave desconocida «nuevo»")
    datos["nodos"].append({"id": "a"})
    datos["aristas"].append({"origen": "a", "destino": "b", "tipo": "magica"})
    hallados = que_pasa(datos)
    assert "el nodo «a» está repetido" in hallados
    assert any("«b», que no está entre los nodos" in q for q in hallados)
    assert any("«aristas[2].tipo» no puede ser el texto «magica»" in q for q in hallados)


def test_un_grafo_vacio_solo_vale_si_dice_por_que() -> None:
    vacio = {"formato": "vitrina/grafo", "v": 1, "nodos": [], "aristas": []}
    assert que_pasa(vacio) == ["el grafo no tiene ningún nodo"]
    assert grafo_de_json({**vacio, "avisos": ["LangGraph no dibujó el grafo"]}, "g").nodos == ()


def test_una_version_que_no_conocemos_se_rechaza() -> None:
    assert que_pasa({**fabrica.grafo("a"), "v": 2}) == ["«v» no puede ser el número 2"]


def test_los_problemas_llevan_la_linea_del_fichero(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text('{"nodes": [{"id": "a"}],\n "edges": [\n  {"source": "a",\n   "target": "z"}]}')
    with pytest.raises(ErrorDeEntrada) as error:
        leer_grafo(tmp_path / "g.json")
    assert [(p.fichero, p.linea, p.columna) for p in error.value.problemas] == [(str(tmp_path / "g.json"), 4, 14)]


json_puro = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda hijos: (
        st.lists(hijos, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "data", "name", "source", "target", "metadata", "__tools", "origen"]), hijos
        )
    ),
    max_leaves=10,
)


@given(st.sampled_from([("nodes", "edges"), ("nodos", "aristas")]), st.lists(json_puro), st.lists(json_puro))
def test_con_cualquier_json_solo_lanza_error_de_entrada(claves: tuple[str, str], nodos: Any, aristas: Any) -> None:
    try:
        grafo_de_json({claves[0]: nodos, claves[1]: aristas, "formato": "vitrina/grafo", "v": 1}, "g")
    except ErrorDeEntrada as error:
        assert error.problemas
