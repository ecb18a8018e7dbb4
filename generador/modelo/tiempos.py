"""Lo que trabajó la máquina y lo que esperó a una persona: el reloj de una tarea que pausó cuenta las dos cosas.

También el del subgrafo que la contiene, y una vez aunque hubiera varias preguntas a la vez: la espera es el hueco entre
la ejecución que pausó y la que la reanudó.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from generador.modelo.traza import Fin, Traza

Esperas = tuple[tuple[float, float], ...]
"""(desde, hasta) de cada espera, en segundos unix y por orden."""


class Tiempo(Struct, frozen=True, gc=False):
    """Segundos de máquina y de espera humana."""

    maquina: float
    espera: float


def esperas(traza: Traza) -> Esperas:
    """Los huecos en que el grafo estaba parado en una pausa que luego se reanudó. Sin horas no se sabe ninguno."""
    return tuple(
        (a.t1, b.t0)
        for a, b in pairwise(traza.ejecuciones)
        if a.fin is Fin.INTERRUMPIDO and a.t1 is not None and b.t0 is not None and a.t1 < b.t0
    )


def tiempo(t0: float | None, t1: float | None, huecos: Esperas) -> Tiempo | None:
    """Cuánto hubo de cada cosa entre dos horas; `None` si no se saben o se contradicen."""
    if t0 is None or t1 is None or t1 < t0:
        return None
    espera = sum(max(0.0, min(t1, b) - max(t0, a)) for a, b in huecos)
    return Tiempo(t1 - t0 - espera, espera)


def espera_total(traza: Traza) -> float:
    """Lo que un caso esperó a una persona. Si las ejecuciones no traen hora, lo que dicen sus preguntas."""
    huecos = esperas(traza)
    if huecos:
        return sum(b - a for a, b in huecos)
    return sum(i.espera or 0.0 for p in traza.pasos for t in p.tareas for i in t.interrupciones)
