"""Control `lineas_saltadas`."""

from __future__ import annotations

from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import traza

CONTROL = "lineas_saltadas"


def test_una_traza_entera_no_da_nada():
    assert textos(demo(), CONTROL) == []


def test_las_lineas_ilegibles_llevan_a_la_primera():
    (dicho,) = textos(demo(corrida({"c": traza(["a"], ["b"], saltadas=(7, 9), lineas=30)})), CONTROL)
    assert dicho.startswith("corridas/demo/r1/trazas/c.jsonl:7: la traza de c tiene líneas ilegibles: 2 de 30")


def test_lo_que_se_perdio_al_grabar_tambien_se_dice():
    (dicho,) = textos(demo(corrida({"c": traza(["a"], ["b"], perdidas=3)})), CONTROL)
    assert "se perdieron sucesos: 3" in dicho
