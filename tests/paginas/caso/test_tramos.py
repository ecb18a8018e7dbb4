"""Los límites por página: pasos, elementos y bytes, y que la estimación peque por exceso."""

import dataclasses
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.paginas.caso import TIPO
from generador.paginas.caso.tramos import ELEMENTOS, PASOS, coste, tramos, tramos_de_demos
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from generador.representacion.recursos import carpeta_de_plantillas
from tests.paginas.caso.apoyo import paginas
from tests.paginas.caso.ejemplo import DEMO, TRAZAS, cambio, largo, paso, tarea


@pytest.fixture(scope="module")
def entorno():
    return crear_entorno(carpeta_de_plantillas(), Catalogo("es"))


@pytest.mark.parametrize("caso", TRAZAS)
def test_ninguna_pagina_pasa_de_cinco_mil_elementos_ni_de_un_mega(entorno, caso):
    for p in paginas(caso):
        html = representar(p, TIPO, entorno)
        assert len(re.findall(r"<[a-z]", html)) <= 5_000
        assert len(html.encode()) <= 1_000_000


@pytest.mark.parametrize("caso", TRAZAS)
def test_lo_que_ocupa_cada_paso_no_pasa_de_lo_estimado(entorno, caso):
    for p in paginas(caso):
        html = representar(p, TIPO, entorno)
        hojas = re.findall(r'<article class="hoja" id="paso=[1-9].*?</article>', html, re.S)
        filas = re.findall(r"<li data-fila=\"[1-9].*?</li>", html)
        pasos = TRAZAS[caso].pasos[p.tramo.primero - 1 : p.tramo.ultimo]
        for hoja, fila, x in zip(hojas, filas, pasos, strict=True):
            elementos, bytes_ = coste(x)
            assert len(re.findall(r"<[a-z]", hoja + fila)) <= elementos
            assert len((hoja + fila).encode()) <= bytes_


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 2_000))
def test_los_tramos_son_crecientes_empiezan_en_uno_y_no_pasan_del_tope(n):
    primeros = tramos(largo(n))
    assert primeros[0] == 1
    cortes = [*primeros, n + 1]
    assert all(0 < b - a <= PASOS for a, b in pairwise(cortes))


def test_un_paso_mayor_que_el_tope_va_solo_en_su_pagina():
    gordo = paso(1, tarea(1, 1, "a", 0, 1), cambios=tuple(cambio(f"k{i}", ..., "x" * 30_000) for i in range(200)))
    assert coste(gordo)[0] > ELEMENTOS or coste(gordo)[1] > 800_000
    dos = dataclasses.replace(largo(2), pasos=(gordo, dataclasses.replace(gordo, n=2)))
    assert tramos(dos) == (1, 2)


def test_una_traza_sin_pasos_es_una_pagina():
    assert tramos(dataclasses.replace(largo(1), pasos=())) == (1,)


def test_cada_caso_grabado_tiene_sus_tramos():
    assert set(tramos_de_demos((DEMO,))) == {("ejemplo", c) for c in TRAZAS}
