"""`assess_review_need` y la lectura de la decisión humana: puras, totales y deterministas."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.adherencia.estado import ANTERIORES, falla, no_aplica, pasa
from agentes.adherencia.revision import OPCIONES, Resolucion, assess_review_need, leer_resolucion
from tests.agentes.adherencia.dobles import SIN_PLAZO

NOMBRES = (*ANTERIORES, "datos_personales", "sin_coincidencia", "citas", "persona")
DECISION = st.one_of(
    st.sampled_from([pasa("bien"), falla("mal"), no_aplica("nada")]),
    st.fixed_dictionaries({"resultado": st.sampled_from(["pasa", "falla", "no_aplica"]), "motivo": st.text()}),
)
COMBINACION = st.dictionaries(st.sampled_from(NOMBRES), DECISION)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text()),
    lambda x: st.one_of(st.lists(x, max_size=3), st.dictionaries(st.text(max_size=8), x, max_size=3)),
    max_leaves=8,
)


@SIN_PLAZO
@given(COMBINACION)
def test_cualquier_combinacion_da_veredicto_y_dos_veces_el_mismo(decisiones):
    antes = copy.deepcopy(decisiones)
    veredicto = assess_review_need({"decisiones": decisiones})
    assert veredicto["veredicto"] in ("clear", "needs_review")
    assert bool(veredicto["motivos"]) == (veredicto["veredicto"] == "needs_review")
    assert assess_review_need({"decisiones": decisiones}) == veredicto
    assert decisiones == antes


@SIN_PLAZO
@given(st.dictionaries(st.sampled_from(["decisiones", "mensaje"]), st.one_of(JSON, st.dictionaries(st.text(), JSON))))
def test_es_total_aunque_el_estado_no_tenga_pies_ni_cabeza(estado):
    assert assess_review_need(estado)["veredicto"] in ("clear", "needs_review")


@SIN_PLAZO
@given(COMBINACION, st.sampled_from((*ANTERIORES, "sin_coincidencia")))
def test_con_una_decision_previa_fallida_nunca_pide_revision(decisiones, nombre):
    veredicto = assess_review_need({"decisiones": decisiones | {nombre: falla("x")}})
    assert veredicto == {"veredicto": "clear", "motivos": []}


@pytest.mark.parametrize(
    ("citas", "persona", "motivos"),
    [
        (pasa("verificadas"), pasa("en_su_papel"), []),
        (no_aplica("turno_sin_rag"), pasa("en_su_papel"), []),
        (falla("no_verificada"), pasa("en_su_papel"), ["citas:no_verificada"]),
        (falla("ausente"), pasa("en_su_papel"), ["citas:ausente"]),
        (pasa("verificadas"), falla("prescribe"), ["persona:prescribe"]),
        (falla("ausente"), falla("prescribe"), ["citas:ausente", "persona:prescribe"]),
    ],
)
def test_los_tres_riesgos_altos_no_agudos_piden_revision(citas, persona, motivos):
    assert assess_review_need({"decisiones": {"citas": citas, "persona": persona}})["motivos"] == motivos


def test_una_decision_que_falta_o_no_se_entiende_pide_revision():
    assert assess_review_need({})["motivos"] == ["citas:ilegible", "persona:ilegible"]


@pytest.mark.parametrize(
    ("valor", "esperada"),
    [
        ({"decision": "approve", "nota": "vale"}, Resolucion("approve", nota="vale")),
        ({"decision": "edit", "texto": " mejor "}, Resolucion("edit", "mejor")),
        ({"decision": "reject"}, Resolucion("reject")),
    ],
)
def test_cada_decision_se_lee(valor, esperada):
    assert leer_resolucion(valor) == esperada


@pytest.mark.parametrize("valor", [None, "approve", True, {}, {"decision": "edit"}, {"decision": "edit", "texto": " "}])
def test_lo_que_no_se_entiende_se_trata_como_rechazo(valor):
    assert leer_resolucion(valor) == Resolucion("reject", nota="decisión ilegible")


@SIN_PLAZO
@given(JSON)
def test_leer_la_decision_es_total(valor):
    assert leer_resolucion(valor).decision in OPCIONES
