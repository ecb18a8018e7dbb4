"""Medir y partir rótulos: nada que mienta al leerlo, nada que no quepa."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.paginas.dibujo.texto import MAXIMO, elidir, etiqueta, medir, partir, visible


def test_el_ancho_es_la_suma_de_los_avances_de_inter():
    assert medir("ii", 1000) == 2 * medir("i", 1000)
    assert medir("W", 14) > medir("i", 14)
    assert 0.2 < medir("i", 1) < 0.35
    assert medir("generate_response", 14) == pytest.approx(131, abs=1)


def test_lo_que_no_esta_en_la_tabla_se_estima_por_arriba():
    assert medir("开始", 10) >= 20
    assert medir("🚀", 10) >= 12
    assert medir("مرحبا", 10) >= 25


def test_las_marcas_y_lo_unido_a_un_emoji_no_ocupan():
    assert medir("e\u0301", 10) == medir("e", 10)
    assert medir("👩\u200d👩\u200d👧", 10) == medir("👩", 10)


@pytest.mark.parametrize(
    ("crudo", "visto"),
    [
        ("", '""'),
        ("  ", "␣␣"),
        ("a\tb\nc", "a⇥b↵c"),
        ("tool\u202egnp", "tool⟦U+202E⟧gnp"),
        ("nulo\x00", "nulo⟦U+0000⟧"),
        ("cero\u200bancho", "cero⟦U+200B⟧ancho"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\u200db", "a⟦U+200D⟧b"),
        ("\ud800", "⟦U+D800⟧"),
        ("under name", "under name"),
    ],
)
def test_lo_invisible_sale_a_la_vista(crudo, visto):
    assert visible(crudo) == visto


def test_un_nombre_corto_va_en_una_linea():
    assert partir("review_response") == ("review_response",)


def test_un_nombre_largo_se_parte_por_su_costura_mas_centrada():
    assert partir("PIIMiddleware[email].before_model") == ("PIIMiddleware", "[email].before_model")
    assert partir("unNombreMuyLargoEnCamelloQuePasaDelTope") == ("unNombreMuyLargoEn", "CamelloQuePasaDelTope")


def test_un_nombre_sin_costura_se_elide_por_el_medio():
    (linea,) = partir("a" * 100 + "b" * 100)
    assert len(linea) == MAXIMO
    assert linea.startswith("aaa")
    assert linea.endswith("bbb")
    assert "…" in linea


def test_elidir_no_deja_una_marca_huerfana_al_principio_del_final():
    assert not elidir("x" * 10 + "e\u0301" * 30, 11).split("…")[1].startswith("\u0301")


@given(st.text(max_size=200))
def test_ninguna_linea_pasa_del_maximo_y_ninguna_es_vacia(nombre):
    lineas = partir(nombre)
    assert 1 <= len(lineas) <= 2
    assert all(0 < len(linea) <= MAXIMO for linea in lineas)


@given(st.text(max_size=60))
def test_medir_nunca_es_negativo_ni_falla(texto):
    assert medir(texto, 12) >= 0


def test_varias_etiquetas_van_separadas_por_puntos():
    assert etiqueta(("sí", "no")) == "sí · no"


def test_las_etiquetas_que_no_caben_se_cuentan():
    assert etiqueta(tuple(f"una etiqueta bien larga {i}" for i in range(5))) == "una etiqueta bien larga 0 +4"


def test_sin_etiquetas_no_hay_texto():
    assert etiqueta(()) == ""
