"""Modelo y veredictos → un modelo de página congelado por tipo de página. Sin HTML ni disco.

Para añadir un tipo: `paginas/x.py` con su `TIPO`, `plantillas/x.html` y su línea en `PAGINAS`. Una prueba
falla si fichero, plantilla y tupla no coinciden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generador.modelo.demo import DemoComparada
from generador.paginas.base import Contexto, Idioma, TipoDePagina
from generador.paginas.divulgar import contar_demos

PAGINAS: tuple[TipoDePagina, ...] = ()


def crear_contextos(
    demos: Iterable[DemoComparada],
    idiomas: Iterable[Idioma],
    estaticos: Mapping[str, str],
    *,
    version: str,
    base: str = "",
) -> tuple[Contexto, ...]:
    """Un contexto por idioma. Lo caro (recuentos, dibujos, tramos) se calcula una vez para todos."""
    todas = tuple(demos)
    recuentos = contar_demos(todas)
    secciones = tuple(t.seccion for t in PAGINAS if t.seccion)
    return tuple(
        Contexto(
            demos=todas,
            idioma=idioma,
            estaticos=estaticos,
            version=version,
            recuentos=recuentos,
            secciones=secciones,
            base=base,
        )
        for idioma in idiomas
    )
