"""Los límites por página: pasos, elementos y bytes, y que la estimación peque por exceso."""

import re
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.modelo.hallazgo import Cumple, Resultado
from generador.modelo.mensaje import mensaje
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fallo, Fin, LlamadaModelo
from generador.paginas.caso import TIPO
from generador.paginas.caso.tramos import PASOS, coste, tramos, tramos_de_corrida
from generador.paginas.caso.valores import CLAVES, LISTA, NOMBRE, abreviado, claves_de_estado
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from generador.representacion.recursos import carpeta_de_plantillas
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX, contexto, pagina_de, paginas
from tests.paginas.caso.ejemplo import DEMO, TRAZAS, cambio, carga, demo, largo, paso, tarea

MIRADAS = 20
"""Páginas de un caso desmedido que se pintan: el estado llega a su tope en las primeras."""


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


def _gordos():
    """Pasos que, compuestos sin tope, no cabrían en una página."""
    una = tarea(1, 1, "a", 0, 1)
    muchas = (tarea(1, i, "nodo <&>" * 900, 0, 1, actualizacion=carga("<'" * 9_000)) for i in range(1_100))
    rotas = (
        tarea(1, i, "a", 0, 1, fin=Fin.ERROR, fallo=Fallo(clase="E", mensaje=f"<{i}>" * 900, traza="'" * 9_000))
        for i in range(90)
    )
    modelos = tuple(
        LlamadaModelo(modelo="m", procedencia=Procedencia.ORACULO, mensajes=carga([{"content": "<&>" * 9_000}]))
        for _ in range(90)
    )
    return {
        "muchas claves enormes": paso(1, una, cambios=tuple(cambio(f"k{i}", ..., "x" * 30_000) for i in range(200))),
        "miles de claves": paso(1, una, cambios=tuple(cambio(f"k{i}", ..., i) for i in range(9_000))),
        "nombres larguísimos": paso(1, una, cambios=tuple(cambio("<" * 9_000 + f"{i}", 1, i) for i in range(400))),
        "mil tareas y más": paso(1, *muchas),
        "todas rotas": paso(1, *rotas),
        "muchas llamadas": paso(1, tarea(1, 1, "a", 0, 1, modelos=modelos)),
        "miles de Send vacíos": paso(1, *(tarea(1, i, "a", 0, 1) for i in range(5_000))),
    }


@pytest.mark.parametrize("cual", _gordos())
def test_un_paso_enorme_cabe_en_su_pagina_y_lo_que_falta_se_dice(entorno, cual):
    gordo = _gordos()[cual]
    p = pagina_de(replace(largo(1), pasos=(gordo,), inicial={}, final={}))
    html = representar(p, TIPO, entorno)
    assert len(re.findall(r"<[a-z]", html)) <= 5_000
    assert len(html.encode()) <= 1_000_000
    assert "la traza original los trae todos" in html or cual == "nombres larguísimos"


def _estado_que_crece(clave, valor):
    pasos = [replace(p, cambios=tuple(cambio(clave(p.n, j), ..., valor) for j in range(12))) for p in largo(620).pasos]
    final = {c.clave: c.despues for p in pasos for c in p.cambios}
    return replace(largo(620), pasos=tuple(pasos), final=final)


@pytest.mark.parametrize("clave, valor", [
    (lambda n, j: f"k{n}_{j}", 1),
    (lambda _, j: "<K>" * 500 + f"{j}", "<&>'\"" * 900),
    (lambda _, j: f"{j}", "\u202eñ漢" * 3_000),
    (lambda _, j: f"{j}", "<" * 20_000),
])  # fmt: skip
def test_por_mucho_que_crezca_el_estado_ninguna_pagina_pasa_de_los_topes(entorno, clave, valor):
    traza = _estado_que_crece(clave, valor)
    d = demo({"largo": traza})
    for p in islice((x for x in TIPO.modelar(contexto(d)) if x.caso == "largo"), MIRADAS):
        html = representar(p, TIPO, entorno)
        assert len(re.findall(r"<[a-z]", html)) <= 5_000
        assert len(html.encode()) <= 1_000_000
        assert len(p.tramo.estado) <= CLAVES


def test_un_recorrido_de_miles_de_pasos_no_llena_la_portada():
    d = demo({"roto": largo(620)})
    hitl = d.comparaciones["hitl"]
    dicho = mensaje("%(x)s", x=" → ".join(["nodo"] * 90_000))
    fallo = Resultado(campo="recorrido", esperado=mensaje("a"), obtenido=dicho, cumple=Cumple.NO, paso=2)
    d = replace(d, comparaciones={**d.comparaciones, "hitl": replace(hitl, resultados=(("roto", (fallo,)),))})
    portada = next(p for p in TIPO.modelar(contexto(d)) if p.caso == "roto").portada
    assert [len(c.obtenido) for c in portada.comprobaciones] == [LISTA]
    assert portada.comprobaciones[0].obtenido.endswith("…")


def test_las_claves_que_no_se_ensenan_se_cuentan():
    pares = [(f"k{i}", carga(i)) for i in range(CLAVES + 7)]
    vistas = claves_de_estado(CTX, pares)
    assert [v.clave for v in vistas] == [k for k, _ in pares[:CLAVES]]
    assert "Faltan 7 elementos" in vistas[-1].valor.recorte


def test_un_nombre_larguisimo_se_acorta_y_uno_corriente_no_se_toca():
    assert abreviado(" a\n") == " a\n"
    assert len(abreviado("x" * 9_000)) == NOMBRE


def test_una_traza_sin_pasos_es_una_pagina():
    assert tramos(replace(largo(1), pasos=())) == (1,)


def test_cada_caso_grabado_tiene_sus_tramos():
    sabidos: dict[str, tuple[int, ...]] = {}
    assert set(tramos_de_corrida(DEMO.demo.corrida, sabidos)) == set(TRAZAS)
    assert len(sabidos) == len(TRAZAS)
