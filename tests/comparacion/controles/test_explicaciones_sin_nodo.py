"""Control `explicaciones_sin_nodo`."""

from __future__ import annotations

from generador.modelo.plan import NodoExplicado, Prometido, Variante
from tests.comparacion.demos import demo, textos
from tests.congelados import replace

CONTROL = "explicaciones_sin_nodo"
EXPLICADOS = tuple(NodoExplicado(id=n, explicacion="x") for n in ("a", "b", "huerfano"))


def test_si_todo_lo_explicado_existe_no_da_nada():
    assert textos(demo(), CONTROL) == []


def test_una_explicacion_huerfana_se_dice_una_vez_aunque_haya_varias_variantes():
    variantes = (Variante(id="v", titulo="V"), Variante(id="w", titulo="W"))
    d = demo(nodos=EXPLICADOS, variantes=variantes)
    assert [x.partition(",")[0] for x in textos(d, CONTROL)] == ["corridas/demo/plan.yaml: el plan explica huerfano"]
    assert textos(d, CONTROL, "w") == []


def test_lo_prometido_para_despues_si_se_puede_explicar():
    assert textos(demo(nodos=EXPLICADOS, prometidos=(Prometido(desde="9", nodos=("huerfano",)),)), CONTROL) == []


def test_sin_ningun_grafo_no_hay_con_que_comprobarlo():
    assert textos(replace(demo(nodos=EXPLICADOS), contratos={}, corridas=()), CONTROL) == []
