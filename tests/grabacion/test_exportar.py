"""El grafo exportado dice lo que el agente compilado es, arista a arista, y cuánto sabe de cada una."""

import json
import threading
from typing import Annotated, Any, Literal, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint
from langgraph.graph import END, START, StateGraph
from langgraph.types import CachePolicy, Command, RetryPolicy, Send

from generador.errores import ErrorDeEntrada
from generador.grabacion.exportar import como_json, exportar
from generador.grabacion.oraculo import Oraculo

from . import agentes_de_prueba as agentes
from .agentes_de_prueba import Estado, _pone


def grafo(*nodos: str) -> StateGraph:
    g = StateGraph(Estado)
    for n in nodos:
        g.add_node(n, _pone(n))
    return g


def aristas(g: Any, origen: str | None = None) -> list[tuple]:
    """`(origen, destino, tipo, etiquetas, certeza)` de cada arista, en orden."""
    datos = como_json(g.compile() if isinstance(g, StateGraph) else g)
    return [
        (a["origen"], a["destino"], a["tipo"], tuple(a["etiquetas"]), a["certeza"])
        for a in datos["aristas"]
        if origen is None or a["origen"] == origen
    ]


def nodo(g: Any, id_: str) -> dict[str, Any]:
    return next(n for n in como_json(g)["nodos"] if n["id"] == id_)


# --- la tabla A2, construcción a construcción ----------------------------------------------------------------------


def test_aristas_fijas_bucles_y_final_implicito():
    g = grafo("a", "b")
    g.add_edge(START, "a")
    g.add_edge("a", "b")
    g.add_edge("a", "a")
    assert aristas(g) == [
        ("__start__", "a", "fija", (), "declarada"),
        ("a", "a", "fija", (), "declarada"),
        ("a", "b", "fija", (), "declarada"),
        ("b", "__end__", "fija", (), "inferida"),
    ]


def test_un_path_map_conserva_todas_sus_etiquetas():
    g = grafo("a", "b", "c")
    g.add_edge(START, "a")
    g.add_conditional_edges("a", lambda _: "si", {"si": "b", "vale": "b", "no": "c", "fin": END})
    assert aristas(g, "a") == [
        ("a", "b", "condicional", ("si", "vale"), "declarada"),
        ("a", "c", "condicional", ("no",), "declarada"),
        ("a", "__end__", "condicional", ("fin",), "declarada"),
    ]


def test_una_lista_y_un_literal_no_llevan_etiquetas():
    def ruta(_) -> Literal["b", "__end__"]:
        return "b"

    g = grafo("a", "b")
    g.add_edge(START, "a")
    g.add_conditional_edges("a", ruta)
    g.add_conditional_edges("b", lambda _: "a", ["a"])
    assert aristas(g, "a") == [
        ("a", "b", "condicional", (), "declarada"),
        ("a", "__end__", "condicional", (), "declarada"),
    ]
    assert aristas(g, "b") == [("b", "a", "condicional", (), "declarada")]


def test_sin_declarar_se_infiere_y_lo_que_no_se_sabe_se_dice():
    def clara(e):
        return "b" if e["n"] else END

    def oscura(e):
        return e["destino"]

    g = grafo("a", "b")
    g.add_edge(START, "a")
    g.add_conditional_edges("a", clara)
    g.add_conditional_edges("b", oscura)
    assert aristas(g, "a") == [
        ("a", "b", "condicional", (), "inferida"),
        ("a", "__end__", "condicional", (), "inferida"),
    ]
    assert aristas(g, "b") == [("b", None, "condicional", (), "desconocida")]


def test_una_fija_y_una_condicional_al_mismo_sitio_son_dos():
    g = grafo("a", "b")
    g.add_edge(START, "a")
    g.add_edge("a", "b")
    g.add_conditional_edges("a", lambda _: "b", ["b"])
    assert [a[2] for a in aristas(g, "a")] == ["fija", "condicional"]


def test_cada_rama_lleva_su_grupo_y_su_funcion():
    def una(_):
        return "b"

    def otra(_):
        return "b"

    g = grafo("a", "b", "c")
    g.add_edge(START, "a")
    g.add_conditional_edges("a", una, ["b", "c"])
    g.add_conditional_edges("a", otra, ["b"])
    salen = [a for a in como_json(g.compile())["aristas"] if a["origen"] == "a"]
    assert [(a["grupo"], a["funcion"]) for a in salen] == [("a:una", "una"), ("a:una", "una"), ("a:otra", "otra")]


def test_command_sin_anotar_se_infiere():
    def salta(e):
        if e["n"]:
            return Command(goto=["b", Send("c", {})])
        return Command(goto=e["n"])

    g = grafo("b", "c")
    g.add_node("a", salta)
    g.add_edge(START, "a")
    assert aristas(g, "a") == [
        ("a", "b", "comando", (), "inferida"),
        ("a", "c", "envio", (), "inferida"),
        ("a", None, "comando", (), "desconocida"),
    ]


def test_command_declarado_por_anotacion_o_por_destinos():
    def anotado(_) -> Command[Literal["b", "__end__"]]:
        return Command(goto="b")

    g = grafo("b")
    g.add_node("a", anotado)
    g.add_node("d", lambda _: None, destinations={"b": "vuelve"})
    g.add_edge(START, "a")
    g.add_edge(START, "d")
    assert aristas(g, "a") == [("a", "b", "comando", (), "declarada"), ("a", "__end__", "comando", (), "declarada")]
    assert aristas(g, "d") == [("d", "b", "comando", ("vuelve",), "declarada")]


def test_un_salto_al_padre_sale_del_subgrafo():
    assert aristas(agentes.salta_al_padre(), "sub:sale") == [("sub:sale", "b", "comando", (), "inferida")]


def test_de_un_nodo_cuyo_subgrafo_salta_fuera_no_se_supone_que_acabe_ahi():
    todas = aristas(agentes.salta_al_padre())
    assert ("sub", "__end__", "fija", (), "inferida") not in todas
    assert ("b", "__end__", "fija", (), "inferida") in todas


def test_un_destino_leido_del_codigo_que_no_existe_se_dice_y_no_es_una_arista():
    dentro = grafo("a").add_node("s", lambda _: Command(graph=Command.PARENT, goto="perdido"))
    dentro.add_edge(START, "a").add_edge("a", "s")
    g = StateGraph(Estado).add_node("sub", dentro.compile()).add_edge(START, "sub").compile()
    assert aristas(g, "sub:s") == []
    assert como_json(g)["avisos"] == ["sub:s: su código va a «perdido», que no existe"]


def test_un_send_se_distingue_este_declarado_o_no():
    def reparte(_):
        return [Send("b", {}) for _ in range(3)]

    g = grafo("a", "b")
    g.add_edge(START, "a")
    g.add_conditional_edges("a", reparte)
    assert aristas(g, "a") == [("a", "b", "envio", (), "inferida")]
    assert aristas(agentes.reparte(), "plan") == [("plan", "obrero", "envio", (), "declarada")]


def test_un_join_comparte_grupo():
    salen = [a for a in como_json(agentes.paralelo())["aristas"] if a["destino"] == "junta"]
    assert [(a["origen"], a["tipo"], a["grupo"]) for a in salen] == [
        ("izq", "union", "junta#1"),
        ("der", "union", "junta#1"),
    ]


def test_pausas_diferido_reintentos_cache_y_herramientas():
    g = StateGraph(Estado)
    g.add_node("a", _pone("a"), defer=True, retry_policy=RetryPolicy(), cache_policy=CachePolicy())
    g.add_node("b", _pone("b"))
    g.add_edge(START, "a")
    g.add_edge("a", "b")
    compilado = g.compile(interrupt_before=["a"], interrupt_after="*")
    a = nodo(compilado, "a")
    assert (a["diferido"], a["reintentos"], a["cache"], a["pausa"]) == (True, True, True, ["antes", "despues"])
    assert nodo(compilado, "b")["pausa"] == ["despues"]
    assert nodo(agentes.con_herramientas(), "tools")["herramientas"] == ["suma", "rompe"]
    assert nodo(agentes.con_herramientas(), "tools")["tipo"] == "herramientas"


def test_el_manejador_de_errores_cuelga_de_su_nodo():
    salen = aristas(agentes.con_manejador_de_errores(), "falla")
    assert ("falla", "__error_handler__falla", "condicional", ("error",), "declarada") in salen


def test_los_subgrafos_son_recursivos_y_conservan_su_contenedor():
    datos = como_json(agentes.anidado())
    assert [(n["id"], n["tipo"]) for n in datos["nodos"]] == [
        ("__start__", "inicio"),
        ("fuera", "subgrafo"),
        ("fuera:__start__", "inicio"),
        ("fuera:dentro", "subgrafo"),
        ("fuera:dentro:__start__", "inicio"),
        ("fuera:dentro:hoja", "nodo"),
        ("fuera:dentro:__end__", "fin"),
        ("fuera:__end__", "fin"),
        ("__end__", "fin"),
    ]
    assert aristas(agentes.anidado(), "fuera:dentro:hoja")[0][1] == "fuera:dentro:__end__"


def test_el_mismo_subgrafo_dos_veces_tiene_ids_distintos_tambien_dentro_de_una_funcion():
    ids = [n["id"] for n in como_json(agentes.el_mismo_dos_veces())["nodos"]]
    assert {"uno:a", "otro:a", "envuelve:a"} <= set(ids)
    assert len(ids) == len(set(ids))


def test_un_interior_que_no_es_un_stategraph_se_dice():
    @entrypoint()
    def flujo(e: dict) -> dict:
        return e

    g = StateGraph(Estado)
    g.add_node("raro", flujo)
    g.add_edge(START, "raro")
    assert como_json(g.compile())["avisos"] == ["raro: su interior no es un StateGraph y no se puede recorrer"]


def test_un_nodo_inalcanzable_conserva_sus_aristas():
    g = grafo("a", "isla", "b")
    g.add_edge(START, "a")
    g.add_edge("isla", "b")
    assert ("isla", "b", "fija", (), "declarada") in aristas(g)


def test_los_nombres_raros_llegan_tal_cual():
    nombres = [
        "con espacio",
        "ñandú",
        "<b>x</b>",
        'co"millas',
        "salto\nde línea",
        "a;b",
        "12345678-1234-5678-1234-567812345678",
    ]
    g = grafo(*nombres)
    g.add_edge(START, nombres[0])
    assert [n["id"] for n in como_json(g.compile())["nodos"]][1:-1] == nombres


def test_los_canales_dicen_su_reductor():
    class Rico(agentes.Charla):
        lista: Annotated[list, lambda a, b: a + b]
        suelto: str

    g = StateGraph(Rico)
    g.add_node("a", lambda _: None)
    g.add_edge(START, "a")
    assert como_json(g.compile())["canales"] == {
        "messages": "_add_messages",
        "lista": "<lambda>",
        "suelto": "LastValue",
    }
    assert como_json(agentes.lineal())["canales"] == {"x": "add", "n": "LastValue"}


class SoloN(TypedDict):
    n: int


def lee_n(e: SoloN) -> SoloN:
    return {"n": e["n"]}


def test_lee_y_escribe_solo_lo_que_los_tipos_declaran():
    g = grafo("a")
    g.add_node("b", lee_n)
    g.add_edge(START, "a")
    g.add_edge("a", "b")
    datos = como_json(g.compile())
    assert (datos["lee"], datos["escribe"]) == ({"b": ["n"]}, {"b": ["n"]})


def test_create_agent_sale_con_sus_ramas():
    agente = create_agent(Oraculo(), [agentes.suma])
    pares = {(o, d) for o, d, *_ in aristas(agente)}
    assert pares == {("__start__", "model"), ("model", "tools"), ("model", "__end__"), ("tools", "model")}


def test_exportar_dos_veces_da_lo_mismo_y_es_json():
    primero = json.dumps(como_json(agentes.reparte_a_subgrafos()), allow_nan=False)
    assert primero == json.dumps(como_json(agentes.reparte_a_subgrafos()), allow_nan=False)


# --- lo que no es un StateGraph ------------------------------------------------------------------------------------


def test_una_api_funcional_sale_con_la_forma_de_langgraph():
    @entrypoint(checkpointer=InMemorySaver())
    def flujo(x: int) -> int:
        return x

    datos = como_json(flujo)
    assert "flujo" in {n["id"] for n in datos["nodes"]}


class _NoDibuja:
    def __init__(self, hacer):
        self.get_graph = hacer


def test_si_langgraph_no_puede_dibujarlo_el_fallo_es_un_dato():
    def lanza():
        raise KeyError("sub")

    datos = como_json(_NoDibuja(lanza))
    assert datos["nodos"] == [] and datos["avisos"] == ["LangGraph no pudo dibujar el grafo: KeyError: 'sub'"]


def test_si_langgraph_no_vuelve_se_deja_de_esperar():
    libera = threading.Event()
    try:
        datos = como_json(_NoDibuja(libera.wait), limite=0.01)
    finally:
        libera.set()
    assert datos["avisos"] == ["LangGraph no dibujó el grafo en 0.01 s"]


def test_un_runnable_cualquiera_tambien_se_exporta():
    assert len(como_json(RunnableLambda(lambda x: x))["nodes"]) == 3


# --- por nombre ----------------------------------------------------------------------------------------------------


def test_exportar_por_nombre_de_fabrica_con_parametros():
    datos = exportar("tests.grabacion.agentes_de_prueba:fabrica_con_pausa", {"saludo": "eh"})
    assert datos["formato"] == "vitrina/grafo" and datos["v"] == 1
    assert datos["version_langgraph"].startswith("1.")
    assert [n["id"] for n in datos["nodos"]] == ["__start__", "piensa", "pregunta", "__end__"]


def test_vale_un_grafo_ya_hecho_compilado_o_no():
    for nombre in ("GRAFO_SIN_COMPILAR", "GRAFO_COMPILADO"):
        assert "a" in [n["id"] for n in exportar(f"tests.grabacion.agentes_de_prueba:{nombre}")["nodos"]]


@pytest.mark.parametrize(
    ("referencia", "parametros", "trozo"),
    [
        ("sin_dos_puntos", {}, "no nombra una fábrica"),
        ("no.existe:f", {}, "no se puede importar"),
        ("tests.grabacion.agentes_de_prueba:no_esta", {}, "no se puede importar"),
        ("tests.grabacion.agentes_de_prueba:GUION_DE_HERRAMIENTAS", {}, "no es una función"),
        ("tests.grabacion.agentes_de_prueba:fabrica_sin_nada", {"z": 1}, "no acepta «z»"),
        ("tests.grabacion.agentes_de_prueba:con_reintentos", {"falla_antes": []}, None),
        ("builtins:int", {"x": 1}, "no acepta «x»"),
        ("tests.grabacion.agentes_de_prueba:fabrica_que_falla", {}, "falló: ZeroDivisionError"),
        ("tests.grabacion.agentes_de_prueba:fabrica_que_lanza_lo_peor", {}, "falló: NiSuMensaje"),
        ("tests.grabacion.agentes_de_prueba:fabrica_que_acaba_el_proceso", {}, "falló: SystemExit"),
        ("tests.grabacion.agentes_de_prueba:fabrica_de_nada", {}, "no da un grafo compilado, sino un «NoneType»"),
    ],
)
def test_una_fabrica_que_no_vale_se_dice_con_su_remedio(referencia, parametros, trozo):
    if trozo is None:
        assert exportar(referencia, parametros)["nodos"]
        return
    with pytest.raises(ErrorDeEntrada, match=trozo) as error:
        exportar(referencia, parametros)
    assert "→" in str(error.value)


# --- propiedad: los pares de aristas de un grafo declarado son exactos ----------------------------------------------

Par = tuple[str, str]


@st.composite
def _declarados(draw: st.DrawFn) -> tuple[StateGraph, set[Par]]:
    """Un grafo al azar y los pares que declara. Un nodo del que no sale nada termina."""
    nombres = [f"n{i}" for i in range(draw(st.integers(1, 6)))]
    destino = st.sampled_from([*nombres, END])
    ramas = st.lists(st.dictionaries(st.sampled_from("xyz"), destino, min_size=1), max_size=2)
    g = grafo(*nombres)
    g.add_edge(START, nombres[0])
    pares = {(START, nombres[0])}
    for origen in nombres:
        for d in draw(st.sets(destino, max_size=2)):
            g.add_edge(origen, d)
            pares.add((origen, d))
        for i, ends in enumerate(draw(ramas)):
            g.add_conditional_edges(origen, RunnableLambda(lambda _: "x", name=f"rama{i}"), ends)
            pares |= {(origen, d) for d in ends.values()}
    if len(nombres) > 2 and draw(st.booleans()):
        origenes = draw(st.lists(st.sampled_from(nombres), min_size=2, max_size=3, unique=True))
        junta = draw(st.sampled_from(nombres))
        g.add_edge(origenes, junta)
        pares |= {(o, junta) for o in origenes}
    con_salida = {o for o, _ in pares}
    return g, pares | {(n, END) for n in nombres if n not in con_salida}


@settings(deadline=None)
@given(_declarados())
def test_los_pares_de_un_grafo_declarado_son_los_declarados(caso):
    g, pares = caso
    exportadas = aristas(g)
    assert {(o, d) for o, d, *_ in exportadas} == pares
    assert {c for *_, destino, _, _, c in exportadas if destino != "__end__"} <= {"declarada"}
    assert {c for *_, c in exportadas} <= {"declarada", "inferida"}


def test_langgraph_pierde_un_final_declarado_y_nosotros_no():
    """Por esto no basta `to_json`: con otra salida al lado, la arista fija a `__end__` desaparece."""
    g = grafo("a", "b")
    for origen, d in ((START, "a"), ("a", "b"), ("b", END), ("b", "a")):
        g.add_edge(origen, d)
    g.add_conditional_edges("a", lambda _: "b", {"b": "b", "fin": END})
    suyos = {(a.source, a.target) for a in g.compile().get_graph().edges}
    assert ("b", END) not in suyos
    assert ("b", "__end__", "fija", (), "declarada") in aristas(g)
