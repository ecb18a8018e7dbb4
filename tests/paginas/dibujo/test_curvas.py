"""Las curvas: leerlas, unirlas, recortarlas y rematarlas sin torcerlas."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.paginas.dibujo import curvas

RECTA = curvas.recta((0, 0), (0, 90))


def test_leer_da_la_vuelta_al_eje_y_no_cuenta_las_puntas():
    assert curvas.leer("e,9,9 0,100 0,90 0,80 0,70", 100) == ((0, 0), (0, 10), (0, 20), (0, 30))


def test_la_junta_pasa_por_el_centro_de_la_pastilla_sin_esquina():
    antes, despues = curvas.recta((0, 0), (0, 40)), curvas.recta((10, 60), (10, 100))
    curva = curvas.unir(antes, (5, 50), despues)
    i = curva.index((5, 50))
    (ax, ay), (bx, by) = curva[i - 1], curva[i + 1]
    assert (ax + bx) / 2 == pytest.approx(5)
    assert (ay + by) / 2 == pytest.approx(50)
    assert (curva[0], curva[-1]) == ((0, 0), (10, 100))


def test_recortar_acaba_en_el_borde():
    fin = curvas.hasta(RECTA, lambda p: p[1] > 50)[-1]
    assert fin == pytest.approx((0, 50), abs=0.1)


def test_recortar_no_toca_una_curva_que_nunca_sale():
    assert curvas.hasta(RECTA, lambda _: True) == RECTA


def test_la_punta_acaba_donde_acababa_la_curva_y_mira_hacia_alli():
    curva, (fin, izquierda, derecha) = curvas.con_punta(RECTA)
    assert fin == (0, 90)
    assert izquierda[1] == derecha[1] == 82
    assert curva[-1][1] < 90


def test_las_esquinas_de_una_quebrada_se_redondean():
    codo = (*curvas.recta((0, 0), (0, 100)), *curvas.recta((0, 100), (100, 100))[1:])
    redonda = curvas.redondear(codo)
    assert (0, 100) not in redonda
    assert (redonda[0], redonda[-1]) == ((0, 0), (100, 100))
    assert len(redonda) % 3 == 1


def test_una_curva_de_verdad_no_se_redondea():
    curva = ((0, 0), (50, 0), (100, 50), (100, 100), (100, 150), (50, 200), (0, 200))
    assert curvas.redondear(curva) == curva


def test_el_medio_de_una_recta_es_su_centro():
    assert curvas.medio(RECTA) == pytest.approx((0, 45))


@pytest.mark.parametrize(("n", "texto"), [(1.0, "1"), (1.25, "1.2"), (-0.01, "0"), (-3.14, "-3.1"), (100, "100")])
def test_los_numeros_llevan_un_decimal_como_mucho(n, texto):
    assert curvas.numero(n) == texto


coordenada = st.floats(-1000, 1000)
punto = st.tuples(coordenada, coordenada)


@given(st.tuples(punto, punto, punto, punto))
def test_la_punta_mide_siempre_lo_mismo(curva):
    _, (fin, a, b) = curvas.con_punta(curva)
    medio = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    assert math.dist(fin, medio) == pytest.approx(curvas.LARGO_DE_PUNTA, abs=1e-3)


@given(st.tuples(punto, punto, punto, punto), st.floats(-900, 900))
def test_recortar_conserva_el_principio_y_la_forma_de_cadena(curva, corte):
    recortada = curvas.hasta(curva, lambda p: p[0] > corte)
    assert recortada[0] == curva[0]
    assert len(recortada) % 3 == 1
