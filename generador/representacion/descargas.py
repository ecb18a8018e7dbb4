"""Los grafos que se ofrecen para bajar, cada uno con sus estilos dentro."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generador.modelo.demo import DemoComparada
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso import descargas as de_caso
from generador.paginas.grafo import DIFERENCIAS, figura
from generador.representacion.svg_suelto import descarga


def grafos(ctx: Contexto, plantillas: Path) -> Iterator[tuple[str, bytes]]:
    """(ruta, bytes) de los grafos de todas las demos. Los comparten los idiomas: salen del primero."""
    estilo = (plantillas / "estaticos" / "grafo.css").read_text("utf-8")
    for d in ctx.demos:
        yield from _grafos(ctx, d, estilo)


def _grafos(ctx: Contexto, d: DemoComparada, estilo: str) -> Iterator[tuple[str, bytes]]:
    demo = d.demo.plan.demo
    for variante in d.comparaciones:
        ruta = rutas.descarga(demo, de_caso.nombre_de_grafo(variante))
        dibujada = figura(ctx, ruta, d, variante, d.demo.plan.variante(variante).id, capas=DIFERENCIAS)
        if dibujada:
            yield ruta, descarga(dibujada, ctx.idioma.gettext, estilo)
