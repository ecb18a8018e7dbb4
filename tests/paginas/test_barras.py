"""El gráfico de barras: proporcional, sin salirse, y lo que falta no tiene barra."""

from hypothesis import given
from hypothesis import strategies as st

from generador.paginas.barras import ANCHO, barras

VALORES = st.lists(st.none() | st.floats(0, 1e9), min_size=1, max_size=8)


@given(VALORES, st.none() | st.floats(0.1, 10))
def test_ninguna_barra_ni_su_arranque_se_salen(valores, tope):
    g = barras("x", "t", ["r"] * len(valores), [("s", valores, [""] * len(valores))], tope)
    for grupo in g.grupos:
        for b in grupo.barras:
            assert b.ancho >= 0 and b.cifra_x <= ANCHO and 0 <= b.y < b.y + b.alto <= g.alto


@given(st.floats(1, 1e6), st.floats(0, 1))
def test_el_doble_mide_el_doble(mayor, parte):
    g = barras("x", "t", ["a", "b"], [("s", [mayor, mayor * parte], ["", ""])])
    uno, otro = (grupo.barras[0].ancho for grupo in g.grupos)
    assert abs(otro - uno * parte) < 0.11


def test_lo_que_falta_no_tiene_barra_y_conserva_su_cifra():
    (grupo,) = barras("x", "t", ["a"], [("s", [None], ["—"])]).grupos
    assert (grupo.barras[0].ancho, grupo.barras[0].cifra) == (0, "—")


def test_dos_series_no_se_distinguen_solo_por_el_color():
    g = barras("x", "t", ["a"], [("una", [1], ["1"]), ("otra", [2], ["2"])])
    assert [(x.nombre, x.hueca) for x in g.leyenda] == [("una", False), ("otra", True)]
    assert [b.hueca for b in g.grupos[0].barras] == [False, True]


def test_con_una_serie_no_hay_leyenda_y_un_rotulo_largo_se_corta():
    g = barras("x", "t", ["r" * 80], [("s", [1], ["1"])])
    assert g.leyenda == ()
    assert g.grupos[0].rotulo.endswith("…") and len(g.grupos[0].rotulo) == 24
