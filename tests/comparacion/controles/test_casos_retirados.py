"""Control `casos_retirados`."""

from __future__ import annotations

import pytest

from generador.modelo.corrida import CasoGrabado
from tests.comparacion.demos import demo, textos
from tests.congelados import replace

CONTROL = "casos_retirados"


def _con_retirado(variante: str):
    d = demo()
    grabado = CasoGrabado(caso="viejo", variante=variante, traza="trazas/viejo.jsonl", sha256="", estado="ok")
    return replace(d, corridas=(replace(d.corridas[0], retirados=(grabado,)),))


def test_una_corrida_con_los_casos_del_plan_no_da_nada():
    assert textos(demo(), CONTROL) == []


@pytest.mark.parametrize("variante", ["v", "una-que-tampoco-esta"])
def test_un_caso_retirado_se_dice_con_su_traza_y_su_remedio(variante):
    (dicho,) = textos(_con_retirado(variante), CONTROL)
    assert dicho.startswith("corridas/demo/r1/trazas/viejo.jsonl: el caso viejo está grabado y el plan no lo tiene")
    assert "vitrina grabar demo" in dicho


def test_sin_corrida_no_hay_nada_que_decir():
    assert textos(replace(demo(), corridas=()), CONTROL) == []
