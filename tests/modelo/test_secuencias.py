"""Los extremos comunes de dos secuencias."""

from hypothesis import given
from hypothesis import strategies as st

from generador.modelo.secuencias import extremos_comunes

LETRAS = st.text("ab", max_size=12)


@given(LETRAS, LETRAS, LETRAS, LETRAS)
def test_lo_que_se_quita_es_igual_a_los_dos_lados_y_no_se_puede_quitar_mas(delante, a, b, detras):
    uno, otro = delante + a + detras, delante + b + detras
    n, m = extremos_comunes(uno, otro)
    assert n + m >= min(len(delante) + len(detras), len(uno), len(otro))
    assert n + m <= min(len(uno), len(otro))
    assert uno[:n] == otro[:n] and uno[len(uno) - m :] == otro[len(otro) - m :]
    centro = uno[n : len(uno) - m], otro[n : len(otro) - m]
    assert not all(centro) or (centro[0][0] != centro[1][0] and centro[0][-1] != centro[1][-1])
