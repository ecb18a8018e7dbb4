"""`redactor`: pone en orden lo verificado. No ve pruebas ni borradores: solo enunciados que el verificador respaldó."""

from __future__ import annotations

from agentes.control import agentes
from agentes.control.entorno import Modelo, exigir_modelo
from agentes.control.estado import Estado


def redactor(estado: Estado, *, modelo: Modelo | None) -> Estado:
    """Escribe `emitido`. La prosa que salga de aquí es `Conjecture` hasta que una persona la apruebe."""
    verificadas = [{"id": a["id"], "enunciado": a["enunciado"]} for a in estado["afirmaciones"]]
    datos = {"encargo": estado["encargo"], "verificadas": verificadas}
    mensaje = agentes.consultar(exigir_modelo(modelo), "redactor", datos, agentes.con_emitir())
    return Estado(emitido=agentes.emitido("redactor", mensaje))
