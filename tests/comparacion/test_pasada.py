"""Comparar por partes: lo que se recuerda de cada traza da lo mismo que volver a recorrerlas todas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.comparacion import comparar
from generador.comparacion.observado import Observador
from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import salidas_de
from generador.modelo.corrida import CasoGrabado
from generador.modelo.grafo import FIN, INICIO
from generador.modelo.perezoso import Perezoso
from tests.comparacion.demos import caso, corrida, demo
from tests.comparacion.grafos import fija, grafo, lineal, ruta, tarea, traza
from tests.congelados import replace

GRAFO = grafo(fija(INICIO, "a"), ruta("a", "a", "otra"), ruta("a", "b", "sigue"), fija("b", FIN))
TRAZAS = (
    traza([tarea("a", va=["a"])], [tarea("a", va=["b"])], ["b"]),
    traza([tarea("a", va=["b"])], ["b"]),
    traza(["b"], ["a"]),
    traza(),
)


@given(st.lists(st.sampled_from(TRAZAS), max_size=5))
def test_juntar_lo_de_cada_traza_es_lo_mismo_que_sumarlas(elegidas):
    trazas, salidas = [replace(t, caso=f"c{i}") for i, t in enumerate(elegidas)], salidas_de(GRAFO)
    sumadas, juntadas = Observador(), Observador()
    for t in trazas:
        sumadas.sumar(t, recorrer(t, salidas))
        una = Observador()
        una.sumar(t, recorrer(t, salidas))
        juntadas.juntar(una.observado())
    assert repr(juntadas.observado()) == repr(sumadas.observado()), "también el orden es el mismo"


def _demo(*, ya_no_se_lee: bool = False, real=None, espera=None, sha256="1" * 64):
    def leer():
        if ya_no_se_lee:
            pytest.fail("no hacía falta leerla")
        return traza(["a"], ["b"])

    casos = (CasoGrabado(caso="c", variante="v", traza="c.jsonl", sha256=sha256, estado="ok"),)
    hecha = corrida({}, grafos={"v": real or lineal("a", "b")}, casos=casos)
    return demo(replace(hecha, trazas=Perezoso({"c": leer})), casos=(espera or caso(),))


def _con_apuntes(d):
    """Los apuntes ya sacados, como los da quien recuerda."""
    c = d.corridas[0]
    return replace(d, corridas=(replace(c, apuntes={"c": _demo().corridas[0].apunte("c")}),))


def test_la_traza_de_la_que_se_recuerda_su_pasada_no_se_lee():
    recuerdo = {}
    antes = comparar(_demo(), recuerdo)
    assert comparar(_con_apuntes(_demo(ya_no_se_lee=True)), recuerdo) == antes == comparar(_demo())


@pytest.mark.parametrize(
    "cambio", [{"sha256": "2" * 64}, {"real": lineal("a", "x", "b")}, {"espera": caso(visita=("a",))}], ids=str
)
def test_si_cambia_la_traza_el_grafo_o_lo_que_se_espera_se_vuelve_a_recorrer(cambio):
    recuerdo = {}
    comparar(_demo(), recuerdo)
    assert comparar(_demo(**cambio), recuerdo) == comparar(_demo(**cambio))
    assert len(recuerdo) == 2
