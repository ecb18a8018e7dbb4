"""Quien da su `langgraph.json` donde no es se entera de qué orden usar."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.grabacion.fabricas import fabrica
from generador.lectura.configuracion_de_langgraph import modulo_de
from generador.lectura.grafo import leer_grafo
from generador.lectura.plan import leer_plan

CONFIGURACION = {"dependencies": ["."], "graphs": {"agente": "./src/mi/grafo.py:graph", "otro": {"path": "mi.b:crear"}}}
ORDENES = "desde su carpeta, usa «vitrina nueva src.mi.grafo:graph» o «vitrina nueva mi.b:crear»"


def escrita(carpeta: Path, nombre: str, graphs: Any = None) -> Path:
    ruta = carpeta / nombre
    valor = CONFIGURACION if graphs is None else {**CONFIGURACION, "graphs": graphs}
    ruta.write_text(json.dumps(valor, indent=1), "utf-8")
    return ruta


def unico(error: pytest.ExceptionInfo[ErrorDeEntrada]) -> Any:
    (problema,) = error.value.problemas
    return problema


def test_dado_como_grafo_como_plan_o_como_agente_dice_que_orden_usar(tmp_path):
    grafo, plan = escrita(tmp_path, "langgraph.json"), escrita(tmp_path, "plan.yaml")
    for leer, que in (
        (lambda: leer_grafo(grafo), "un grafo"),
        (lambda: leer_plan(plan), "un plan"),
        (lambda: fabrica(str(grafo)), "una fábrica"),
        (lambda: fabrica(f"{grafo}:agente"), "una fábrica"),
    ):
        with pytest.raises(ErrorDeEntrada) as error:
            leer()
        problema = unico(error)
        assert (problema.que_pasa, problema.linea) == (f"es la configuración de LangGraph Platform, no {que}", 5)
        assert problema.que_hacer == ORDENES


@pytest.mark.parametrize(
    ("graphs", "remedio"),
    [
        ({"a": "./src/agente.ts:graph"}, "sus grafos son de JavaScript"),
        ({"a": "../fuera/grafo.py:graph"}, "usa «vitrina nueva paquete.modulo:grafo»"),
        ({"a": "./con guion/x.py:g"}, "usa «vitrina nueva paquete.modulo:grafo»"),
        ({"a": "sin nombre"}, "usa «vitrina nueva paquete.modulo:grafo»"),
        ({}, "usa «vitrina nueva paquete.modulo:grafo»"),
        ({"a": "./paquete/__init__.py:g", "b": "./x.ts:g"}, "usa «vitrina nueva paquete:g»"),
    ],
)
def test_lo_que_no_se_puede_nombrar_no_se_inventa(tmp_path, graphs, remedio):
    with pytest.raises(ErrorDeEntrada) as error:
        leer_grafo(escrita(tmp_path, "langgraph.json", graphs))
    assert remedio in unico(error).que_hacer


def test_otro_json_no_se_toma_por_el(tmp_path):
    otro = tmp_path / "otro.json"
    for valor in ({"graphs": [1]}, {"graphs": {"a": 3}}, {"x": 1}):
        otro.write_text(json.dumps(valor), "utf-8")
        with pytest.raises(ErrorDeEntrada, match="no es un grafo"):
            leer_grafo(otro)
        with pytest.raises(ErrorDeEntrada, match="es un fichero, no una fábrica"):
            fabrica(str(otro))


def test_de_un_fichero_de_python_se_dice_el_modulo_si_lo_hay():
    assert modulo_de("./src/mi/grafo.py") == "src.mi.grafo"
    assert modulo_de("src\\mi\\grafo.py") == "src.mi.grafo"
    assert modulo_de("../grafo.py") is None
    assert modulo_de("/fuera/grafo.py") is None
    with pytest.raises(ErrorDeEntrada, match="ponte en su carpeta"):
        fabrica("../grafo.py:crear")
    with pytest.raises(ErrorDeEntrada, match=r"escribe el módulo: «src\.grafo:crear»"):
        fabrica("./src/grafo.py:crear")
