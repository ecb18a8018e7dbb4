"""En qué página del contrato va cada variante: todas en una si caben, y la que ni sola cabe, en varias."""

from __future__ import annotations

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import ancla
from generador.paginas import rutas
from generador.paginas.base import Enlace, enlace
from generador.paginas.hojas import FILAS, trocear

_ELEMENTOS, _POR_ELEMENTO, _POR_CASO = 4_000, 38, 12
"""Los que caben en una página del contrato, y los que pide cada nodo o arista (en el dibujo y en dos tablas) y caso."""


class Reparto(Struct, frozen=True):
    """Lo que lleva una página del contrato: qué variantes y, de sus filas, desde cuál y hasta cuál sin incluirla.

    `entera` es que van todas.
    """

    variantes: tuple[str, ...] = ()
    desde: int = 0
    hasta: int = 0
    entera: bool = True


def variantes_por_hoja(d: DemoComparada) -> tuple[tuple[str, ...], ...]:
    """Las variantes comparadas que van en cada página del contrato: las que caben juntas, y al menos una."""

    def elementos(variante: str) -> int:
        c = d.comparaciones[variante]
        return _POR_ELEMENTO * (len(c.nodos) + len(c.aristas)) + _POR_CASO * min(len(c.conformidades), FILAS)

    comparadas = [v.id for v in d.demo.plan.variantes if v.id in d.comparaciones]
    return trocear(comparadas, len(comparadas) or 1, elementos, _ELEMENTOS)


def repartir(d: DemoComparada) -> tuple[Reparto, ...]:
    """Cada página del contrato.

    Las variantes que caben juntas llevan todas sus filas; la que ni sola cabe, `FILAS` en cada página.
    """
    paginas: list[Reparto] = []
    for variantes in variantes_por_hoja(d):
        filas = sum(len(d.comparaciones[v].nodos) + len(d.comparaciones[v].aristas) for v in variantes)
        de_una = FILAS if len(variantes) == 1 else max(filas, 1)
        paginas += [
            Reparto(variantes, n, min(n + de_una, filas), entera=filas <= de_una)
            for n in range(0, max(filas, 1), de_una)
        ]
    return tuple(paginas)


def a_variante(desde: str, d: DemoComparada, variante: str, texto: str) -> Enlace:
    """Enlace a la comparación de una variante, en la página del contrato en que está."""
    n = next((k for k, pagina in enumerate(repartir(d), 1) if variante in pagina.variantes), 1)
    return enlace(desde, f"{rutas.hoja(rutas.contrato(d.demo.plan.demo), n)}#{ancla('variante', variante)}", texto)
