"""Lo que no se puede comparar de dos corridas porque una no trae con qué: que nada cambie no es que dé lo mismo."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion.corridas.grafo import variantes_con_grafo
from generador.modelo.historial import Cotejo


def sin_pruebas(c: Cotejo) -> Iterator[str]:
    """Un motivo por cada cosa que falta, salvo los casos sueltos, que ya dicen lo suyo."""
    yield from (f"no se pudo leer de {r.corrida}: {f}" for r in (c.antes, c.ahora) for f in r.ilegibles)
    yield from _de_casos(c)
    yield from _de_grafos(c)
    yield from _de_metricas(c)


def _de_casos(c: Cotejo) -> Iterator[str]:
    if (c.antes.total or c.ahora.total) and not any(x.de_antes and x.de_ahora for x in c.casos):
        yield "ningún caso del plan se ejecutó en las dos"


def _de_grafos(c: Cotejo) -> Iterator[str]:
    antes, ahora = variantes_con_grafo(c.antes), variantes_con_grafo(c.ahora)
    if not antes and not ahora:
        yield "ninguna de las dos trae un grafo"
    yield from (f"{c.antes.corrida} no trae el grafo de «{v}»" for v in sorted(ahora - antes))
    yield from (f"{c.ahora.corrida} no trae el grafo de «{v}»" for v in sorted(antes - ahora))


def _de_metricas(c: Cotejo) -> Iterator[str]:
    if bool(c.antes.metricas) != bool(c.ahora.metricas):
        yield f"{(c.ahora if c.antes.metricas else c.antes).corrida} no trae evaluación con que comparar las métricas"
        return
    for r, suyas in ((c.antes, [m.antes for m in c.metricas]), (c.ahora, [m.ahora for m in c.metricas])):
        solas = [m.id for m, x in zip(suyas, c.metricas, strict=True) if x.sin_pareja and m and m.cumple is not None]
        if solas:
            yield f"métricas que solo se juzgaron en {r.corrida}: {', '.join(solas)}"
