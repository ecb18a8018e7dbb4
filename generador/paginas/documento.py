"""Los documentos del plan (ADR, notas) como páginas del sitio."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from generador.modelo.demo import DemoComparada
from generador.modelo.plan import Documento
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Prosa, TipoDePagina, enlace
from generador.paginas.enlaces import prosa
from generador.paginas.marco import marcar


class PaginaDeDocumento(Pagina, frozen=True, kw_only=True):
    """`origen` es la ruta del fichero, relativa al plan; `otros`, los demás documentos de la demo."""

    origen: str
    cuerpo: Prosa
    otros: tuple[Enlace, ...]


def modelar(ctx: Contexto) -> Iterator[PaginaDeDocumento]:
    """Una por documento de cada demo."""
    return (_modelar(ctx, d, doc) for d in ctx.demos for doc in d.demo.plan.documentos)


def _modelar(ctx: Contexto, d: DemoComparada, doc: Documento) -> PaginaDeDocumento:
    demo, ruta = d.demo.plan.demo, rutas.documento(d.demo.plan.demo, doc)
    origen, titulo = ctx.texto(doc.ruta), ctx.texto(doc.titulo)
    return PaginaDeDocumento(
        marco=marcar(ctx, tipo="documento", ruta=ruta, titulo=titulo, demo=demo),
        origen=origen,
        cuerpo=prosa(ruta, d, _sin_titulo(d.demo.documentos.get(origen, "")), posixpath.dirname(origen)),
        otros=tuple(enlace(ruta, rutas.documento(demo, o), ctx.texto(o.titulo)) for o in d.demo.plan.documentos),
    )


def _sin_titulo(texto: str) -> str:
    """El documento sin su primer `# título`, que la página ya lleva en su `h1`."""
    primera, _, resto = texto.lstrip().partition("\n")
    return resto if primera.startswith("# ") else texto


TIPO = TipoDePagina(nombre="documento", plantilla="documento.html", modelar=modelar)
