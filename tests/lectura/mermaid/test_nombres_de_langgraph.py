"""Los ids escapados de LangGraph se deshacen, con rótulo siempre y sin él casi siempre."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.runnables.graph_mermaid import _to_safe_id

from generador.lectura.mermaid.nombres_de_langgraph import desescapar, escapar, rotulado


@given(st.text(max_size=20))
def test_se_escapa_como_langgraph(nombre: str) -> None:
    assert escapar(nombre) == _to_safe_id(nombre)


@pytest.mark.parametrize(
    "nombre",
    [
        "my node",
        "a bad cafe",
        "étape",
        "éa",
        "开始",
        "结束",
        "🚀",
        "a:b",
        "eq:bad",
        "PII[email].x",
        "a.b",
        "ñandú",
        "50%",
        "a_b-c",
    ],
)
def test_sin_rotulo_se_acierta_con_lo_corriente(nombre: str) -> None:
    assert desescapar(escapar(nombre)) == nombre


@given(st.from_regex(r"[A-Za-z0-9_\-]{1,20}", fullmatch=True))
def test_un_id_sin_barras_es_el_mismo(id: str) -> None:
    assert desescapar(id) == id


nombres = st.text(st.characters(exclude_categories=("Cs",), exclude_characters=":"), min_size=1, max_size=15)


@given(nombres, st.lists(nombres, max_size=2), st.sampled_from([("(", ")"), ("([", "])")]), st.booleans(), st.text())
def test_con_rotulo_se_acierta_siempre(
    nombre: str, ambito: list[str], forma: tuple[str, str], con_p: bool, cola: str
) -> None:
    entero = ":".join([*ambito, nombre])
    rotulo = f"<p>{nombre}</p>" if con_p else nombre
    leido = rotulado(escapar(entero), f"{forma[0]}{rotulo}{forma[1]}{cola}", ambito)
    assert leido is not None
    assert leido.nombre == entero
    assert leido.largo == len(rotulo) + len(forma[0]) + len(forma[1])


def test_los_metadatos_se_leen_sin_entidades() -> None:
    resto = "(a<hr/><small><em>clave #40;x#41; = 1, 2\notra = #60;b#62;</em></small>)\n"
    leido = rotulado("a", resto, [])
    assert leido is not None
    assert leido.metadatos == (("clave (x)", "1, 2"), ("otra", "<b>"))


def test_otro_rotulo_no_es_de_langgraph() -> None:
    assert rotulado("a", "(Otra cosa)", []) is None
    assert rotulado("a", "[a]", []) is None
    assert rotulado("a", "(a", []) is None
    assert rotulado("a", "", []) is None
