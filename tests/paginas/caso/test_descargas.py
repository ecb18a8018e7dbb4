"""El resumen en JSON y los ficheros que acompañan a un caso."""

import json

from generador.paginas.caso import ficheros
from generador.paginas.caso.descargas import nombre_de_indice, resumen
from tests.paginas.caso.apoyo import pagina
from tests.paginas.caso.ejemplo import DEMO, HITL, TRAZAS

CORRIDA = DEMO.demo.corrida


def test_cada_caso_grabado_tiene_resumen_y_solo_los_largos_indice():
    nombres = {r.rpartition("/")[2] for r, _ in ficheros(DEMO)}
    assert nombres == {*(f"{c}.json" for c in TRAZAS), nombre_de_indice(CORRIDA, "largo")}


def test_el_resumen_dice_lo_que_concluye_la_pagina():
    caso = DEMO.demo.plan.caso(HITL.caso)
    datos = json.loads(resumen(CORRIDA, caso, HITL, None, ()))
    assert datos["traza"] == "hitl-cita-no-verificada.jsonl"
    assert datos["conforme"] is None
    assert [p["tareas"][0]["nodo"] for p in datos["pasos"]] == [p.tareas[0].nodo for p in HITL.pasos]
    assert datos["pasos"][4]["tareas"][0]["interrupciones"][0]["quien"] == "farmacéutica de guardia"
    assert datos["pasos"][3]["tareas"][0]["modelos"][0]["procedencia"] == "oraculo"


def test_los_enlaces_de_descarga_suben_a_la_raiz_del_sitio():
    assert [d.href for d in pagina("equipo").descargas] == [
        "../../ejemplo/descargas/equipo.jsonl",
        "../../ejemplo/descargas/equipo.json",
        "../../ejemplo/descargas/grafo-equipo.svg",
    ]
