"""Enderezar lo escrito deprisa sin estropear lo que estaba bien."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.adherencia.erratas import _IMPORTAN, a_una_errata, enderezar, lecturas
from agentes.adherencia.lengua import plano
from agentes.adherencia.recuperacion.corpus import calibraciones, fichas
from tests.agentes.adherencia.dobles import SIN_PLAZO

LARGAS = st.sampled_from(sorted(p for p in _IMPORTAN if len(p) > 7))


@pytest.mark.parametrize(
    ("escrito", "leido"),
    [
        ("xq no kiero", "porque no quiero"),
        ("NOOOOO puedo", "no puedo"),
        ("la gargannta inchada", "la garganta hinchada"),
        ("i cant wake him pls", "i can't wake him please"),
        ("he is unconcious", "he is unconscious"),
    ],
)
def test_deshace_abreviaturas_repeticiones_y_erratas(escrito, leido):
    assert enderezar(escrito) == leido


def test_lo_bien_escrito_del_corpus_se_queda_como_esta():
    textos = [f.pasaje for f in fichas()] + [p for c in calibraciones() for p in c.ajenas]
    assert [t for t in textos if enderezar(t) != plano(t).replace("’", "'")] == []


@SIN_PLAZO
@given(st.text(max_size=200))
def test_es_total_y_repetirlo_no_cambia_las_palabras_importantes(texto):
    assert set(_IMPORTAN) & set(enderezar(texto).split()) <= set(enderezar(enderezar(texto)).split())


@SIN_PLAZO
@given(LARGAS, st.data())
def test_una_letra_de_menos_en_una_palabra_larga_se_repone(palabra, datos):
    i = datos.draw(st.integers(1, len(palabra) - 1))
    coja = palabra[:i] + palabra[i + 1 :]
    assert a_una_errata(palabra, coja)
    assert a_una_errata(enderezar(coja), palabra) or enderezar(coja) in _IMPORTAN


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_estar_a_una_errata_es_simetrico(a, b):
    assert a_una_errata(a, b) == a_una_errata(b, a)


def test_ninguna_regla_puede_abarcar_las_dos_lecturas():
    assert "\n" * 4 in lecturas("el pecho")
