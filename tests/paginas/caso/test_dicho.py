"""Cuál de los textos de una entrada es la petición, y cuándo no se sabe."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.paginas.caso.dicho import texto_dicho
from tests.congelados import replace
from tests.paginas.caso.apoyo import pagina_de
from tests.paginas.caso.ejemplo import ROTO, carga

FRASE = "Quiero cambiar mi pedido"


@pytest.mark.parametrize(
    "entrada",
    [
        FRASE,
        {"mensaje": FRASE},
        {"peticion": FRASE, "idioma": "es"},
        {"cualquier_cosa": FRASE},
        {"cualquier_cosa": FRASE, "intentos": 3, "urgente": True, "nada": None, "vacio": "", "lista": []},
        {"cualquier_cosa": FRASE, "usuario": "u-17", "canal": "web"},
        {"peticion": FRASE, "nota": "otra frase distinta"},
        {"entrada": {"cuerpo": FRASE}},
        {"$t": "obj", "cls": "mi.modulo.Entrada", "v": {"cuerpo": FRASE}},
        {"cuerpo": FRASE, "etiquetas": ["a", "b"]},
    ],
)
def test_se_lee_como_texto_cuando_claramente_lo_es(entrada):
    assert texto_dicho(entrada) == FRASE


@pytest.mark.parametrize(
    "entrada",
    [
        None,
        3,
        [FRASE],
        {},
        {"a": 1},
        {"a": FRASE, "b": "Otra frase que también podría ser"},
        {"a": "uno", "b": "dos"},
        {"a": FRASE, "hondo": {"b": {"c": {"d": {"e": "quién sabe"}}}}},
        {"a": FRASE, "muchos": ["x"] * 1_000},
    ],
)
def test_con_varios_o_ninguno_no_se_elige(entrada):
    assert texto_dicho(entrada) is None


def test_una_sola_palabra_vale_si_no_hay_otra():
    assert texto_dicho({"tema": "gatos", "n": 3}) == "gatos"


@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_lo_elegido_siempre_esta_en_la_entrada(valor):
    texto = texto_dicho(valor)
    assert texto is None or json.dumps(texto) in json.dumps(valor)


def test_en_la_pagina_sale_como_texto_y_el_json_plegado():
    entrada = carga({"cualquier_cosa": FRASE, "n": 1})
    traza = replace(ROTO, ejecuciones=(replace(ROTO.ejecuciones[0], entrada=entrada),))
    portada = pagina_de(traza).portada
    assert portada.entrada[0].partes[0].texto == FRASE
    assert FRASE in portada.entrada_json.texto
