"""El prototipo se ejecuta de verdad y su grafo es el que se publica."""

import json
from pathlib import Path

from agentes.adherencia.spike import spike
from tests.agentes.adherencia.dobles import ModeloEspia

DEMO = Path(__file__).parents[3] / "corridas" / "adherencia"


def test_el_prototipo_recupera_y_genera_sin_mirar_nada():
    final = spike(ModeloEspia(respuestas=["Toma 500 mg"]), indice="lexico").invoke({"pregunta": "me duele el pecho"})
    assert final["respuesta"] == "Toma 500 mg"
    assert len(final["contexto"]) == 4


def test_el_grafo_publicado_es_el_del_prototipo():
    from generador.grabacion.exportar import exportar

    publicado = json.loads((DEMO / "spike.json").read_text("utf-8"))
    hoy = exportar("agentes.adherencia.spike:spike", {"indice": "lexico"})
    assert {**publicado, "version_langgraph": ""} == {**hoy, "version_langgraph": ""}
