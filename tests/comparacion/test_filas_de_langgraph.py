"""Las once formas conocidas en que `get_graph().to_json()` calla o inventa, con LangGraph de verdad.

De cada una: qué veredictos da el JSON de LangGraph frente a la verdad escrita como contrato, y qué da nuestra
exportación. En ninguna puede salir un `falta` o un `sobra` falso.
"""

from __future__ import annotations

import json
import operator
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send

from generador.grabacion import Grabadora
from generador.grabacion.exportar import como_json
from generador.lectura.grafo import grafo_de_json
from generador.lectura.trazas import leer_traza
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Formato, Grafo, TipoDeArista
from generador.modelo.traza import Traza
from tests.comparacion.grafos import comparar, diferencias, fija, grafo, join, ruta, salto, veredictos
from tests.congelados import replace

NO_SE_SABE = "el_grafo_no_puede_decirlo"


class Estado(TypedDict, total=False):
    x: Annotated[list[str], operator.add]


def pone(nombre: str) -> Callable[[Any], dict[str, Any]]:
    return lambda _: {"x": [nombre]}


def construir(nodos: str, *aristas: tuple[Any, str], **funciones: Any) -> StateGraph[Any]:
    b: StateGraph[Any] = StateGraph(Estado)
    for n in nodos.split():
        b.add_node(n, funciones.get(n, pone(n)))
    for origen, destino in aristas:
        b.add_edge(origen, destino)
    return b


def en_json(compilado: Any, **opciones: Any) -> Grafo:
    datos = json.loads(json.dumps(compilado.get_graph(**opciones).to_json(), default=str))
    return grafo_de_json(datos, "grafo.json")


def exportado(compilado: Any) -> Grafo:
    """Nuestra exportación, con los finales que nadie escribió como inferidos."""
    g = grafo_de_json(como_json(compilado), "grafo.json")
    b = compilado.builder
    escritos = {o for o, _ in b.edges} | {o for origenes, _ in b.waiting_edges for o in origenes}
    return replace(g, aristas=tuple(_con_certeza(a, escritos) for a in g.aristas))


def _con_certeza(a: Arista, escritos: set[str]) -> Arista:
    """De un nodo del que no sale ninguna arista fija, la que va al final es una deducción."""
    implicita = a.tipo is TipoDeArista.FIJA and a.destino == FIN and a.origen not in escritos
    return replace(a, certeza=Certeza.INFERIDA) if implicita else a


def grabar(compilado: Any, carpeta: Path) -> Traza:
    ruta_ = carpeta / "t.jsonl"
    ruta_.unlink(missing_ok=True)
    with Grabadora(ruta_, caso="c") as grabadora:
        grabadora.ejecutar(compilado, {"x": []})
    return leer_traza(ruta_, "c")


def contrato(*aristas: Arista, nodos: str = "") -> Grafo:
    return grafo(*aristas, nodos=nodos.split(), formato=Formato.PLAN)


@dataclass(frozen=True)
class Fila:
    """El agente, lo que de verdad promete, y los veredictos que da el JSON sin trazas y con una."""

    agente: Callable[[], Any]
    verdad: Grafo
    json: dict[str, str]
    con_traza: dict[str, str]


def f1() -> Any:
    b = construir("a b c d", (START, "a"), ("b", END), ("c", END), ("d", "a"))
    b.add_conditional_edges("a", lambda s: "b" if s["x"] else "c")
    return b.compile()


def f2() -> Any:
    return construir("a b", (START, "a"), ("b", END), a=lambda _: Command(goto="b", update={"x": ["a"]})).compile()


def f3() -> Any:
    b = construir("plan w j", (START, "plan"), ("w", "j"), ("j", END), w=lambda _: {"x": ["w"]})
    b.add_conditional_edges("plan", lambda _: [Send("w", {}), Send("w", {})])
    return b.compile()


def f4() -> Any:
    b = construir("a b c", (START, "a"), ("b", END), ("c", END))
    b.add_conditional_edges("a", lambda _: "ok", {"ok": "b", "warn": "b", "mal": "c"})
    return b.compile()


def f5() -> Any:
    b = construir("a b c", (START, "a"), ("b", END), ("c", END))
    b.add_conditional_edges("a", lambda _: "b", {"b": "b", "otro": "c"})
    return b.compile()


def f6() -> Any:
    return construir("a b", (START, "a"), ("a", "b")).compile()


def f7() -> Any:
    b = construir("a b c d", (START, "a"), ("a", "b"), ("a", "c"), ("d", END))
    b.add_edge(["b", "c"], "d")
    return b.compile()


def f8() -> Any:
    return construir("a revisar", (START, "a"), ("a", "revisar"), ("revisar", END)).compile()


def _equipo() -> Any:
    return construir("p q", (START, "p"), ("p", "q"), ("q", END)).compile()


def f9() -> Any:
    return construir("team z", (START, "team"), ("team", "z"), ("z", END), team=_equipo()).compile()


def f10() -> Any:
    equipos = [_equipo()]
    llama = lambda _: {"x": equipos[0].invoke({"x": []})["x"]}  # noqa: E731
    return construir("envuelve", (START, "envuelve"), ("envuelve", END), envuelve=llama).compile()


def f11() -> Any:
    return construir("a b c", (START, "a"), ("a", END), ("b", "c"), ("c", END)).compile()


Y_ACABA = (fija(INICIO, "a"), fija("b", FIN), fija("c", FIN))


def dentro(padre: str) -> list[str]:
    """Las claves del interior de un subgrafo `p → q`."""
    return [f"{padre}:{x}" for x in "pq"] + [
        f"{padre}:{o}→{padre}:{d}" for o, d in (("__start__", "p"), ("p", "q"), ("q", "__end__"))
    ]


FILAS = {
    "1 ruta sin path_map": Fila(
        f1,
        contrato(*Y_ACABA, ruta("a", "b"), ruta("a", "c"), fija("d", "a")),
        dict.fromkeys(["a→__end__", "a→b", "a→c", "b→__end__", "c→__end__", "d→a"], NO_SE_SABE),
        {"a→c": NO_SE_SABE, "c→__end__": NO_SE_SABE, "d→a": NO_SE_SABE}
        | dict.fromkeys(["c", "d"], "declarada_sin_recorrer"),
    ),
    "2 Command sin anotar": Fila(
        f2,
        contrato(fija(INICIO, "a"), salto("a", "b"), fija("b", FIN)),
        dict.fromkeys(["a→__end__", "a→b", "b→__end__"], NO_SE_SABE),
        {},
    ),
    "3 Send sin path_map": Fila(
        f3,
        contrato(fija(INICIO, "plan"), ruta("plan", "w"), fija("w", "j"), fija("j", FIN)),
        dict.fromkeys(["plan→__end__", "plan→w", "w→j", "j→__end__"], NO_SE_SABE),
        {},
    ),
    "4 dos etiquetas al mismo destino": Fila(
        f4,
        contrato(*Y_ACABA, ruta("a", "b", "ok", "warn"), ruta("a", "c", "mal")),
        {},
        dict.fromkeys(["a→c", "c", "c→__end__"], "declarada_sin_recorrer"),
    ),
    "5 etiqueta igual al destino": Fila(
        f5,
        contrato(*Y_ACABA, ruta("a", "b", "b"), ruta("a", "c", "otro")),
        {},
        dict.fromkeys(["a→c", "c", "c→__end__"], "declarada_sin_recorrer"),
    ),
    "6 sin arista al final": Fila(f6, contrato(fija(INICIO, "a"), fija("a", "b")), {}, {}),
    "7 join": Fila(
        f7, contrato(fija(INICIO, "a"), fija("a", "b"), fija("a", "c"), *join(["b", "c"], "d"), fija("d", FIN)), {}, {}
    ),
    "8 interrupt en ejecución": Fila(
        f8, contrato(fija(INICIO, "a"), fija("a", "revisar"), fija("revisar", FIN)), {}, {}
    ),
    "9 subgrafo": Fila(
        f9,
        contrato(
            fija(INICIO, "team"), fija("team", "z"), fija("z", FIN),
            fija("team:__start__", "team:p"), fija("team:p", "team:q"), fija("team:q", "team:__end__"),
        ),
        dict.fromkeys(dentro("team"), NO_SE_SABE),
        {},
    ),
    "10 subgrafo dentro de una función": Fila(
        f10,
        contrato(
            fija(INICIO, "envuelve"), fija("envuelve", FIN),
            fija("envuelve:__start__", "envuelve:p"), fija("envuelve:p", "envuelve:q"),
            fija("envuelve:q", "envuelve:__end__"),
        ),
        dict.fromkeys(dentro("envuelve"), NO_SE_SABE),
        {},
    ),
    "11 inalcanzable": Fila(
        f11,
        contrato(fija(INICIO, "a"), fija("a", FIN), fija("b", "c"), fija("c", FIN)),
        dict.fromkeys(["b→c", "c→__end__"], NO_SE_SABE),
        {"b→c": NO_SE_SABE, "c→__end__": NO_SE_SABE} | dict.fromkeys(["b", "c"], "declarada_sin_recorrer"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("nombre", FILAS)
def test_el_json_de_langgraph_frente_a_la_verdad(nombre: str):
    fila = FILAS[nombre]
    assert veredictos(comparar(fila.verdad, en_json(fila.agente()))) == fila.json


@pytest.mark.parametrize("nombre", FILAS)
def test_una_traza_resuelve_lo_que_recorre(nombre: str, tmp_path: Path):
    fila = FILAS[nombre]
    agente = fila.agente()
    assert veredictos(comparar(fila.verdad, en_json(agente), grabar(agente, tmp_path))) == fila.con_traza


@pytest.mark.parametrize("nombre", FILAS)
def test_nuestra_exportacion_frente_a_la_verdad(nombre: str, tmp_path: Path):
    fila = FILAS[nombre]
    agente = fila.agente()
    real = exportado(agente)
    assert diferencias(comparar(fila.verdad, real)) == {}
    con_traza = comparar(fila.verdad, real, grabar(agente, tmp_path))
    assert diferencias(con_traza) == {}
    assert all(c.conforme for c in con_traza.conformidades)


@pytest.mark.parametrize("xray", [False, True])
def test_el_id_de_un_subgrafo_no_depende_de_la_vista(xray: bool):
    verdad = contrato(fija(INICIO, "team"), fija("team", "z"), fija("z", FIN))
    assert veredictos(comparar(verdad, en_json(f9(), xray=xray))) == {}


@pytest.mark.parametrize("nombre", ["con espacios", "[corchetes]", "ñandú", "开始", "<b>x</b>", "end", "a/b"])
def test_los_nombres_raros_siguen_siendo_distintos(nombre: str):
    agente = construir("a", (START, "a"))
    agente.add_node(nombre, pone("x"))
    agente.add_edge("a", nombre)
    compilado = agente.compile()
    verdad = contrato(fija(INICIO, "a"), fija("a", nombre))
    for real in (en_json(compilado), exportado(compilado)):
        assert diferencias(comparar(verdad, real)) == {}
        assert nombre in diferencias(comparar(contrato(fija(INICIO, "a")), real))


def test_quitar_una_arista_del_agente_da_exactamente_un_falta_con_nuestra_exportacion():
    def agente(*, entero: bool) -> Any:
        b = construir("a b c", (START, "a"), ("b", "c"), ("c", END))
        b.add_conditional_edges("a", lambda _: "b", {"si": "b", "no": "c"} if entero else {"si": "b"})
        return b.compile()

    verdad = contrato(fija(INICIO, "a"), ruta("a", "b", "si"), ruta("a", "c", "no"), fija("b", "c"), fija("c", FIN))
    assert veredictos(comparar(verdad, exportado(agente(entero=True)))) == {}
    assert veredictos(comparar(verdad, exportado(agente(entero=False)))) == {"a→c": "falta"}


# --- al azar -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Agente:
    """Un agente al azar y su verdad: qué aristas tiene aunque no las declare."""

    compilado: Any
    verdad: Grafo


def _ruta_muda(destinos: list[str]) -> Callable[[Any], str]:
    """Una función de ruta que no dice adónde puede ir: ni anotada ni legible."""
    return lambda s: destinos[len(s["x"]) % len(destinos)]


@st.composite
def agentes(draw: st.DrawFn) -> Agente:
    nodos = list("abcde"[: draw(st.integers(2, 5))])
    aristas: list[Arista] = [fija(INICIO, "a")]
    b = construir(" ".join(nodos))
    b.add_edge(START, "a")
    for i, n in enumerate(nodos):
        clase = draw(st.sampled_from(["fija", "ruta", "ruta muda", "nada"]))
        destinos = draw(st.lists(st.sampled_from([*nodos[i + 1 :], END]), min_size=1, max_size=2, unique=True))
        if clase == "fija":
            for d in destinos:
                b.add_edge(n, d)
            aristas += [fija(n, d) for d in destinos]
        elif clase == "ruta":
            b.add_conditional_edges(n, _ruta_muda(destinos), {d: d for d in destinos})
            aristas += [ruta(n, d) for d in destinos]
        elif clase == "ruta muda":
            b.add_conditional_edges(n, _ruta_muda(destinos))
            aristas += [ruta(n, d) for d in destinos]
    return Agente(b.compile(), contrato(*aristas, nodos=" ".join(nodos)))


@settings(max_examples=50, deadline=None)
@given(agentes())
def test_con_rutas_sin_declarar_ningun_falta_ni_sobra_es_falso(agente: Agente):
    assert diferencias(comparar(agente.verdad, en_json(agente.compilado))) == {}
    assert diferencias(comparar(agente.verdad, exportado(agente.compilado))) == {}


@settings(max_examples=20, deadline=None)
@given(agentes())
def test_tampoco_con_sus_trazas_que_ademas_son_conformes(agente: Agente):
    with tempfile.TemporaryDirectory() as carpeta:
        traza = grabar(agente.compilado, Path(carpeta))
    for real in (en_json(agente.compilado), exportado(agente.compilado)):
        c = comparar(agente.verdad, real, traza)
        assert diferencias(c) == {}
        assert all(f.conforme for f in c.conformidades)


def test_un_literal_anotado_si_declara():
    def elige(_: Any) -> Literal["b", "__end__"]:
        return "b"

    b = construir("a b", (START, "a"), ("b", END))
    b.add_conditional_edges("a", elige)
    verdad = contrato(fija(INICIO, "a"), ruta("a", "b"), ruta("a", FIN), fija("b", FIN))
    for real in (en_json(b.compile()), exportado(b.compile())):
        assert veredictos(comparar(verdad, real)) == {}
