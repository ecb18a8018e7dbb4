"""`politicas`: la política, en código, sobre cada solicitud. Lo que pasa va a la cola; lo que no, vuelve con motivo.

Un rechazo es un resultado de herramienta con error, no una excepción: el agente se adapta.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AnyMessage, ToolMessage
from langchain_core.runnables import RunnableConfig

from agentes.soporte.entorno import Entorno
from agentes.soporte.errores import RechazoDePolitica
from agentes.soporte.estado import Estado, sesion_de
from agentes.soporte.eventos import emitir
from agentes.soporte.herramientas.bus import Llamada, responder
from agentes.soporte.panel import reglas, resumida

_PENDIENTE = "Creada y pendiente de que una persona la apruebe. Di al cliente que está en revisión; no prometas nada."


def politicas(estado: Estado, config: RunnableConfig, *, entorno: Entorno, en_pausa: bool = False) -> Estado:
    """Añade un resultado por solicitud y escribe `propuestas` y `siguiente`: `creada` o `rechazo`.

    Con `en_pausa`, lo creado no se contesta todavía: su llamada queda en `esperando` hasta que alguien decida.
    """
    mensajes: list[AnyMessage] = []
    propuestas: dict[str, str] = {}
    esperando: dict[str, str] = {}
    for solicitud in estado["solicitudes"]:
        creadas: dict[str, str] = {}
        mensaje = _tramitar(solicitud, estado, config, entorno, creadas)
        propuestas |= creadas
        if creadas and en_pausa:
            esperando |= dict.fromkeys(creadas, solicitud["llamada"])
        else:
            mensajes.append(mensaje)
    siguiente = "creada" if propuestas else "rechazo"
    return Estado(mensajes=mensajes, propuestas=propuestas, esperando=esperando, solicitudes=[], siguiente=siguiente)


def _tramitar(
    solicitud: dict[str, Any], estado: Estado, config: RunnableConfig, entorno: Entorno, creadas: dict[str, str]
) -> ToolMessage:
    def hacer() -> dict[str, Any]:
        try:
            p, nueva = entorno.cola.proponer(
                sesion_de(estado), solicitud["tipo"], solicitud["datos"], solicitud["motivo"]
            )
        except RechazoDePolitica as rechazo:
            vistas = [{"regla": v["regla"], "estado": v["estado"], "texto": v["detalle"]} for v in rechazo.veredictos]
            emitir("politica_aplicada", momento="al proponer", version=entorno.cola.politica.version, reglas=vistas)
            raise
        creadas[str(p.id)] = p.estado
        emitir("politica_aplicada", momento="al proponer", version=entorno.cola.politica.version, reglas=reglas(p))
        emitir("propuesta", momento="al proponer", **resumida(p), motivo=p.motivo, caduca=p.caduca, repetida=not nueva)
        return {"propuesta": p.id, "estado": p.estado, "nueva": nueva, "aviso": _PENDIENTE}

    argumentos = {**solicitud["datos"], "motivo": solicitud["motivo"]}
    return responder(Llamada(solicitud["llamada"], solicitud["herramienta"], argumentos), hacer, config)
