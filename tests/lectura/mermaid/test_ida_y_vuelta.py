"""Un grafo cualquiera, dibujado y vuelto a leer, es el mismo grafo."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.lectura.mermaid import leer_mermaid
from generador.modelo.grafo import FIN, INICIO, Grafo
from tests.lectura.mermaid.emisor import Flecha, como_estados, como_flujo

ids = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda x: x not in {"end", "class", "style", "click", "note", "state", "title", "scale", "hide", "direction"}
)
etiquetas = st.text(st.characters(categories=("L", "N"), include_characters=" ,()?¿!¡%/"), min_size=0, max_size=15).map(
    lambda t: " ".join(t.split())
)


@st.composite
def grafos(draw: st.DrawFn) -> tuple[list[Flecha], list[str]]:
    nodos = draw(st.lists(ids, min_size=1, max_size=6, unique=True))
    flecha = st.builds(
        Flecha,
        st.sampled_from([INICIO, *nodos]),
        st.sampled_from([*nodos, FIN]),
        etiquetas,
        st.booleans(),
    )
    flechas = draw(st.lists(flecha, min_size=1, max_size=10, unique_by=lambda f: (f.origen, f.destino, f.condicional)))
    sin_duda = any(f.condicional for f in flechas)
    return [f if sin_duda else Flecha(f.origen, f.destino) for f in flechas], nodos


def lo_leido(grafo: Grafo) -> set[tuple[str, str | None, tuple[str, ...], bool]]:
    return {(a.origen, a.destino, a.etiquetas, a.condicional) for a in grafo.aristas}


def lo_escrito(flechas: list[Flecha]) -> set[tuple[str, str, tuple[str, ...], bool]]:
    return {(f.origen, f.destino, (f.etiqueta,) if f.etiqueta else (), f.condicional) for f in flechas}


@given(grafos())
def test_el_flowchart_devuelve_el_grafo_del_que_salio(grafo: tuple[list[Flecha], list[str]]) -> None:
    flechas, nodos = grafo
    leido = leer_mermaid(como_flujo(flechas, nodos), "d.mmd")
    assert lo_leido(leido) == lo_escrito(flechas)
    assert [n.id for n in leido.nodos][: len(nodos)] == nodos


@given(grafos())
def test_el_diagrama_de_estados_devuelve_el_grafo_del_que_salio(grafo: tuple[list[Flecha], list[str]]) -> None:
    flechas, nodos = grafo
    leido = leer_mermaid(como_estados(flechas, nodos), "d.mmd")
    assert lo_leido(leido) == lo_escrito(flechas)


@pytest.mark.parametrize("cabecera", ["stateDiagram-v2\n", "flowchart TD\n"])
@given(texto=st.text(max_size=200))
def test_con_cualquier_texto_solo_lanza_error_de_entrada(cabecera: str, texto: str) -> None:
    try:
        leer_mermaid(cabecera + texto, "d.mmd")
    except ErrorDeEntrada as error:
        assert all(p.linea for p in error.problemas)


TROZOS = """A|b c|-->|-.->|--|-. |==>|"|(|)|[|]|{|}|<<choice>>|subgraph x|;|end|state | as |:|[*]|&|:::|@{|%%
note right of A|end note|~~~|<-->|__start__([<p>__start__</p>]):::first"""
trozos = st.sampled_from(["\n", "|", *TROZOS.replace("\n", "|").split("|")])


@pytest.mark.parametrize("cabecera", ["stateDiagram-v2\n", "graph LR\n"])
@given(partes=st.lists(trozos, max_size=40))
def test_con_trozos_de_mermaid_al_azar_solo_lanza_error_de_entrada(cabecera: str, partes: list[str]) -> None:
    try:
        leer_mermaid(cabecera + " ".join(partes), "d.mmd")
    except ErrorDeEntrada as error:
        assert error.problemas
