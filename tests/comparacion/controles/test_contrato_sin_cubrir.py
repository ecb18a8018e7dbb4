"""Control `contrato_sin_cubrir`."""

from __future__ import annotations

from generador.modelo.grafo import FIN, INICIO, Lugar
from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import fija, grafo, ruta, tarea, traza

CONTROL = "contrato_sin_cubrir"


def test_lo_recorrido_no_da_nada():
    assert textos(demo(), CONTROL) == []


def test_cada_elemento_prometido_y_sin_recorrer_se_dice_con_su_sitio():
    aristas = (fija(INICIO, "a"), ruta("a", FIN), ruta("a", "b", lugar=Lugar("contrato.md", 5)), fija("b", FIN))
    d = demo(corrida({"c": traza([tarea("a", va=[FIN])])}, grafos={"v": grafo(*aristas)}), contrato=grafo(*aristas))
    dichos = textos(d, CONTROL)
    assert len(dichos) == 3
    assert any(x.startswith("contrato.md:5: ningún caso recorre a → b") for x in dichos)
    assert any("recorre b " in x for x in dichos)
