"""Emparejar dos secuencias: completo, en orden, y con el mayor número de parejas."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generador.comparacion.corridas.alinear import emparejar

PASOS = st.lists(st.sampled_from("abc"), max_size=9)


def subsecuencia_comun(a: list[str], b: list[str]) -> int:
    """La longitud de la mayor, con la tabla de siempre: es la definición con que se compara."""
    tabla = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            tabla[i + 1][j + 1] = tabla[i][j] + 1 if x == y else max(tabla[i][j + 1], tabla[i + 1][j])
    return tabla[-1][-1]


@given(PASOS, PASOS)
def test_cada_posicion_sale_una_vez_y_en_orden(a, b):
    pares = list(emparejar(a, b))
    assert [i for i, _ in pares if i is not None] == list(range(len(a)))
    assert [j for _, j in pares if j is not None] == list(range(len(b)))


@given(PASOS, PASOS)
def test_van_juntas_las_mas_posibles_y_solo_las_que_son_lo_mismo(a, b):
    juntas = [(i, j) for i, j in emparejar(a, b) if i is not None and j is not None]
    assert all(a[i] == b[j] for i, j in juntas)
    assert len(juntas) == subsecuencia_comun(a, b)


@given(st.lists(st.sampled_from("abc"), max_size=60), st.data())
def test_uno_insertado_es_uno_anadido_y_el_resto_sigue_emparejado(a, datos):
    donde = datos.draw(st.integers(0, len(a)))
    b = [*a[:donde], datos.draw(st.sampled_from("abcz")), *a[donde:]]
    pares = list(emparejar(a, b))
    assert sum(i is None for i, _ in pares) == 1
    assert all(j is not None for _, j in pares)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=60), st.data())
def test_uno_quitado_es_uno_quitado(b, datos):
    donde = datos.draw(st.integers(0, len(b) - 1))
    pares = list(emparejar(b, b[:donde] + b[donde + 1 :]))
    assert [i for i, j in pares if j is None] != [] and sum(j is None for _, j in pares) == 1


def test_lo_que_no_se_parece_no_se_alinea_y_tampoco_se_pierde():
    a, b = ["x", *map(str, range(20)), "z"], ["x", *map(str, range(100, 120)), "z"]
    pares = list(emparejar(a, b, maximo=10))
    assert pares[0] == (0, 0) and pares[-1] == (21, 21)
    assert len(pares) == 2 + 20 + 20
