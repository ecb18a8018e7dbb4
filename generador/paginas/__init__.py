"""Modelo y veredictos → un modelo de página congelado por tipo de página. Sin HTML ni disco.

Para añadir un tipo: `paginas/x.py` con su `TIPO`, `plantillas/x.html` y su línea en `PAGINAS`. Una prueba
falla si fichero, plantilla y tupla no coinciden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping

from generador.modelo.demo import DemoComparada
from generador.paginas import buscar, caso, contrato, demo, divulgacion, documento, no_encontrada, nodo, portada
from generador.paginas.base import Contexto, Idioma, TipoDePagina
from generador.paginas.dibujo import Dibujo, disponer
from generador.paginas.divulgar import contar_demos
from generador.paginas.enlaces import nodos_con_pagina

PAGINAS: tuple[TipoDePagina, ...] = (
    portada.TIPO,
    demo.TIPO,
    contrato.TIPO,
    nodo.TIPO,
    caso.TIPO,
    documento.TIPO,
    divulgacion.TIPO,
    buscar.TIPO,
    no_encontrada.TIPO,
)
"""Los tipos de página, en el orden en que se construyen y en que salen en la navegación de una demo."""


def crear_contextos(
    demos: Iterable[DemoComparada],
    idiomas: Iterable[Idioma],
    estaticos: Mapping[str, str],
    *,
    version: str,
    base: str = "",
    cache: MutableMapping[str, str] | None = None,
) -> tuple[Contexto, ...]:
    """Un contexto por idioma. Lo caro (recuentos, tramos, dibujos) se calcula una vez para todos.

    `estaticos` va de nombre lógico a ruta publicada; `cache` guarda las colocaciones de Graphviz entre
    construcciones; `base` es la dirección absoluta del sitio, si se conoce.
    """
    todas, lenguas = tuple(demos), tuple(idiomas)
    recuentos = contar_demos(todas)
    nodos = {d.demo.plan.demo: frozenset(nodos_con_pagina(d)) for d in todas}
    dibujos = _dibujar(todas, cache)
    tramos = caso.tramos_de_demos(todas)
    secciones = tuple(t.seccion for t in PAGINAS if t.seccion)
    return tuple(
        Contexto(
            demos=todas,
            idioma=idioma,
            idiomas=tuple(i.codigo for i in lenguas),
            estaticos=estaticos,
            version=version,
            recuentos=recuentos,
            nodos=nodos,
            secciones=secciones,
            tramos=tramos,
            dibujos=dibujos,
            base=base,
        )
        for idioma in lenguas
    )


def _dibujar(demos: Iterable[DemoComparada], cache: MutableMapping[str, str] | None) -> dict[tuple[str, str], Dibujo]:
    """(demo, variante) → su dibujo. La misma colocación sirve al contrato, al real y a las diferencias."""
    return {
        (d.demo.plan.demo, variante): disponer(comparacion, cache=cache)
        for d in demos
        for variante, comparacion in d.comparaciones.items()
    }
