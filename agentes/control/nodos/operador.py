"""`operador`: pide lo que habría que ejecutar. No tiene herramientas irreversibles: si intenta usar una, va al bus."""

from __future__ import annotations

from agentes.control import agentes
from agentes.control.bus.catalogo import catalogo
from agentes.control.entorno import Modelo, exigir_modelo
from agentes.control.estado import Estado


def operador(estado: Estado, *, modelo: Modelo | None) -> Estado:
    """Escribe `emitido` o, si pidió una llamada directa, `propuestas`; `ruta` es `intenciones` o `llamada directa`."""
    verificadas = [{c: a[c] for c in ("id", "enunciado", "propositions")} for a in estado["afirmaciones"]]
    acciones = {h.nombre: h.esquema("entrada")["properties"] for h in catalogo().values() if h.irreversible}
    datos = {"encargo": estado["encargo"], "verificadas": verificadas, "acciones": acciones}
    mensaje = agentes.consultar(exigir_modelo(modelo), "operador", datos, agentes.con_emitir())
    directas = [c for c in agentes.llamadas(mensaje) if c["nombre"] != "emitir"]
    if directas:
        return Estado(propuestas=directas, ruta="llamada directa")
    return Estado(emitido=agentes.emitido("operador", mensaje), ruta="intenciones")
