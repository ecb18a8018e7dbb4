"""`herramientas`: hace las lecturas que pidió el modelo y contesta a lo que no existe. No tiene efectos.

Si el modelo escala a la vez que propone, lo propuesto no se tramita: hay que elegir.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.messages import AnyMessage, ToolMessage
from langchain_core.runnables import RunnableConfig

from agentes.soporte.entorno import Entorno
from agentes.soporte.estado import Estado, pedidas, sesion_de
from agentes.soporte.herramientas.bus import Llamada, Rechazada, error_de, responder

_INCOMPATIBLE = "No se puede proponer y escalar a la vez."


def herramientas(estado: Estado, config: RunnableConfig, *, entorno: Entorno) -> Estado:
    """Añade un resultado por llamada y escribe `averias` y `siguiente`: `propone`, `escala` o `sigue`."""
    averias, escalado = dict(estado.get("averias", {})), ""
    resultados: list[AnyMessage] = []
    for llamada in pedidas(estado, propuestas=False):
        hecho = responder(llamada, _hacer(llamada, estado, entorno), config, averias=averias.get(llamada.nombre, 0))
        resultados.append(hecho)
        error = error_de(hecho)
        if error and error["clase"] == "tecnico":
            averias[llamada.nombre] = averias.get(llamada.nombre, 0) + 1
        if llamada.clase == "escalar" and error is None:
            escalado = str((llamada.argumentos or {})["motivo"])
    propuestas = pedidas(estado, propuestas=True)
    if escalado:
        resultados += [_incompatible(p, config) for p in propuestas]
    siguiente = "escala" if escalado else "propone" if propuestas else "sigue"
    return Estado(mensajes=resultados, averias=averias, escalado=escalado, siguiente=siguiente)


def _hacer(llamada: Llamada, estado: Estado, entorno: Entorno) -> Callable[[], Any]:
    if llamada.clase == "escalar":
        return lambda: {"estado": "escalado"}
    return lambda: entorno.lector(llamada.nombre, llamada.argumentos or {}, sesion_de(estado))


def _incompatible(llamada: Llamada, config: RunnableConfig) -> ToolMessage:
    def negar() -> Any:
        raise Rechazada("esquema", _INCOMPATIBLE, que_hacer="Propón o escala.")

    return responder(llamada, negar, config)
