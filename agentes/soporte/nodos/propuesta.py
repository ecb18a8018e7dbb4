"""`propuesta`: convierte lo que el modelo quiere hacer en una solicitud con forma, o le dice qué le falta.

De los argumentos salen solo los datos que se ejecutarían y el motivo; quién la pide lo pone la sesión.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AnyMessage, ToolMessage
from langchain_core.runnables import RunnableConfig

from agentes.soporte.estado import Estado, pedidas
from agentes.soporte.herramientas.bus import Llamada, Rechazada, comprobar, responder
from agentes.soporte.herramientas.esquemas import PROPUESTA


def propuesta(estado: Estado, config: RunnableConfig) -> Estado:
    """Escribe `solicitudes` y `siguiente`: `valida` si hay alguna, `no_valida` si no. Las malas salen contestadas."""
    solicitudes: list[dict[str, Any]] = []
    errores: list[AnyMessage] = []
    for llamada in pedidas(estado, propuestas=True):
        try:
            comprobar(llamada)
        except Rechazada:
            errores.append(_contestar_mal(llamada, config))
        else:
            solicitudes.append(solicitud(llamada))
    siguiente = "valida" if solicitudes else "no_valida"
    return Estado(solicitudes=solicitudes, mensajes=errores, siguiente=siguiente)


def solicitud(llamada: Llamada) -> dict[str, Any]:
    """Una llamada ya comprobada, con lo que se ejecutaría separado de lo que se cuenta."""
    argumentos = dict(llamada.argumentos or {})
    motivo = argumentos.pop("motivo")
    tipo = PROPUESTA[llamada.nombre]
    return {"llamada": llamada.id, "herramienta": llamada.nombre, "tipo": tipo, "datos": argumentos, "motivo": motivo}


def _contestar_mal(llamada: Llamada, config: RunnableConfig) -> ToolMessage:
    return responder(llamada, lambda: None, config)
