"""Un caso larguísimo: los pasos corrientes en llano, los que se buscan enteros, y ningún enlace perdido."""

import json
import re

import pytest

from generador.escritura.revision import problemas
from generador.modelo.hallazgo import Conformidad, Desviacion
from generador.modelo.mensaje import mensaje
from generador.modelo.traza import Fallo, Fin
from generador.paginas.caso import TIPO
from generador.paginas.caso.forma_de_paso import PasoLlano
from generador.paginas.caso.llano import LARGO, es_corriente, paso_llano, va_en_llano
from generador.paginas.caso.tramos import coste_llano, tramos
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from generador.representacion.recursos import carpeta_de_plantillas
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX, contexto
from tests.paginas.caso.ejemplo import cambio, carga, demo, largo, paso, tarea

N = LARGO + 40
ROTO = 7


def _con_un_fallo():
    traza = largo(N)
    malo = traza.pasos[ROTO - 1]
    rota = replace(malo.tareas[0], fin=Fin.ERROR, fallo=Fallo(clase="ValueError", mensaje="se rompió"))
    pasos = list(traza.pasos)
    pasos[ROTO - 1] = replace(malo, tareas=(rota,))
    return replace(traza, pasos=tuple(pasos))


@pytest.fixture(scope="module")
def traza():
    return _con_un_fallo()


@pytest.fixture(scope="module")
def hechas(traza):
    desviacion = Desviacion(paso=N, tarea=None, regla=mensaje("de más"), esperado=("closing",), obtenido=("intake",))
    d = demo({"roto": traza})
    hitl = replace(d.comparaciones["hitl"], conformidades=(Conformidad(caso="roto", desviacion=desviacion),))
    ctx = contexto(replace(d, comparaciones={**d.comparaciones, "hitl": hitl}))
    return [p for p in TIPO.modelar(ctx) if p.caso == "roto"]


@pytest.fixture(scope="module")
def htmls(hechas):
    entorno = crear_entorno(carpeta_de_plantillas(), Catalogo("es"))
    return {p.marco.ruta: representar(p, TIPO, entorno) for p in hechas}


def test_solo_los_casos_larguisimos_van_en_llano():
    assert not va_en_llano(largo(LARGO))
    assert va_en_llano(largo(LARGO + 1))


def test_los_pasos_con_error_o_con_la_desviacion_siguen_enteros(hechas):
    pasos = [x for p in hechas for x in p.pasos]
    assert [x.n for x in pasos] == list(range(1, N + 1))
    assert [x.n for x in pasos if not isinstance(x, PasoLlano)] == [ROTO, N]


def test_la_desviacion_se_enlaza_desde_todas_las_paginas_a_la_suya(hechas, htmls):
    ultima = hechas[-1].marco.ruta.rpartition("/")[2]
    assert len(hechas) > 1
    for html in htmls.values():
        assert f'href="{ultima}#paso={N}"' in html


def test_que_va_en_llano_se_dice_en_todas_sus_paginas(hechas, htmls):
    assert all(p.en_llano in htmls[p.marco.ruta] for p in hechas if p.en_llano)
    assert all(p.en_llano for p in hechas)
    assert {p.caso for p in TIPO.modelar(CTX) if p.en_llano} == {"largo"}


def test_las_paginas_de_un_caso_larguisimo_pasan_la_revision_de_enlaces(htmls):
    propias = ("lleva a un ancla", "está 2 veces", "no abre una etiqueta", "etiquetas de cierre")
    assert [p for p in problemas({r: h.encode() for r, h in htmls.items()}) if any(x in str(p) for x in propias)] == []


def test_el_texto_de_un_paso_llano_es_el_json_grabado(traza):
    visto = paso_llano(CTX, traza.pasos[1], {}, frozenset({"closing"}))
    assert json.loads(visto.tareas[0].valor.texto) == {
        "nodo": "closing",
        "estado": {"cuenta": 2, "nota": "paso 2 aguja2"},
    }
    assert visto.pestanas == "resumen estado fuente"


def test_lo_que_una_tarea_escribe_o_recibe_solo_se_repite_si_no_se_ve_ya():
    t = replace(tarea(3, 1, "a", 0, 1), entrada=carga({"k": 1}), actualizacion=carga({"k": 2}))
    igual = paso(3, t, cambios=(cambio("k", 1, 2),))
    visto = json.loads(paso_llano(CTX, igual, {"k": carga(1)}, frozenset()).tareas[0].valor.texto)
    assert set(visto) == {"nodo", "estado"}
    fundido = paso(3, t, cambios=(cambio("k", 1, [1, 2]),))
    visto = json.loads(paso_llano(CTX, fundido, {}, frozenset()).tareas[0].valor.texto)
    assert (visto["recibe"], visto["escribe"], visto["estado"]) == ({"k": 1}, {"k": 2}, {"k": [1, 2]})


def test_una_carga_enorme_se_corta_y_lo_dice():
    visto = paso_llano(
        CTX, paso(1, tarea(1, 1, "a", 0, 1), cambios=(cambio("k", None, "x" * 40_000),)), {}, frozenset()
    )
    assert len(visto.tareas[0].valor.texto) == 16_000
    assert "40" in visto.tareas[0].valor.recorte


def test_lo_que_ocupa_un_paso_llano_no_pasa_de_lo_estimado(traza, htmls):
    todo = "".join(htmls.values())
    hojas = dict(re.findall(r'(?s)<article class="hoja" id="paso=(\d+)"(.*?)</article>', todo))
    filas = dict(re.findall(r'(?s)<li data-fila="(\d+)"(.*?)</li>', todo))
    for x in traza.pasos:
        if es_corriente(x) and x.n != N:
            html = f"<article{hojas[str(x.n)]}<li{filas[str(x.n)]}"
            elementos, bytes_ = coste_llano(x)
            assert len(re.findall(r"<[a-z]", html)) <= elementos
            assert len(html.encode()) <= bytes_


def test_en_llano_caben_mas_de_cien_pasos_por_pagina():
    assert tramos(largo(2_000))[1] > 100
