"""Control `casos_sin_traza`."""

from __future__ import annotations

from tests.comparacion.demos import caso, demo, textos
from tests.congelados import replace

CONTROL = "casos_sin_traza"


def test_un_caso_ejecutado_no_da_nada():
    assert textos(demo(), CONTROL) == []


def test_un_caso_sin_ejecutar_dice_como_grabarlo():
    (dicho,) = textos(demo(casos=(caso(), caso("otro"))), CONTROL)
    assert "el caso otro no tiene traza" in dicho and "vitrina grabar demo --caso otro" in dicho


def test_sin_ninguna_corrida_faltan_todos():
    assert len(textos(replace(demo(), corridas=()), CONTROL)) == 1
