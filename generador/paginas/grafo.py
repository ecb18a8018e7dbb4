"""El grafo de una variante puesto en una página, con cada nodo enlazado a la suya."""

from __future__ import annotations

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import ancla
from generador.paginas.base import Contexto
from generador.paginas.dibujo import Capa
from generador.paginas.dibujo.figura import Figura
from generador.paginas.enlaces import de_nodos

REAL = (Capa.REAL,)
DIFERENCIAS = (Capa.CONTRATO, Capa.REAL)


def figura(
    ctx: Contexto,
    desde: str,
    d: DemoComparada,
    variante: str,
    titulo: str,
    *,
    capas: tuple[Capa, ...] = REAL,
    actual: str | None = None,
) -> Figura | None:
    """La figura de una variante, o `None` si no hay nada que dibujar. `actual` es el nodo del que trata la página."""
    dibujo = ctx.dibujos.get((d.demo.plan.demo, variante))
    if dibujo is None or not dibujo.nodos:
        return None
    return Figura(
        dibujo=dibujo,
        clave=ancla("g", variante),
        titulo=titulo,
        enlaces=dict(de_nodos(desde, d)),
        encendidas=capas,
        actual=actual,
    )
