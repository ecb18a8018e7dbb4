"""`analista`: afirma lo que las pruebas implican. Ve los bytes del registro, no lo que otro agente dijo de ellos."""

from __future__ import annotations

from agentes.control import agentes
from agentes.control.entorno import Modelo, Plano, exigir_modelo
from agentes.control.estado import Estado


def analista(estado: Estado, *, modelo: Modelo | None, plano: Plano) -> Estado:
    """Escribe `emitido`."""
    pruebas = [{**r, "contenido": _texto(plano, estado["run_id"], r["id"])} for r in estado["registro"]]
    datos = {
        "encargo": estado["encargo"],
        "objetivos": estado["objetivos"],
        "registro": pruebas,
        "ausencias": [r["detalles"] for r in estado["rechazos"] if r["motivo"] == "no_esta_en_el_archivo"],
        "verificadas": [a["id"] for a in estado["afirmaciones"]],
        "elevadas": [a["id"] for a in estado["abstenciones"]],
        "sin_respaldo": [{"id": p["id"], "faltan": p["faltan"]} for p in estado["pendientes"]],
        "predicados": agentes.catalogo_de_predicados(),
    }
    mensaje = agentes.consultar(exigir_modelo(modelo), "analista", datos, agentes.con_emitir())
    return Estado(emitido=agentes.emitido("analista", mensaje))


def _texto(plano: Plano, run_id: str, id_: str) -> str:
    return (plano.libro.bytes_de(run_id, id_) or b"").decode("utf-8")
