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

from generador.grabacion.corriente import Pregunta
from generador.grabacion.grabadora import Grabadora
from generador.modelo.plan import Caso, Reanudacion


class Banco(Struct, frozen=True):
    """Dónde y con qué se ejecuta un caso. `compilar` recibe el checkpointer y devuelve el grafo.

    `pasos` es cuántos supersteps se dejan dar en cada tramo, aunque el caso deje más; sin él, los que diga el caso.
    """

    compilar: Callable[[Any], Any]
    grabadora: Callable[[], Grabadora]
    checkpoints: Path
    asincrono: bool = False
    pasos: int | None = None


class Tramo(Struct, frozen=True):
    """Cómo acabó una llamada al agente y lo que pregunta. En pausa y sin preguntas, es que se fijó al compilar."""

    estado: str
    preguntas: tuple[Pregunta, ...] = ()


class Desenlace(Struct, frozen=True):
    """Cómo acabó un caso y cuántas de sus reanudaciones se usaron: si el agente ya no pregunta, las demás sobran.

    `preguntan` son los nodos que se quedaron sin respuesta.
    """

    estado: str
    usadas: int
    preguntan: tuple[str, ...] = ()


def ejecutar(caso: Caso, banco: Banco) -> Desenlace:
    """Ejecuta el caso. Un error del agente queda en la traza y no sale de aquí."""
    hecho, usadas = tramo(caso, banco, caso.entrada), 0
    for decision in caso.reanudaciones:
        suya = _la_suya(decision, hecho.preguntas)
        if hecho.estado != "interrupted" or (decision.nodo is not None and suya is None):
            break
        hecho = tramo(caso, banco, _entrada(decision.valor, suya, len(hecho.preguntas)), decision.quien)
        usadas += 1
    return Desenlace(hecho.estado, usadas, tuple(dict.fromkeys(p.nodo for p in hecho.preguntas)))


def _la_suya(decision: Reanudacion, preguntas: tuple[Pregunta, ...]) -> Pregunta | None:
    """La pregunta que contesta: la primera de su nodo (o de dentro de él) o, si no lo dice, la primera."""
    nodo = decision.nodo
    return next((p for p in preguntas if nodo is None or p.nodo == nodo or p.nodo.startswith(f"{nodo}:")), None)


def _entrada(valor: Any, pregunta: Pregunta | None, cuantas: int) -> Any:
    """Con qué se reanuda. Sin pregunta solo se sigue.

    A secas, LangGraph no admite una respuesta si hay varias preguntas, ni un `null` o un objeto vacío: van por su id.
    """
    if pregunta is None:
        return None
    return Command(resume={pregunta.id: valor} if cuantas > 1 or valor in (None, {}) else valor)


def tramo(caso: Caso, banco: Banco, entrada: Any, quien: str | None = None) -> Tramo:
    """Una llamada al agente: desde la entrada o una reanudación hasta que acaba o se para.

    `entrada` es la del caso, `Command(resume=…)`, o `None` para seguir donde se paró. Lanza lo que impida empezar.
    """
    config = _config(caso, banco.pasos)
    suyo: dict[str, Any] = {"quien": quien, "contexto": dict(caso.contexto) or None}
    with banco.grabadora() as grabadora:
        try:
            if banco.asincrono:
                asyncio.run(_asincrona(banco, grabadora, entrada, config, suyo))
            else:
                with SqliteSaver.from_conn_string(str(banco.checkpoints)) as guardado:
                    grabadora.ejecutar(banco.compilar(guardado), entrada, config, **suyo)
        except KeyboardInterrupt:
            raise
        except BaseException:  # un nodo puede lanzar lo que sea, hasta `SystemExit`: es un desenlace del caso
            if grabadora.estado is None:  # no llegó a empezar: no es del agente
                raise
        return Tramo(str(grabadora.estado), grabadora.preguntas)


def _config(caso: Caso, pasos: int | None) -> dict[str, Any]:
    """El `config` de LangGraph. Solo lleva lo que se pidió, y de dos límites de pasos, el menor."""
    c = caso.config
    limites = [n for n in (c.recursion_limit, pasos) if n is not None]
    pedido = {
        "recursion_limit": min(limites, default=None),
        "tags": list(c.tags),
        "metadata": dict(c.metadata),
    }
    dado = {clave: valor for clave, valor in pedido.items() if valor}
    return {"configurable": {"thread_id": caso.id, **caso.configurable}, **dado}


async def _asincrona(banco: Banco, grabadora: Grabadora, entrada: Any, config: Any, suyo: dict[str, Any]) -> None:
    async with AsyncSqliteSaver.from_conn_string(str(banco.checkpoints)) as guardado:
        await grabadora.ejecutar_asincrono(banco.compilar(guardado), entrada, config, **suyo)
