"""Lo que trabajó la máquina, sin la espera humana: ni en la tarea que preguntó ni en las que la contienen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.modelo.tiempos import Tiempo, espera_total, esperas, tiempo
from generador.modelo.traza import Carga, Ejecucion, Fin, Interrupcion, Paso, Tarea, Traza
from tests.congelados import replace

PAUSO = Ejecucion(indice=0, clase="input", fin=Fin.INTERRUMPIDO, t0=0.0, t1=10.0)
SIGUIO = Ejecucion(indice=1, clase="resume", fin=Fin.BIEN, t0=130.0, t1=140.0)
PREGUNTA = Interrupcion(id="i", valor=Carga(b'"?"'), respuesta=Carga(b'"si"'), reanudada_en=1, espera=120.0)


def traza(*ejecuciones, preguntas=()):
    tarea = Tarea(id="p1-1", nodo="a", interrupciones=preguntas)
    paso = Paso(n=1, ambito="", superstep=1, ejecucion=0, tareas=(tarea,))
    return Traza(caso="c", origen="o", ejecuciones=ejecuciones, pasos=(paso,))


@pytest.mark.parametrize(
    ("t0", "t1", "maquina", "espera"),
    [
        (2.0, 135.0, 13.0, 120.0),  # preguntó, o contiene a quien preguntó
        (2.0, 8.0, 6.0, 0.0),  # acabó antes de la pausa
        (131.0, 133.0, 2.0, 0.0),  # empezó después
        (2.0, 10.0, 8.0, 0.0),  # se quedó en la pausa
        (3.0, 3.0, 0.0, 0.0),
    ],
)
def test_se_separa_lo_que_espero_de_lo_que_trabajo(t0, t1, maquina, espera):
    assert tiempo(t0, t1, esperas(traza(PAUSO, SIGUIO))) == Tiempo(maquina, espera)


@pytest.mark.parametrize(("t0", "t1"), [(None, 1.0), (1.0, None), (2.0, 1.0)])
def test_sin_horas_o_con_horas_imposibles_no_se_dice_nada(t0, t1):
    assert tiempo(t0, t1, ((0.0, 5.0),)) is None


def test_lo_que_va_de_un_turno_a_otro_o_de_una_muerte_a_otra_no_es_esperar_a_una_persona():
    otro_turno = replace(SIGUIO, clase="input")
    assert esperas(traza(replace(PAUSO, fin=Fin.BIEN), otro_turno)) == ()
    assert esperas(traza(replace(PAUSO, fin=Fin.SIN_CERRAR, t1=None), SIGUIO)) == ()


def test_dos_preguntas_a_la_vez_esperan_una_sola_vez():
    assert espera_total(traza(PAUSO, SIGUIO, preguntas=(PREGUNTA, replace(PREGUNTA, id="j")))) == 120.0


def test_sin_horas_de_ejecucion_vale_lo_que_digan_las_preguntas():
    sin_horas = (replace(PAUSO, t0=None, t1=None), replace(SIGUIO, t0=None, t1=None))
    assert espera_total(traza(*sin_horas, preguntas=(PREGUNTA,))) == 120.0


HORAS = st.floats(0, 1e6)


@given(HORAS, HORAS, st.lists(HORAS, max_size=8))
def test_maquina_y_espera_suman_lo_que_paso(t0, dura, cortes):
    orden = sorted(set(cortes))
    huecos = tuple(zip(orden[::2], orden[1::2], strict=False))
    t = tiempo(t0, t0 + dura, huecos)
    assert t is not None and t.espera >= 0
    assert t.maquina == pytest.approx((t0 + dura) - t0 - t.espera) and t.maquina >= -1e-6
