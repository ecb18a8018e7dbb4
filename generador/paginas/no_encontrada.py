"""La página que enseña un servidor cuando no hay otra. Se lee también sin estilos, por si se sirve desde lejos."""

from __future__ import annotations

from collections.abc import Iterator

from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, TipoDePagina, enlace
from generador.paginas.marco import marcar


class NoEncontrada(Pagina, frozen=True, kw_only=True):
    """`demos` es por dónde volver."""

    demos: tuple[Enlace, ...]


def modelar(ctx: Contexto) -> Iterator[NoEncontrada]:
    """La única del idioma."""
    ruta = rutas.NO_ENCONTRADA
    yield NoEncontrada(
        marco=marcar(ctx, tipo="no_encontrada", ruta=ruta, titulo=ctx._("Esta página no existe")),
        demos=tuple(enlace(ruta, rutas.demo(d.demo.plan.demo), ctx.texto(d.demo.plan.titulo)) for d in ctx.demos),
    )


TIPO = TipoDePagina(nombre="no_encontrada", plantilla="404.html", modelar=modelar)
