"""Un grafo colocado dentro de una página: el dibujo, adónde lleva cada nodo y cómo se llama."""

from __future__ import annotations

from dataclasses import dataclass

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import ancla
from generador.paginas.base import Contexto
from generador.paginas.dibujo import Dibujo
from generador.paginas.enlaces import de_nodos


@dataclass(frozen=True, slots=True, kw_only=True)
class GrafoEnPagina:
    """`id` es único en la página. `hrefs` va de id de nodo a su página; `resaltado` es el nodo de esta página."""

    id: str
    titulo: str
    dibujo: Dibujo
    hrefs: tuple[tuple[str, str], ...]
    vista: str = "real"
    resaltado: str | None = None


def grafo(
    ctx: Contexto,
    desde: str,
    d: DemoComparada,
    variante: str,
    titulo: str,
    *,
    vista: str = "real",
    resaltado: str | None = None,
) -> GrafoEnPagina | None:
    """El grafo de una variante, o `None` si no hay nada que dibujar. `vista` es `real` o `diferencias`."""
    dibujo = ctx.dibujos.get((d.demo.plan.demo, variante))
    if dibujo is None or not dibujo.nodos:
        return None
    return GrafoEnPagina(
        id=ancla("grafo", variante),
        titulo=titulo,
        dibujo=dibujo,
        hrefs=de_nodos(desde, d),
        vista=vista,
        resaltado=resaltado,
    )
