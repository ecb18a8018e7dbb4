"""Ejecutar un caso del plan de principio a fin: la entrada y luego cada decisión humana, como si pasara el tiempo.

Cada reanudación recompila el grafo, abre de nuevo el checkpointer y usa una grabadora nueva: lo mismo que pasaría si
la persona contestara mañana y en otro proceso.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Command
from msgspec import Struct

from generador.grabacion.grabadora import Grabadora
from generador.modelo.plan import Caso


class Banco(Struct, frozen=True):
    """Dónde y con qué se ejecuta un caso. `compilar` recibe el checkpointer y devuelve el grafo.

    `pasos` es cuántos supersteps se dejan dar en cada tramo; sin él, los que diga LangGraph.
    """

    compilar: Callable[[Any], Any]
    grabadora: Callable[[], Grabadora]
    checkpoints: Path
    asincrono: bool = False
    pasos: int | None = None


class Desenlace(Struct, frozen=True):
    """Cómo acabó un caso y cuántas de sus reanudaciones se usaron: si el agente ya no pregunta, las demás sobran."""

    estado: str
    usadas: int


def ejecutar(caso: Caso, banco: Banco) -> Desenlace:
    """Ejecuta el caso. Un error del agente queda en la traza y no sale de aquí."""
    estado, usadas = tramo(caso, banco, caso.entrada), 0
    for decision in caso.reanudaciones:
        if estado != "interrupted":
            break
        estado = tramo(caso, banco, Command(resume=decision.valor), decision.quien)
        usadas += 1
    return Desenlace(estado, usadas)


def tramo(caso: Caso, banco: Banco, entrada: Any, quien: str | None = None) -> str:
    """Una llamada al agente: desde la entrada o una reanudación hasta que acaba o se para. Devuelve cómo acabó.

    `entrada` es la del caso, `Command(resume=…)`, o `None` para seguir donde se paró. Lanza lo que impida empezar.
    """
    config: dict[str, Any] = {"configurable": {"thread_id": caso.id, **caso.configurable}}
    if banco.pasos is not None:
        config["recursion_limit"] = banco.pasos
    with banco.grabadora() as grabadora:
        try:
            if banco.asincrono:
                asyncio.run(_asincrona(banco, grabadora, entrada, config, quien))
            else:
                with SqliteSaver.from_conn_string(str(banco.checkpoints)) as guardado:
                    grabadora.ejecutar(banco.compilar(guardado), entrada, config, quien=quien)
        except KeyboardInterrupt:
            raise
        except BaseException:  # un nodo puede lanzar lo que sea, hasta `SystemExit`: es un desenlace del caso
            if grabadora.estado is None:  # no llegó a empezar: no es del agente
                raise
        return str(grabadora.estado)


async def _asincrona(banco: Banco, grabadora: Grabadora, entrada: Any, config: Any, quien: str | None) -> None:
    async with AsyncSqliteSaver.from_conn_string(str(banco.checkpoints)) as guardado:
        await grabadora.ejecutar_asincrono(banco.compilar(guardado), entrada, config, quien=quien)
