"""Limpiar, reconocer el idioma y reducir a raíces."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.adherencia.lengua import idioma_de, normalizar, plano, raices
from agentes.adherencia.recuperacion.corpus import calibraciones, fichas
from tests.agentes.adherencia.dobles import SIN_PLAZO


@SIN_PLAZO
@given(st.one_of(st.none(), st.integers(), st.lists(st.text()), st.binary()))
def test_lo_que_no_es_texto_se_normaliza_a_vacio(valor):
    assert normalizar(valor) == ""


@SIN_PLAZO
@given(st.text(alphabet=st.characters()))
def test_normalizar_es_idempotente_y_no_deja_invisibles(texto):
    limpio = normalizar(texto)
    assert normalizar(limpio) == limpio
    assert all(c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in limpio)


def test_los_caracteres_de_ancho_cero_no_parten_una_palabra():
    assert normalizar("do\u200blor de pe\u2060cho") == "dolor de pecho"


def test_los_digitos_de_ancho_completo_se_leen_como_digitos():
    assert normalizar("１２３４５６７８Z") == "12345678Z"


@pytest.mark.parametrize("conjunto", calibraciones(), ids=lambda c: c.idioma)
def test_el_idioma_se_acierta_en_casi_todas_las_preguntas_de_calibracion(conjunto):
    preguntas = [p for p, _ in conjunto.cubiertas] + list(conjunto.ajenas)
    aciertos = sum(idioma_de(p) == conjunto.idioma for p in preguntas)
    assert aciertos >= len(preguntas) - 1


def test_el_idioma_de_cada_ficha_es_el_suyo():
    assert [f.id for f in fichas() if idioma_de(f.pasaje) != f.idioma] == []


def test_en_empate_manda_el_espanol():
    assert idioma_de("123") == "es"


def test_plano_quita_tildes_y_mayusculas():
    assert plano("¿DIARREA, Náusea o Ñandú?") == "¿diarrea, nausea o nandu?"


def test_las_raices_unen_plurales_y_tiran_las_palabras_vacias():
    assert raices("las pastillas", "es") == raices("la pastilla", "es")
    assert raices("of the tablets", "en") == raices("tablet", "en")
