"""Lo que se ofrece para bajar y no es una página: grafos en SVG, resúmenes de caso e índices de tramos."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generador.modelo.demo import DemoComparada
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso import descargas as de_caso
from generador.paginas.grafo import DIFERENCIAS, figura
from generador.representacion.svg import descarga


def descargas(ctx: Contexto, plantillas: Path) -> Iterator[tuple[str, bytes]]:
    """(ruta, bytes) de las descargas de todas las demos. Las comparten los idiomas: salen del primero."""
    estilo = (plantillas / "estaticos" / "grafo.css").read_text("utf-8")
    for d in ctx.demos:
        yield from de_caso.ficheros(d)
        yield from _grafos(ctx, d, estilo)


def _grafos(ctx: Contexto, d: DemoComparada, estilo: str) -> Iterator[tuple[str, bytes]]:
    demo = d.demo.plan.demo
    for variante in d.comparaciones:
        ruta = rutas.descarga(demo, de_caso.nombre_de_grafo(variante))
        dibujada = figura(ctx, ruta, d, variante, d.demo.plan.variante(variante).id, capas=DIFERENCIAS)
        if dibujada:
            yield ruta, descarga(dibujada, ctx.idioma.gettext, estilo)
