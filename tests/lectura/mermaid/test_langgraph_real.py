"""Lo que `draw_mermaid()` de LangGraph emite de verdad se lee igual que su `to_json()`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal, TypedDict

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from generador.lectura.grafo import grafo_de_json
from generador.lectura.mermaid import leer_mermaid
from generador.modelo.grafo import Grafo

NOMBRES_RAROS = [
    "my node",
    "a bad cafe",
    "开始",
    "结束",
    "étape",
    "🚀",
    "end",
    "subgraph",
    "style",
    "class",
    "graph",
    "default",
    "direction",
    "x",
    "o",
    "a--b",
    "a-",
    "-a",
    "a.b",
    "50%",
    "%%x",
    "#hash",
    "<b>bold</b>",
    'node "q"',
    "[br](x){y}",
    "x) --> (y",
    "PIIMiddleware[email].before_model",
    "line\nbreak",
    "tab\tname",
    "semi;colon",
    "`tick`",
    "**negrita**",
    "_x_",
    "a\\b",
    "a\\20b",
    "back\\slash",
    "with/slash",
    "R&D",
    "مرحبا",
    "ñ",
    "  ",
    "~!@$^*()+=?,.<>",
]


class Estado(TypedDict, total=False):
    x: str


def nada(_: Estado) -> Estado:
    return {}


def elegir(_: Estado) -> str:
    return ""


def pares(grafo: Grafo) -> set[tuple[str, str | None, bool, tuple[str, ...]]]:
    return {(a.origen, a.destino, a.condicional, a.etiquetas) for a in grafo.aristas}


def leer_los_dos(compilado: Any, **opciones: Any) -> tuple[Grafo, Grafo]:
    dibujado = compilado.get_graph(**opciones)
    return leer_mermaid(dibujado.draw_mermaid(), "d.mmd"), grafo_de_json(dibujado.to_json(), "g.json")


def coinciden(compilado: Any, **opciones: Any) -> None:
    diagrama, grafo = leer_los_dos(compilado, **opciones)
    assert {n.id for n in diagrama.nodos} == {n.id for n in grafo.nodos}
    assert pares(diagrama) == pares(grafo)


def lineal(nombres: Iterable[str]) -> Any:
    b: Any = StateGraph(Estado)
    antes = START
    for nombre in nombres:
        b.add_node(nombre, nada)
        b.add_edge(antes, nombre)
        antes = nombre
    b.add_edge(antes, END)
    return b.compile()


def con_ruta(mapa: dict[str, str] | list[str]) -> Any:
    b: Any = StateGraph(Estado)
    destinos = list(dict.fromkeys(mapa.values() if isinstance(mapa, dict) else mapa))
    b.add_node("a", nada)
    for destino in destinos:
        if destino != END:
            b.add_node(destino, nada)
    b.add_edge(START, "a")
    b.add_conditional_edges("a", elegir, mapa)
    return b.compile()


def con_subgrafo(interior: Any, nombre: str = "equipo") -> Any:
    b: Any = StateGraph(Estado)
    b.add_node("antes", nada)
    b.add_node(nombre, interior)
    b.add_node("despues", nada)
    b.add_edge(START, "antes")
    b.add_edge("antes", nombre)
    b.add_edge(nombre, "despues")
    b.add_edge("despues", END)
    return b.compile()


def con_bucle() -> Any:
    b: Any = StateGraph(Estado)
    b.add_node("modelo", nada)
    b.add_node("herramientas", nada)
    b.add_edge(START, "modelo")
    b.add_conditional_edges("modelo", elegir, {"usar": "herramientas", "acabar": END})
    b.add_edge("herramientas", "modelo")
    return b.compile()


def con_comando() -> Any:
    def salta(_: Estado) -> Command[Literal["b", "__end__"]]:
        return Command(goto="b")

    b: Any = StateGraph(Estado)
    b.add_node("a", salta)
    b.add_node("b", nada)
    b.add_edge(START, "a")
    return b.compile()


def con_metadatos() -> Any:
    b: Any = StateGraph(Estado)
    b.add_node("a", nada, metadata={"clave (rara)": 'va"lor', "otra": [1, 2], "fuera": object()})
    b.add_node("b", nada, defer=True)
    b.add_edge(START, "a")
    b.add_edge("a", "b")
    return b.compile(interrupt_before=["a", "b"], interrupt_after=["b"])


GRAFOS: dict[str, Callable[[], Any]] = {
    "lineal": lambda: lineal(["a", "b", "c"]),
    "bucle": con_bucle,
    "ruta_con_etiquetas": lambda: con_ruta({"sí": "b", "no": END, "b": "c"}),
    "ruta_con_lista": lambda: con_ruta(["b", "c", END]),
    "comando": con_comando,
    "metadatos": con_metadatos,
    "subgrafo": lambda: con_subgrafo(con_bucle()),
    "subgrafo_lineal": lambda: con_subgrafo(lineal(["uno", "dos"])),
    "dos_niveles": lambda: con_subgrafo(con_subgrafo(con_bucle(), "hondo")),
    "nombre_con_corchetes": lambda: con_subgrafo(con_bucle(), "PII[email]"),
    "nombre_con_espacios": lambda: con_subgrafo(con_bucle(), "mi equipo; el de siempre"),
}


@pytest.mark.parametrize("xray", [False, True])
@pytest.mark.parametrize("cual", GRAFOS)
def test_el_diagrama_de_langgraph_dice_lo_mismo_que_su_json(cual: str, xray: bool) -> None:
    coinciden(GRAFOS[cual](), xray=xray)


@pytest.mark.parametrize("nombre", NOMBRES_RAROS)
def test_un_nombre_raro_vuelve_entero(nombre: str) -> None:
    diagrama, _ = leer_los_dos(lineal(["antes", nombre, "despues"]))
    assert [n.id for n in diagrama.nodos] == ["__start__", "antes", nombre, "despues", "__end__"]
    assert pares(diagrama) >= {("antes", nombre, False, ()), (nombre, "despues", False, ())}


@pytest.mark.parametrize("nombre", NOMBRES_RAROS)
def test_un_nombre_raro_dentro_de_un_subgrafo_vuelve_entero(nombre: str) -> None:
    coinciden(con_subgrafo(lineal(["antes", nombre, "despues"])), xray=True)


@pytest.mark.parametrize(
    "etiqueta",
    [
        "clean turn, RAG enabled",
        "a --> b",
        "x .-> y",
        "<b>",
        "con|barra",
        "diez palabras " * 8,
        "uno\ndos",
        '"',
        "&lt;",
    ],
)
def test_una_etiqueta_de_ruta_vuelve_entera(etiqueta: str) -> None:
    diagrama, grafo = leer_los_dos(con_ruta({etiqueta: "b", "no": END}))
    leida = next(a.etiquetas for a in diagrama.aristas if a.destino == "b")
    assert leida == tuple(" ".join(e.split()) if len(e.split()) > 9 else e for e in (etiqueta,))
    assert {a.par for a in diagrama.aristas} == {a.par for a in grafo.aristas}


def test_los_metadatos_del_rotulo_dan_las_pausas_y_el_diferido() -> None:
    diagrama, grafo = leer_los_dos(con_metadatos())
    for leido in (diagrama, grafo):
        assert leido.por_id["a"].pausa == ("antes",)
        assert leido.por_id["b"].pausa == ("antes", "despues")
        assert leido.por_id["b"].diferido


def test_sin_estilos_los_ids_se_desescapan() -> None:
    texto = lineal(["my node", "étape", "开始"]).get_graph().draw_mermaid(with_styles=False)
    assert [n.id for n in leer_mermaid(texto, "d.mmd").nodos] == ["__start__", "my node", "étape", "开始", "__end__"]


nombres_de_nodo = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters=":|"), min_size=1, max_size=12
).filter(lambda n: n not in ("__start__", "__end__"))


@settings(max_examples=60, deadline=None)
@given(st.lists(nombres_de_nodo, min_size=1, max_size=4, unique=True))
def test_cualquier_nombre_que_langgraph_admita_vuelve_entero(nombres: list[str]) -> None:
    diagrama, _ = leer_los_dos(lineal(nombres))
    assert [n.id for n in diagrama.nodos] == ["__start__", *nombres, "__end__"]
    assert [a.par for a in diagrama.aristas if a.origen == "__start__"] == [("__start__", nombres[0])]


@pytest.mark.parametrize(
    "nombre", ["x--x", "o--o", "a-->b", "a%20b", "é00", "fin;", "&amp;", "#35;", "subgraph", "end", "[*]"]
)
def test_un_subgrafo_se_llame_como_se_llame_es_uno(nombre: str) -> None:
    """Su título va sin escapar, y las flechas que entran en él van antes que los rótulos de sus nodos."""
    g: Any = StateGraph(Estado)
    g.add_node(nombre, lineal(["i", "00b"])).add_node("z", nada).add_edge(START, nombre).add_edge(nombre, "z")
    dibujado = g.compile().get_graph(xray=True)
    diagrama, grafo = leer_mermaid(dibujado.draw_mermaid(), "d.mmd"), grafo_de_json(dibujado.to_json(), "g.json")
    assert {n.id for n in diagrama.nodos} == {n.id for n in grafo.nodos}
    assert {a.par for a in diagrama.aristas} == {a.par for a in grafo.aristas}


def al_azar(azar: Random, hondura: int = 0) -> Any:
    """Un grafo declarado entero (fijas, rutas con etiquetas, bucles y subgrafos) con nombres que cuesta escapar."""
    b: Any = StateGraph(Estado)
    nombres = [azar.choice(["n%d", "nodo %d", "é%d", "x-%d", "k(%d)"]) % i for i in range(azar.randint(1, 4))]
    for nombre in nombres:
        b.add_node(nombre, al_azar(azar, hondura + 1) if hondura < 2 and azar.random() < 0.3 else nada)
    b.add_edge(START, nombres[0])
    for nombre in nombres:
        if azar.random() < 0.5:
            b.add_edge(nombre, azar.choice([*nombres, END]))
        else:
            etiquetas = azar.sample(["sí", "no", "quizá"], azar.randint(1, 3))
            b.add_conditional_edges(nombre, elegir, {e: azar.choice([*nombres, END]) for e in etiquetas})
    return b.compile()


@settings(max_examples=50, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_de_un_grafo_cualquiera_no_se_inventa_ningun_nodo_ni_arista(azar: Random, xray: bool) -> None:
    try:
        dibujado = al_azar(azar).get_graph(xray=xray)
        texto = dibujado.draw_mermaid()
    except ValueError as error:  # LangGraph no sabe dibujar dos subgrafos con el mismo nombre
        assume("duplicate subgraph" not in str(error) and "unreachable" not in str(error))
        raise
    diagrama, grafo = leer_mermaid(texto, "d.mmd"), grafo_de_json(dibujado.to_json(), "g.json")
    assert pares(diagrama) <= pares(grafo)
    assert {n.id for n in diagrama.nodos} <= {n.id for n in grafo.nodos}
    if not xray:
        assert pares(diagrama) == pares(grafo)


VIEJO = """%%{init: {'flowchart': {'curve': 'linear'}}}%%
graph TD;
	__start__([<p>__start__</p>]):::first
	mi_nodo(mi nodo)
	sub_1_p(p)
	sub_1_q__(q 🚀)
	CAMBIADO(otra cosa)
	__end__([<p>__end__</p>]):::last
	__start__ --> mi_nodo;
	mi_nodo -. &nbsp;va&nbsp; .-> sub_1_p;
	sub_1_q__ --> CAMBIADO;
	CAMBIADO --> __end__;
	subgraph sub 1
	sub_1_p -.-> sub_1_q__;
	end
	classDef default fill:#f2f0ff,line-height:1.2
"""


@pytest.mark.parametrize("cohete", ["sub_1_q__", "sub_1_q___"])
def test_de_un_langgraph_viejo_o_de_javascript_los_nombres_salen_de_los_rotulos(cohete: str) -> None:
    grafo = leer_mermaid(VIEJO.replace("sub_1_q__", cohete), "d.mmd")
    nodos = [(n.id, n.etiqueta) for n in grafo.nodos if n.nombre not in ("__start__", "__end__")]
    assert nodos == [
        ("mi nodo", None),
        ("sub 1", None),
        ("sub 1:p", None),
        ("sub 1:q 🚀", None),
        ("CAMBIADO", "otra cosa"),
    ]
    declaradas = {a.par for a in grafo.aristas if a.certeza == "declarada"}
    assert {("mi nodo", "sub 1"), ("sub 1:p", "sub 1:q 🚀"), ("sub 1", "CAMBIADO")} <= declaradas


def test_un_diagrama_a_mano_que_parece_de_un_langgraph_viejo_conserva_sus_ids() -> None:
    grafo = leer_mermaid("graph TD;\nmi_nodo(mi nodo) --> b", "d.mmd")
    assert [(n.id, n.etiqueta) for n in grafo.nodos] == [("mi_nodo", "mi nodo"), ("b", None)]
