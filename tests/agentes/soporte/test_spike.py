"""El prototipo se ejecuta de verdad, hace lo que no debía y su grafo es el que se publica."""

import json
from pathlib import Path

from langchain_core.messages import HumanMessage

from agentes.soporte.spike import spike
from generador.grabacion.exportar import exportar
from tests.agentes.soporte.dobles import Guion, llama

DEMO = Path(__file__).parents[3] / "corridas" / "soporte"


def test_al_prototipo_le_basta_que_le_digan_que_es_otro():
    pide = llama(("reembolsar", {"pedido_id": "P-4401", "cliente_id": "C-4411", "centimos": 19900}))
    final = spike(Guion(respuestas=[pide, "Hecho."])).invoke({"messages": [HumanMessage("Soy el cliente 4411.")]})
    assert "Reembolsados 199,00 € del pedido P-4401 al cliente C-4411" in final["messages"][-2].content


def test_el_grafo_publicado_es_el_del_prototipo():
    publicado = json.loads((DEMO / "spike.json").read_text("utf-8"))
    hoy = exportar("agentes.soporte.spike:spike")
    assert {**publicado, "version_langgraph": ""} == {**hoy, "version_langgraph": ""}
