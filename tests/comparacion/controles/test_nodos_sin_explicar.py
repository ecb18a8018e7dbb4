"""Control `nodos_sin_explicar`."""

from __future__ import annotations

from generador.modelo.grafo import FIN, INICIO
from generador.modelo.plan import NodoExplicado
from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import fija, grafo, traza

CONTROL = "nodos_sin_explicar"


def test_con_todo_explicado_no_da_nada():
    assert textos(demo(), CONTROL) == []


def test_cada_nodo_sin_explicar_se_dice():
    d = demo(nodos=(NodoExplicado(id="a", explicacion="x"),))
    assert [x.partition(" → ")[0] for x in textos(d, CONTROL)] == [
        "corridas/demo/plan.yaml: el plan no explica el nodo b"
    ]


def test_lo_de_dentro_de_un_subgrafo_y_lo_que_pone_langgraph_no_hace_falta_explicarlo():
    g = grafo(fija(INICIO, "a"), fija("a", FIN), fija("a:x", "a:y"), nodos=["__error_handler__a"])
    assert textos(demo(corrida({"c": traza(["a"])}, grafos={"v": g})), CONTROL) == []
