"""El orden de los sprints y el reparto de lo prometido."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.comparacion.normalizar import Ids
from generador.comparacion.prometidos import orden_natural, promesas
from generador.modelo.plan import AristaDePlan, Prometido


@pytest.mark.parametrize(
    "en_orden",
    [
        ["1", "2", "10"],
        ["S1", "S2", "S10", "S10.1", "S11"],
        ["2026-9", "2026-10", "2027-1"],
        ["sprint 2", "Sprint 10"],
        ["v1.9", "v1.10"],
    ],
)
def test_los_sprints_se_ordenan_como_los_lee_una_persona(en_orden: list[str]):
    assert all(orden_natural(a) < orden_natural(b) for a, b in pairwise(en_orden))


@given(st.text(max_size=8), st.text(max_size=8))
def test_cualquier_par_de_sprints_se_puede_comparar(uno: str, otro: str):
    assert (orden_natural(uno) < orden_natural(otro)) + (orden_natural(otro) < orden_natural(uno)) <= 1


def test_lo_prometido_se_reparte_entre_lo_que_espera_y_lo_vencido():
    prometidos = (
        Prometido(desde="2", nodos=("s/a",), aristas=(AristaDePlan(de="a", a="s/a"),)),
        Prometido(desde="1", nodos=("b",)),
    )
    p = promesas(prometidos, "1", Ids(subgrafos={"s"}))
    assert (p.nodos, p.aristas) == ({"s:a": "2"}, {("a", "s:a"): "2"})
    assert (p.nodos_vencidos, p.aristas_vencidas) == ({"b": "1"}, {})


def test_lo_prometido_con_una_barra_en_el_nombre_no_se_parte():
    p = promesas((Prometido(desde="2", nodos=("pkg/a",)),), "1", Ids())
    assert p.nodos == {"pkg/a": "2"}
