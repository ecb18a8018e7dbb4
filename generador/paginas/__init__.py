"""Modelo y veredictos → un modelo de página congelado por tipo de página. Sin HTML ni disco.

Para añadir un tipo: `paginas/x.py` con su `TIPO`, `plantillas/x.html` y su línea en `PAGINAS`. Una prueba
falla si fichero, plantilla y tupla no coinciden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.procedencia import Recuento
from generador.paginas import (
    buscar,
    caso,
    comparacion,
    contrato,
    corridas,
    demo,
    divulgacion,
    documento,
    evaluacion,
    no_encontrada,
    nodo,
    portada,
    registro,
)
from generador.paginas.base import Contexto, Dichos, Idioma, TipoDePagina
from generador.paginas.dibujo import Dibujo, disponer
from generador.paginas.divulgar import contar_demos
from generador.paginas.enlaces import nodos_con_pagina
from generador.paginas.visitado import Recuerdo, Visitado, muestras, por_nodo

PAGINAS: tuple[TipoDePagina, ...] = (
    portada.TIPO,
    demo.TIPO,
    contrato.TIPO,
    nodo.TIPO,
    caso.TIPO,
    evaluacion.TIPO,
    registro.TIPO,
    corridas.TIPO,
    comparacion.TIPO,
    documento.TIPO,
    divulgacion.TIPO,
    buscar.TIPO,
    no_encontrada.TIPO,
)
"""Los tipos de página, en el orden en que se construyen y en que salen en la navegación de una demo."""


class Derivado(Struct, frozen=True, kw_only=True):
    """Lo caro de una demo, que comparten sus páginas y los idiomas.

    `recuentos` y `tramos` van por caso, `dibujos` por variante y `visitas` por nodo; `nodos` son los ids que tienen
    página.
    """

    recuentos: Mapping[str, Recuento]
    nodos: frozenset[str]
    tramos: Mapping[str, tuple[int, ...]]
    dibujos: Mapping[str, Dibujo]
    visitas: Mapping[str, Visitado]


def derivar(
    d: DemoComparada,
    cache: MutableMapping[str, str] | None = None,
    tramos: MutableMapping[str, tuple[int, ...]] | None = None,
    visitas: Recuerdo | None = None,
) -> Derivado:
    """Lo derivado de una demo, y solo de ella.

    `cache` recuerda las colocaciones de Graphviz; `tramos` y `visitas`, lo de cada traza que no ha cambiado. La misma
    colocación sirve al contrato, al real y a las diferencias.
    """
    demo, corrida = d.demo.plan.demo, d.demo.corrida
    de_menos = {variante: caso.reservados(d, variante) for variante in d.comparaciones}
    return Derivado(
        recuentos=contar_demos((d,))[demo],
        nodos=frozenset(nodos_con_pagina(d)),
        tramos=caso.tramos_de_corrida(corrida, {} if tramos is None else tramos, de_menos) if corrida else {},
        dibujos={variante: disponer(c, cache=cache) for variante, c in d.comparaciones.items()},
        visitas=por_nodo(corrida, visitas),
    )


def crear_contextos(
    demos: Iterable[DemoComparada],
    idiomas: Iterable[Idioma],
    estaticos: Mapping[str, str],
    *,
    version: str,
    base: str = "",
    derivados: Iterable[Derivado] | None = None,
    dichos: Mapping[tuple[str, str], Dichos] | None = None,
) -> tuple[Contexto, ...]:
    """Un contexto por idioma. Lo caro (recuentos, tramos, dibujos) se calcula una vez para todos.

    `estaticos` va de nombre lógico a ruta publicada; `derivados`, si ya se tienen, son los de `demos` en su orden;
    `dichos`, lo mismo de los textos de las trazas; `base` es la dirección absoluta del sitio, si se conoce.
    """
    todas, lenguas = tuple(demos), tuple(idiomas)
    hay = tuple(map(derivar, todas) if derivados is None else derivados)
    de = {d.demo.plan.demo: derivado for d, derivado in zip(todas, hay, strict=True)}
    recuentos = {demo: x.recuentos for demo, x in de.items()}
    nodos = {demo: x.nodos for demo, x in de.items()}
    tramos = {(demo, c): primeros for demo, x in de.items() for c, primeros in x.tramos.items()}
    dibujos = {(demo, variante): dibujo for demo, x in de.items() for variante, dibujo in x.dibujos.items()}
    cargas = {d.demo.plan.demo: muestras(d.demo.corrida, x.visitas) for d, x in zip(todas, hay, strict=True)}
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
            dichos=dichos or {},
            visitas={demo: x.visitas for demo, x in de.items()},
            muestras=cargas,
            base=base,
        )
        for idioma in lenguas
    )
