"""Control `esperas_sin_nodo`."""

from __future__ import annotations

import pytest

from generador.modelo.plan import Prometido
from tests.comparacion.demos import caso, demo, textos
from tests.comparacion.grafos import lineal
from tests.congelados import replace

CONTROL = "esperas_sin_nodo"


def con(**espera):
    return demo(casos=(caso(**espera),))


def test_si_todo_lo_esperado_existe_no_da_nada():
    assert textos(con(recorrido=("a", ("b",)), visita=("a",), no_visita=("b",), interrumpe_en="b"), CONTROL) == []


@pytest.mark.parametrize(
    "espera",
    [
        {"no_visita": ("revisra",)},
        {"visita": ("revisra",)},
        {"interrumpe_en": "revisra"},
        {"recorrido": ("a", "revisra")},
        {"recorrido": (("a", "revisra"),)},
    ],
)
def test_un_nodo_que_no_existe_se_dice_este_donde_este(espera):
    (dicho,) = textos(con(**espera), CONTROL)
    assert "el caso c espera algo de revisra" in dicho
    assert "→ corrige el id o quita la expectativa" in dicho


def test_una_errata_trae_el_nombre_que_se_parece():
    grafo = {"v": lineal("revisar", "b")}
    d = demo(casos=(caso(no_visita=("revisra",)),))
    d = replace(d, contratos=grafo, corridas=tuple(replace(c, grafos=grafo) for c in d.corridas))
    (dicho,) = textos(d, CONTROL)
    assert "¿quisiste decir revisar?" in dicho


def test_el_mismo_nodo_en_dos_expectativas_se_dice_una_vez():
    assert len(textos(con(visita=("x",), no_visita=("x", "y")), CONTROL)) == 2


def test_lo_prometido_para_despues_y_lo_del_spike_se_pueden_esperar():
    d = demo(casos=(caso(no_visita=("luego", "viejo")),), prometidos=(Prometido(desde="9", nodos=("luego",)),))
    assert textos(replace(d, spikes={"v": lineal("viejo")}), CONTROL) == []


def test_sin_ningun_grafo_no_hay_con_que_comprobarlo():
    assert textos(replace(con(visita=("x",)), contratos={}, corridas=()), CONTROL) == []
