"""Agentes de verdad, grabados y exportados por nosotros: cada traza es conforme con su grafo y lo recorre entero."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from generador.comparacion.conformidad import alinear
from generador.comparacion.sueltos import comparar_sueltos
from generador.grabacion import Grabadora
from generador.grabacion.exportar import como_json
from generador.lectura.grafo import grafo_de_json
from generador.lectura.trazas import leer_traza
from generador.modelo.grafo import Grafo
from generador.modelo.traza import Fin, Traza
from tests.comparacion.grafos import diferencias
from tests.grabacion import agentes_de_prueba as agentes

HILO = {"configurable": {"thread_id": "h"}}
AGENTES = [
    agentes.lineal,
    agentes.con_herramientas,
    agentes.reparte,
    agentes.reparte_a_subgrafos,
    agentes.anidado,
    agentes.el_mismo_dos_veces,
    agentes.paralelo,
    agentes.con_pausa,
    agentes.dos_pausas_en_subgrafo,
    agentes.con_reintentos,
    agentes.subgrafo_reintentado,
    agentes.con_cache,
    agentes.con_manejador_de_errores,
    agentes.pausa_estatica,
    agentes.con_saltos,
    agentes.salta_al_padre,
    agentes.con_entrada_condicional,
    agentes.con_eventos,
]
REANUDACIONES = {
    agentes.con_pausa: [Command(resume="si")],
    agentes.dos_pausas_en_subgrafo: [Command(resume="si"), Command(resume="no")],
    agentes.pausa_estatica: [None, None],
}


def grabar(fabrica: Any, carpeta: Path) -> tuple[Any, Traza]:
    agente = fabrica(InMemorySaver()) if fabrica in REANUDACIONES else fabrica()
    entrada = {"messages": [("user", "hola")]} if fabrica is agentes.con_herramientas else {"x": [], "n": 2}
    ruta = carpeta / "t.jsonl"
    with Grabadora(ruta, caso="c") as grabadora:
        for siguiente in (entrada, *REANUDACIONES.get(fabrica, ())):
            grabadora.ejecutar(agente, siguiente, HILO)
    return agente, leer_traza(ruta, "c")


def exportado(agente: Any) -> Grafo:
    return grafo_de_json(como_json(agente), "grafo.json")


def de_langgraph(agente: Any, **opciones: Any) -> Grafo:
    return grafo_de_json(json.loads(json.dumps(agente.get_graph(**opciones).to_json(), default=str)), "grafo.json")


@pytest.mark.parametrize("fabrica", AGENTES, ids=lambda f: f.__name__)
def test_la_traza_es_conforme_con_lo_exportado_y_con_lo_que_dibuja_langgraph(fabrica: Any, tmp_path: Path):
    agente, traza = grabar(fabrica, tmp_path)
    assert traza.fin is Fin.BIEN
    for grafo in (exportado(agente), de_langgraph(agente), de_langgraph(agente, xray=True)):
        conformidad = alinear(traza, grafo)
        assert conformidad.desviacion is None, str(conformidad.desviacion)


@pytest.mark.parametrize("fabrica", AGENTES, ids=lambda f: f.__name__)
def test_toda_tarea_tiene_una_causa_cierta(fabrica: Any, tmp_path: Path):
    agente, traza = grabar(fabrica, tmp_path)
    causas = dict(alinear(traza, exportado(agente)).causas)
    for paso in traza.pasos:
        for tarea in paso.tareas:
            assert tarea.clase == "call" or any(c.cierta for c in causas[tarea.id]), tarea.nodo


@pytest.mark.parametrize("fabrica", AGENTES, ids=lambda f: f.__name__)
def test_lo_exportado_como_contrato_no_difiere_de_lo_que_dibuja_langgraph(fabrica: Any, tmp_path: Path):
    agente, traza = grabar(fabrica, tmp_path)
    contrato = exportado(agente)
    for real in (contrato, de_langgraph(agente), de_langgraph(agente, xray=True)):
        assert diferencias(comparar_sueltos(contrato=contrato, grafo=real)) == {}
        assert diferencias(comparar_sueltos(contrato=contrato, grafo=real, trazas=(traza,))) == {}


def test_borrar_las_lineas_de_un_paso_del_fichero_es_una_desviacion_en_ese_paso(tmp_path: Path):
    agente, traza = grabar(agentes.paralelo, tmp_path)
    ruta = tmp_path / "t.jsonl"
    lineas = [json.loads(x) for x in ruta.read_bytes().splitlines()]
    for borrado in traza.pasos[:-1]:
        tareas = {x["task"] for x in lineas if x["t"] == "task.start" and x["step"] == borrado.superstep}
        quedan = [x for x in lineas if x.get("task") not in tareas]
        (tmp_path / "sin.jsonl").write_text("\n".join(map(json.dumps, quedan)))
        desviacion = alinear(leer_traza(tmp_path / "sin.jsonl", "c"), exportado(agente)).desviacion
        assert desviacion is not None and desviacion.paso == borrado.n
