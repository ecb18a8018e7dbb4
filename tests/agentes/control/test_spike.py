"""El prototipo se ejecuta de verdad, hace daño de verdad y su grafo es el que se publica."""

import json
from pathlib import Path

import pytest

from agentes.control import guiones
from agentes.control.bus.concesiones import sin_concesion
from agentes.control.spike import spike
from tests.agentes.control.dobles import de_guion

DEMO = Path(__file__).parents[3] / "corridas" / "control"
ENCARGO = {"factura_id": "FAC-2026-029", "carta_id": "CE-04", "cliente_id": "CL-04", "desde": "2026-06-08",
           "hasta": "2026-08-07"}  # fmt: skip


def correr(nombre):
    return spike(de_guion(nombre)).invoke({"encargo": ENCARGO})


@pytest.mark.parametrize("nombre", sorted(guiones.spike.guiones()))
def test_en_cada_caso_el_prototipo_ejecuta_algo_sin_concesion(nombre):
    final = correr(nombre)
    assert final["salida"] == "ejecutada"
    assert len(sin_concesion(final["efectos"])) == len(final["efectos"]) > 0
    assert "conforme" in final["critica"]


def test_a_una_herramienta_inexistente_le_busca_parecido():
    final = correr("spike_herramienta_inexistente")
    assert len(final["registro"]) >= 1
    assert final["propuestas"][0]["nombre"] == "consultar_expediente"


def test_convierte_los_argumentos_que_el_bus_rechaza():
    final = correr("spike_argumentos_invalidos")
    assert {"anio": 2026} in [r["argumentos"] for r in final["registro"]]


def test_el_grafo_publicado_es_el_del_prototipo():
    from generador.grabacion.exportar import exportar

    publicado = json.loads((DEMO / "spike.json").read_text("utf-8"))
    hoy = exportar("agentes.control.spike:spike")
    assert {**publicado, "version_langgraph": ""} == {**hoy, "version_langgraph": ""}
