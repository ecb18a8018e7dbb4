"""`investigador`: propone lecturas. No toca nada: quien las hace, si valen, es el bus. Lo que comente se descarta."""

from __future__ import annotations

from agentes.control import agentes
from agentes.control.bus.catalogo import para_agentes
from agentes.control.entorno import Modelo, exigir_modelo
from agentes.control.estado import Estado
from agentes.control.eventos import emitir


def investigador(estado: Estado, *, modelo: Modelo | None) -> Estado:
    """Escribe `propuestas`."""
    datos = {"encargo": estado["encargo"], "objetivos": estado["objetivos"], "registro": estado["registro"]}
    mensaje = agentes.consultar(exigir_modelo(modelo), "investigador", datos, para_agentes())
    if mensaje.text.strip():
        emitir("texto_suelto", de="investigador", texto=mensaje.text, destino="descartado: no cita el registro")
    return Estado(propuestas=agentes.llamadas(mensaje))
