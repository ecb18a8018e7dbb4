"""Una traza v1 de relleno. Un paso lleva lo que lleva uno grabado de verdad: tarea, intento, llamadas y estado."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from medidas.relleno import PALABRAS, texto, valor

CLAVES = ("mensajes", "plan", "pruebas", "borrador", "puntos", "notas", "ruta", "totales")


@dataclass(frozen=True)
class Tamano:
    """Bytes aproximados, por paso, de cada cosa que se graba."""

    estado: int = 2048
    modelo: int = 1200
    herramienta: int = 450


@dataclass(frozen=True)
class _Dicho:
    """Lo que se dice en un paso: lo que leyó y escribió el modelo, y lo que pidió y recibió de la herramienta."""

    mensajes: list[dict[str, Any]]
    salida: dict[str, Any]
    argumentos: dict[str, Any]
    resultado: dict[str, Any]
    uso: dict[str, int]
    herramienta: str


def lineas(
    r: random.Random, demo: str, caso: str, nombres: list[str], pasos: int, bytes_: Tamano
) -> Iterator[dict[str, Any]]:
    """Las líneas de la traza v1 de un caso, sin `seq`."""
    por_clave = bytes_.estado // len(CLAVES) - 14
    estado = {k: valor(r, k, por_clave) for k in CLAVES}
    t = 1_700_000_000.0 + r.randrange(10**6)
    yield {"t": "trace", "ts": t, "v": 1, "graph": demo, "case": caso, "origin": "recorded", "langgraph": "1.2.24"}
    yield {"t": "run.start", "ts": t, "run": "r0", "thread": "h", "kind": "input", "input": {"pregunta": texto(r, 120)}}
    yield {"t": "state", "ts": t, "run": "r0", "ns": [], "step": 0, "phase": "initial", "state": dict(estado)}
    for i in range(pasos):
        cambio = {k: valor(r, k, por_clave) for k in r.sample(CLAVES, 2)}
        estado.update(cambio)
        dura = round(r.random() * 2, 4)
        yield from _paso(_dicho(r, bytes_), i + 1, nombres[i % len(nombres)], (t, t + dura), cambio)
        t += dura
    yield {"t": "run.end", "ts": t, "run": "r0", "status": "ok" if r.random() < 0.9 else "error"}


def _dicho(r: random.Random, bytes_: Tamano) -> _Dicho:
    return _Dicho(
        mensajes=[
            {"type": "system", "content": texto(r, bytes_.modelo // 4)},
            {"type": "human", "content": texto(r, bytes_.modelo // 3)},
        ],
        salida={"$t": "msg", "type": "ai", "content": texto(r, bytes_.modelo // 4)},
        argumentos={"consulta": texto(r, bytes_.herramienta // 5), "limite": r.randrange(50)},
        resultado={"bien": True, "filas": [texto(r, bytes_.herramienta // 4), texto(r, bytes_.herramienta // 4)]},
        uso={"input": r.randrange(4000), "output": r.randrange(900)},
        herramienta=f"buscar_{r.choice(PALABRAS)}",
    )


def _paso(
    d: _Dicho, n: int, nodo: str, tiempos: tuple[float, float], cambio: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    t0, t1 = tiempos
    a, m, h, base = f"a{n}", f"m{n}", f"h{n}", {"run": "r0"}
    tarea = {**base, "task": f"t{n}"}
    hijo = {**tarea, "attempt": a, "ns": []}
    intento = {**base, "id": a, "task": f"t{n}"}
    yield {"t": "task.start", "ts": t0, **tarea, "node": nodo, "ns": [], "step": n, "at": t0, "triggers": []}
    yield {"t": "attempt.start", "ts": t0, **intento, "n": 1, "ns": [], "node": nodo, "step": n}
    yield {"t": "model.start", "ts": t0, **hijo, "id": m, "model": "muestra", "messages": d.mensajes}
    yield {"t": "model.end", "ts": t1, **hijo, "id": m, "output": d.salida, "usage": d.uso, "provenance": "oracle"}
    yield {"t": "tool.start", "ts": t0, **hijo, "id": h, "name": d.herramienta, "args": d.argumentos}
    yield {"t": "tool.end", "ts": t1, **hijo, "id": h, "status": "ok", "result": d.resultado}
    yield {"t": "attempt.end", "ts": t1, **base, "id": a, "status": "ok"}
    yield {"t": "task.end", "ts": t1, **tarea, "at": t1, "status": "ok", "update": cambio}
    yield {"t": "state", "ts": t1, **base, "ns": [], "step": n, "phase": "after", "state": cambio, "partial": True}
