"""Control `casos_que_no_cumplen`."""

from __future__ import annotations

from generador.modelo.hallazgo import Gravedad, Prueba
from tests.comparacion.demos import caso, corrida, demo, hallazgos
from tests.comparacion.grafos import traza

CONTROL = "casos_que_no_cumplen"


def test_un_caso_que_cumple_no_da_nada():
    assert hallazgos(demo(casos=(caso(recorrido=("a", "b")),)), CONTROL) == []


def test_un_caso_que_no_cumple_da_un_error_con_los_campos_y_su_primer_paso():
    d = demo(casos=(caso(recorrido=("a", "x"), no_visita=("a",), visita=("b",)),))
    (h,) = hallazgos(d, CONTROL)
    assert h.gravedad is Gravedad.ERROR
    assert h.prueba == Prueba(caso="c", paso=2)
    assert str(h.lugar) == "corridas/demo/r1/trazas/c.jsonl"
    assert str(h.motivo) == "el caso c no cumple: recorrido, no_visita"


def test_un_caso_del_que_no_se_sabe_da_un_aviso():
    d = demo(corrida({"c": traza(["a"], ["b"], saltadas=(2,))}), casos=(caso(visita=("x",)),))
    (h,) = hallazgos(d, CONTROL)
    assert (h.gravedad, h.prueba) == (Gravedad.AVISO, None)
