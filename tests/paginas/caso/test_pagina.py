"""El montaje: qué páginas salen, qué estado arrastran de un tramo a otro y qué se dice de lo que no se grabó."""

import json

from generador.modelo.hallazgo import Conformidad, Desviacion
from generador.modelo.mensaje import mensaje
from generador.paginas import rutas
from generador.paginas.caso import modelar
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX, contexto, pagina, paginas
from tests.paginas.caso.ejemplo import DEMO, HITL, TRAZAS


def test_hay_una_pagina_por_caso_del_plan_y_una_por_tramo_del_largo():
    todas = [p.marco.ruta for p in modelar(CTX)]
    assert len(todas) == len(set(todas))
    assert {p.caso for p in modelar(CTX)} == {c.id for c in DEMO.demo.plan.casos}
    assert [p.marco.ruta for p in paginas("largo")][:2] == [
        rutas.caso("ejemplo", "largo"),
        rutas.caso("ejemplo", "largo", 2),
    ]


def test_los_tramos_llevan_todos_los_pasos_una_vez_y_en_orden():
    pasos = [p.n for pag in paginas("largo") for p in pag.pasos]
    assert pasos == list(range(1, len(TRAZAS["largo"].pasos) + 1))
    assert [f.n for pag in paginas("largo") for f in pag.filas] == pasos


def test_un_tramo_empieza_con_el_estado_en_que_acabo_el_anterior():
    segunda = paginas("largo")[1]
    antes = {c.clave: json.loads(c.valor.texto) for c in segunda.tramo.estado}
    assert antes["cuenta"] == segunda.tramo.primero - 1
    assert pagina("largo").tramo.estado == ()


def test_solo_la_primera_lleva_el_paso_cero():
    assert [p.portada is not None for p in paginas("largo")] == [True, *[False] * (len(paginas("largo")) - 1)]


def test_los_saltos_entre_tramos_llevan_a_paginas_que_existen():
    hay = {p.marco.ruta.rpartition("/")[2] for p in paginas("largo")}
    for p in paginas("largo"):
        enlaces = (*p.tramo.paginas, *(e for e in (p.tramo.anterior, p.tramo.siguiente) if e))
        assert {e.href for e in enlaces} <= hay


def test_el_indice_compartido_solo_va_en_los_casos_de_varios_tramos():
    assert pagina("largo").indice.endswith(".indice.js")
    assert pagina("equipo").indice == ""


def test_un_caso_sin_traza_dice_que_no_se_ejecuto_y_no_que_cumple():
    p = pagina("sin-grabar")
    assert p.sin_traza
    assert p.fichas == ()
    assert p.pasos == ()


def test_el_grafo_de_una_variante_es_el_mismo_en_todas_sus_paginas():
    por_caso = {p.caso: p for p in modelar(CTX)}
    assert por_caso["roto"].figura is por_caso["pausado"].figura


def test_la_primera_desviacion_sale_en_la_cabecera_en_su_paso_y_en_la_isla():
    desviacion = Desviacion(
        paso=5, tarea="p5-1", regla=mensaje("no toca"), esperado=("guardrail_post",), obtenido=("review_response",)
    )
    hitl = replace(DEMO.comparaciones["hitl"], conformidades=(Conformidad(caso=HITL.caso, desviacion=desviacion),))
    ctx = contexto(replace(DEMO, comparaciones={**DEMO.comparaciones, "hitl": hitl}))
    p = next(p for p in modelar(ctx) if p.caso == HITL.caso)
    assert [f.veredicto for f in p.fichas if f.tono == "mal"] == ["desviacion"]
    assert [d.n for d in p.pasos if d.desviacion] == [5]
    assert [f.n for f in p.filas if f.desviada] == [5]
    assert p.portada.desviacion.obtenido == "review_response"
    assert p.datos["desvio"] == 5


def test_modelar_dos_veces_da_lo_mismo():
    assert tuple(modelar(CTX)) == tuple(modelar(CTX))
