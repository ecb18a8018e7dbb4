"""Control `variantes_sin_contrato`."""

from __future__ import annotations

from tests.comparacion.demos import demo, textos
from tests.congelados import replace

CONTROL = "variantes_sin_contrato"


def test_con_contrato_no_da_nada():
    assert textos(demo(), CONTROL) == []


def test_sin_contrato_se_dice():
    (dicho,) = textos(replace(demo(), contratos={}), CONTROL)
    assert dicho.startswith("corridas/demo/plan.yaml: la variante v no tiene contrato")
