"""Control `procedencia_desconocida`."""

from __future__ import annotations

import pytest

from generador.modelo.hallazgo import Prueba
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import LlamadaModelo
from tests.comparacion.demos import corrida, demo, hallazgos, textos
from tests.comparacion.grafos import tarea, traza
from tests.congelados import replace

CONTROL = "procedencia_desconocida"


def llamada(procedencia: Procedencia) -> LlamadaModelo:
    return LlamadaModelo(modelo="m", procedencia=procedencia)


@pytest.mark.parametrize("procedencia", [p for p in Procedencia if p is not Procedencia.DESCONOCIDA])
def test_una_procedencia_conocida_no_da_nada(procedencia: Procedencia):
    t = traza([tarea("a", modelos=(llamada(procedencia),))], ["b"])
    assert textos(demo(corrida({"c": t})), CONTROL) == []


def test_las_desconocidas_se_cuentan_y_se_dice_la_primera():
    nadie = llamada(Procedencia.DESCONOCIDA)
    t = replace(traza(["a"], [tarea("b", modelos=(nadie, nadie))]), sueltas=(nadie,))
    (h,) = hallazgos(demo(corrida({"c": t})), CONTROL)
    assert h.prueba == Prueba(caso="c", paso=2)
    assert str(h.motivo).endswith("desconocida: 3")


def test_una_suelta_no_tiene_paso_que_ensenar():
    t = replace(traza(["a"], ["b"]), sueltas=(llamada(Procedencia.DESCONOCIDA),))
    assert hallazgos(demo(corrida({"c": t})), CONTROL)[0].prueba is None
