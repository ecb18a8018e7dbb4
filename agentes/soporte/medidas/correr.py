"""Ejecutar un ticket entero, con su decisión y su ejecución, en una tienda recién sembrada; y recoger lo que pasó."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from agentes.soporte import grafo
from agentes.soporte.bancada import Circunstancias, montar
from agentes.soporte.base.motor import lectura
from agentes.soporte.canonico import huella
from agentes.soporte.cola.avisos import enviados
from agentes.soporte.cola.propuesta import Propuesta
from agentes.soporte.entorno import Entorno
from agentes.soporte.tienda.repositorio import foto

VARIANTES: Mapping[str, Callable[..., grafo.Grafo]] = {
    "asincrona": grafo.asincrona,
    "umbral": grafo.por_umbral,
    "copiloto": grafo.copiloto,
    "mcp": grafo.por_mcp,
    "pausa": grafo.con_pausa,
    "voz": grafo.por_voz,
}
_PAUSAS = 6
Revisor = Callable[[Mapping[str, Any]], dict[str, Any]]
"""De una propuesta tal como la enseña el panel al clic que hace una persona."""


@dataclass(frozen=True, slots=True)
class Usada:
    """Una llamada del modelo y su resultado. `paso` es el superstep en que el modelo la pidió."""

    paso: int
    herramienta: str
    argumentos: Mapping[str, Any]
    error: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Recorrido:
    """Todo lo que pasó en un ticket.

    `tienda` es la huella del estado final; `operaciones`, lo hecho en los servicios.
    """

    usadas: tuple[Usada, ...]
    enviados: tuple[str, ...]
    propuestas: tuple[Propuesta, ...]
    decisiones: tuple[Mapping[str, Any], ...]
    operaciones: tuple[Mapping[str, Any], ...]
    tienda: str
    desenlace: str
    pasos: tuple[str, ...] = field(default=())

    @property
    def herramientas(self) -> tuple[str, ...]:
        """Los nombres, en orden, sin contar las que se repitieron porque no contestaron."""
        return tuple(u.herramienta for u in self.usadas if (u.error or {}).get("clase") != "tecnico")


def correr(
    variante: str,
    modelo: BaseChatModel,
    sesion: tuple[str, str],
    texto: str,
    revisor: Revisor,
    circunstancias: Circunstancias | None = None,
    *,
    clics: int = 1,
) -> Recorrido:
    """Ejecuta un ticket. `sesion` es (cliente, ticket); `clics`, cuántas veces llega cada decisión del panel."""
    guardado = InMemorySaver()
    entorno = montar(guardado, circunstancias or Circunstancias())
    compilado = VARIANTES[variante](modelo, entorno, guardado)
    config: RunnableConfig = {"configurable": {"thread_id": sesion[1]}}
    entrada: Any = {"sesion": {"cliente_id": sesion[0], "ticket_id": sesion[1]}, "texto": texto}
    nodos: list[str] = []
    for _ in range(_PAUSAS):
        nodos += [n for parte in compilado.stream(entrada, config, stream_mode="updates") for n in parte]
        pausa = next(iter(compilado.get_state(config).interrupts), None)
        if pausa is None:
            break
        entrada = Command(resume=_contestar(pausa.value, revisor, clics))
    return _recoger(compilado.get_state(config).values, entorno, sesion[1], nodos)


def _contestar(valor: Mapping[str, Any], revisor: Revisor, clics: int) -> Any:
    """A la confirmación de voz se le dice que sí; al panel, lo que decida el revisor."""
    if "propuestas" not in valor:
        return "sí"
    return {"clics": [revisor(p) for p in valor["propuestas"] for _ in range(clics)]}


def _recoger(estado: Mapping[str, Any], entorno: Entorno, ticket: str, nodos: list[str]) -> Recorrido:
    with lectura(entorno.cola.motor).begin() as c:
        tienda = huella(foto(c))
    return Recorrido(
        usadas=_usadas(estado.get("mensajes", []), nodos),
        enviados=enviados(entorno.cola.motor, ticket),
        propuestas=entorno.cola.del_ticket(ticket),
        decisiones=tuple(entorno.cola.decisiones()),
        operaciones=(*entorno.pagos.operaciones(), *entorno.almacen.operaciones()),
        tienda=tienda,
        desenlace=estado.get("desenlace", ""),
        pasos=tuple(n for n in nodos if n != "__interrupt__"),
    )


def _usadas(mensajes: list[AnyMessage], nodos: list[str]) -> tuple[Usada, ...]:
    """Cada llamada con su resultado.

    Los resultados de un mensaje van detrás de él, y su id solo vale hasta el siguiente.
    """
    limpios = [n for n in nodos if n != "__interrupt__"]
    vueltas = iter([i + 1 for i, n in enumerate(limpios) if n in ("agente", "informar")])
    usadas: list[Usada] = []
    for i, mensaje in enumerate(mensajes):
        if not isinstance(mensaje, AIMessage):
            continue
        paso = next(vueltas, 0)
        resultados = {r.tool_call_id: r for r in _hasta_el_siguiente(mensajes[i + 1 :])}
        for llamada in mensaje.tool_calls:
            error = _error(resultados.get(str(llamada["id"])))
            usadas.append(Usada(paso, llamada["name"], llamada["args"], error))
    return tuple(usadas)


def _hasta_el_siguiente(mensajes: list[AnyMessage]) -> list[ToolMessage]:
    corte = next((i for i, m in enumerate(mensajes) if isinstance(m, AIMessage)), len(mensajes))
    return [m for m in mensajes[:corte] if isinstance(m, ToolMessage)]


def _error(resultado: ToolMessage | None) -> Mapping[str, Any] | None:
    if resultado is None:
        return {"clase": "sin_hacer", "motivo": "El bucle se cortó antes."}
    cuerpo = json.loads(str(resultado.content))
    return None if cuerpo["ok"] else cuerpo["error"]
