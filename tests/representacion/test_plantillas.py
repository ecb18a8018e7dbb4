"""Las plantillas no deciden: ni combinan condiciones, ni calculan, ni filtran. Lo que enseñan les llega decidido."""

from pathlib import Path

import pytest
from jinja2 import nodes
from jinja2.filters import FILTERS

from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo

PLANTILLAS = Path(__file__).parent.parent.parent / "plantillas"
ENTORNO = crear_entorno(PLANTILLAS, Catalogo("es"))
TODAS = sorted(str(f.relative_to(PLANTILLAS)) for f in PLANTILLAS.rglob("*.html"))
DECIDEN = (nodes.BinExpr, nodes.Neg, nodes.Pos)
DE_JINJA = {"join", "trim", "upper"}
"""Los filtros de jinja que solo escriben: los demás eligen, cuentan u ordenan."""


def _arbol(plantilla: str) -> nodes.Template:
    return ENTORNO.parse((PLANTILLAS / plantilla).read_text("utf-8"))


def _elige_que_pintar(c: nodes.Compare) -> bool:
    """Preguntar cuál de una lista cerrada es esto es elegir su marcado: no es decidir nada del dato."""
    return [o.op for o in c.ops] == ["eq"] and isinstance(c.ops[0].expr, nodes.Const)


@pytest.mark.parametrize("plantilla", TODAS)
def test_ninguna_plantilla_combina_condiciones_compara_ni_calcula(plantilla):
    arbol = _arbol(plantilla)
    assert [n.lineno for n in arbol.find_all(DECIDEN)] == []
    assert [c.lineno for c in arbol.find_all(nodes.Compare) if not _elige_que_pintar(c)] == []


@pytest.mark.parametrize("plantilla", TODAS)
def test_ninguna_plantilla_usa_un_filtro_que_elija_o_cuente(plantilla):
    de_jinja = {f.name for f in _arbol(plantilla).find_all(nodes.Filter)} & set(FILTERS)
    assert de_jinja <= DE_JINJA


@pytest.mark.parametrize("plantilla", TODAS)
def test_ningun_bucle_se_salta_elementos(plantilla):
    assert [b.lineno for b in _arbol(plantilla).find_all(nodes.For) if b.test] == []


@pytest.mark.parametrize("plantilla", [t for t in TODAS if "/" not in t])
def test_las_macros_estan_en_las_partes(plantilla):
    """Una en la página forma, cada vez que se pinta, un ciclo que retiene su modelo: con miles de casos se nota."""
    assert [m.name for m in _arbol(plantilla).find_all(nodes.Macro)] == []
