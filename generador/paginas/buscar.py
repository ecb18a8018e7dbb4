"""Buscar en todo el sitio sin servidor: el índice va dentro de la página y, sin JavaScript, se lee entero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from generador.paginas import rutas
from generador.paginas.base import Contexto, Pagina, TipoDePagina
from generador.paginas.indice import Entrada, entradas, textos
from generador.paginas.marco import marcar


@dataclass(frozen=True, slots=True, kw_only=True)
class Grupo:
    """Las entradas de una clase, en orden alfabético."""

    clase: str
    titulo: str
    entradas: tuple[Entrada, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaginaDeBusqueda(Pagina):
    """`indice` son filas (clase, título, dónde, href, texto) para el script; `fuera`, los textos que no caben."""

    grupos: tuple[Grupo, ...]
    indice: tuple[tuple[str, str, str, str, str], ...]
    clases: tuple[tuple[str, str], ...]
    fuera: str


def modelar(ctx: Contexto) -> Iterator[PaginaDeBusqueda]:
    """La única del idioma."""
    fijas = entradas(ctx)
    dichos, fuera = textos(ctx)
    nombres = _nombres(ctx)
    grupos = {c: tuple(g) for c, g in groupby(fijas, key=lambda e: e.clase)}
    yield PaginaDeBusqueda(
        marco=marcar(
            ctx, tipo="buscar", ruta=rutas.BUSCAR, titulo=ctx._("Buscar"), scripts=("buscar.js",),
            descripcion=ctx._("Nodos, casos, pasos con error, documentos y texto de las trazas."),
        ),
        grupos=tuple(Grupo(clase=c, titulo=t, entradas=grupos[c]) for c, t in nombres.items() if c in grupos),
        indice=tuple((e.clase, e.titulo, e.donde, e.href, e.texto) for e in (*fijas, *dichos)),
        clases=tuple(_en_singular(ctx).items()),
        fuera=ctx.ngettext(
            "%(n)s texto no cabe en el índice: se encuentra dentro de su caso.",
            "%(n)s textos no caben en el índice: se encuentran dentro de su caso.",
            fuera,
        ) if fuera else "",
    )  # fmt: skip


def _nombres(ctx: Contexto) -> dict[str, str]:
    return {
        "demo": ctx._("Demos"),
        "caso": ctx._("Casos"),
        "nodo": ctx._("Nodos"),
        "error": ctx._("Pasos con error"),
        "documento": ctx._("Documentos"),
    }


def _en_singular(ctx: Contexto) -> dict[str, str]:
    return {
        "demo": ctx._("demo"),
        "caso": ctx._("caso"),
        "nodo": ctx._("nodo"),
        "error": ctx._("error"),
        "documento": ctx._("documento"),
        "texto": ctx._("texto"),
    }


TIPO = TipoDePagina(nombre="buscar", plantilla="buscar.html", modelar=modelar)
