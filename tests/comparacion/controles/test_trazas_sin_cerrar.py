"""Control `trazas_sin_cerrar`."""

from __future__ import annotations

from generador.modelo.hallazgo import Prueba
from generador.modelo.traza import Ejecucion, Fin
from tests.comparacion.demos import corrida, demo, hallazgos
from tests.comparacion.grafos import traza

CONTROL = "trazas_sin_cerrar"


def test_una_traza_que_dice_como_acabo_no_da_nada():
    for fin in (Fin.BIEN, Fin.ERROR, Fin.INTERRUMPIDO):
        t = traza(["a"], ejecuciones=(Ejecucion(indice=0, clase="input", fin=fin),))
        assert hallazgos(demo(corrida({"c": t})), CONTROL) == []


def test_una_traza_cortada_ensena_su_ultimo_paso():
    t = traza(["a"], ["b"], ejecuciones=(Ejecucion(indice=0, clase="input"),))
    (h,) = hallazgos(demo(corrida({"c": t})), CONTROL)
    assert h.prueba == Prueba(caso="c", paso=2)
    assert str(h.lugar) == "corridas/demo/r1/trazas/c.jsonl"


def test_una_traza_sin_pasos_no_tiene_ninguno_que_ensenar():
    assert hallazgos(demo(corrida({"c": traza(ejecuciones=())})), CONTROL)[0].prueba is None
