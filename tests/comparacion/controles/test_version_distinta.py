"""Control `version_distinta`."""

from __future__ import annotations

from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import lineal, traza
from tests.congelados import replace

CONTROL = "version_distinta"


def con(de_la_traza: str | None, del_grafo: str | None) -> list[str]:
    g = replace(lineal("a", "b"), version_langgraph=del_grafo)
    t = traza(["a"], ["b"], version_langgraph=de_la_traza)
    return textos(demo(corrida({"c": t}, grafos={"v": g})), CONTROL)


def test_la_misma_version_o_ninguna_no_da_nada():
    assert con("1.2.24", "1.2.24") == con(None, "1.2.24") == con("1.2.24", None) == []


def test_otra_version_que_la_del_grafo_se_dice():
    (dicho,) = con("1.2.24", "1.0.10")
    assert "la traza de c es de LangGraph 1.2.24 y el grafo de 1.0.10" in dicho


def test_si_el_grafo_no_la_dice_manda_el_manifiesto():
    assert "y el grafo de 1.2.24" in con("1.0.10", None)[0]
