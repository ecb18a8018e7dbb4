"""El grafo de una variante puesto en una página, con cada nodo enlazado a la suya."""

from __future__ import annotations

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import ancla
from generador.paginas.base import Contexto
from generador.paginas.dibujo import Capa
from generador.paginas.dibujo.figura import Figura, densa
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
    tabla: str = "",
) -> Figura | None:
    """La figura de una variante, o `None` si no hay nada que dibujar. `actual` es el nodo del que trata la página.

    `tabla` es dónde está la tabla equivalente si el dibujo es tan grande que aquí no cabe: por defecto, aquí mismo.
    """
    dibujo = ctx.dibujos.get((d.demo.plan.demo, variante))
    if dibujo is None or not dibujo.nodos:
        return None
    return Figura(
        dibujo=dibujo,
        clave=clave_de_figura(variante),
        titulo=titulo,
        enlaces=dict(de_nodos(desde, d)),
        encendidas=capas,
        actual=actual,
        tabla=tabla if densa(dibujo) else "",
    )


def clave_de_figura(variante: str) -> str:
    """La clave de la figura de una variante, la misma en todas las páginas: sus ids se pueden enlazar."""
    return ancla("g", variante)
