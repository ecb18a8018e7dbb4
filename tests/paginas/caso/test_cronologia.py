"""La cascada: dentro del ancho, con los intentos y la espera de una persona sin aplastar lo demás."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from generador.paginas.caso.cronologia import ANCHO, barras, crear_eje
from tests.congelados import replace
from tests.paginas.caso.ejemplo import EQUIPO, HITL, TRAZAS, largo


def trozos(paso, eje):
    trazos, _ = barras(paso, eje)
    return {c: [tuple(map(int, m)) for m in re.findall(r"M(\d+) (\d+)h(\d+)", d)] for c, d in trazos}


def test_ninguna_barra_se_sale_del_ancho():
    for traza in TRAZAS.values():
        eje = crear_eje(traza)
        for p in traza.pasos:
            for sitios in trozos(p, eje).values():
                assert all(x >= 0 and x + w <= ANCHO and w > 0 for x, _, w in sitios)


def test_la_espera_humana_se_raya_y_no_aplasta_la_maquina():
    eje = crear_eje(HITL)
    assert trozos(HITL.pasos[4], eje)["espera"][0][2] > 100
    assert trozos(HITL.pasos[2], eje)["tarea"][0][2] > 200


def test_cada_intento_es_una_barra_y_los_fallidos_se_distinguen():
    b = trozos(EQUIPO.pasos[2], crear_eje(EQUIPO))
    assert len(b["fallo"]) == 2
    assert len({y for _, y, _ in b["tarea"] + b["fallo"]}) == len(EQUIPO.pasos[2].tareas)


def test_sin_tiempos_no_hay_eje():
    assert crear_eje(replace(HITL, pasos=())) is None


@settings(deadline=None)
@given(st.floats(0, 1e9), st.floats(0, 1e9))
def test_el_eje_no_retrocede(a, b):
    eje = crear_eje(largo(5))
    t0 = eje.instantes[0]
    x, y = eje.x(t0 + min(a, b)), eje.x(t0 + max(a, b))
    assert 0 <= x <= y <= ANCHO + 1e-6
