"""Los nodos que esperan a una persona: `cola`, `pausa` y, en el canal de voz, `confirmacion`.

LangGraph los ejecuta otra vez desde el principio al reanudar: lo que hay antes de `interrupt` solo lee, y ningún
`try` lo rodea. La decisión no vale por llegar aquí: la aplica `resolucion` sobre la cola, que es quien sabe si aún se
puede.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import asdict
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.types import interrupt

from agentes.soporte.cola.propuesta import describir
from agentes.soporte.entorno import Entorno
from agentes.soporte.estado import Estado, ultimo_del_modelo, vivas
from agentes.soporte.eventos import emitir
from agentes.soporte.herramientas.bus import Llamada, Rechazada, responder
from agentes.soporte.panel import leer_clics, pantalla
from agentes.soporte.textos import CONFIRMAR

_SI = re.compile(
    r"(si|vale|de acuerdo|correcto|confirmo|lo confirmo|adelante|claro)(,? (por favor|gracias|confirmo|lo confirmo))*"
)


def cola(estado: Estado, *, entorno: Entorno) -> Estado:
    """Con el turno del agente ya terminado, espera a que alguien pulse en el panel: minutos, horas u otro proceso."""
    return _esperar_al_panel(estado, entorno, ultimo_del_modelo(estado).text)


def pausa(estado: Estado, *, entorno: Entorno) -> Estado:
    """La otra forma: el bucle se para con la llamada del modelo sin contestar, y un operador decide en directo."""
    return _esperar_al_panel(estado, entorno, "")


def confirmacion(estado: Estado, config: RunnableConfig) -> Estado:
    """Pregunta al cliente, de viva voz, si es eso lo que quiere. Solo un sí claro deja seguir hacia la política."""
    acciones = " y el ".join(describir(s["tipo"], s["datos"]) for s in estado["solicitudes"])
    dicho = interrupt({"di": CONFIRMAR.format(accion=acciones)})
    confirma = es_un_si(dicho)
    emitir("confirmacion", pregunta=acciones, dijo=str(dicho)[:200], confirma=confirma)
    if confirma:
        return Estado(siguiente="si")
    negadas = [_sin_confirmar(s, config) for s in estado["solicitudes"]]
    return Estado(mensajes=negadas, solicitudes=[], siguiente="no")


def es_un_si(dicho: object) -> bool:
    """Si lo dicho es una afirmación y nada más. «Sí, pero…» no lo es."""
    plano = unicodedata.normalize("NFD", str(dicho).casefold())
    limpio = "".join(c for c in plano if not unicodedata.combining(c)).strip(" .!¡")
    return _SI.fullmatch(limpio) is not None


def _esperar_al_panel(estado: Estado, entorno: Entorno, resumen: str) -> Estado:
    pendientes, ticket = vivas(estado), estado["sesion"]["ticket_id"]
    valor = interrupt(pantalla(entorno.cola, pendientes, ticket=ticket, resumen=resumen))
    return Estado(clics=[asdict(c) for c in leer_clics(valor, pendientes)])


def _sin_confirmar(solicitud: dict[str, Any], config: RunnableConfig) -> Any:
    def negar() -> Any:
        raise Rechazada("politica", "El cliente no lo confirma.", codigos=["sin_confirmar"], que_hacer="Pregúntale.")

    argumentos = {**solicitud["datos"], "motivo": solicitud["motivo"]}
    return responder(Llamada(solicitud["llamada"], solicitud["herramienta"], argumentos), negar, config)
