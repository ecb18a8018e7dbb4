"""Buscar en todo el sitio sin servidor, ni una petición: el índice son scripts que la página ya enlaza.

Sin JavaScript se lee entero, salvo los textos de las trazas, que están en sus casos.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generador.paginas import rutas
from generador.paginas.base import Contexto, Pagina, TipoDePagina
from generador.paginas.hojas import Hoja, hoja, titulo_de_hoja, trocear
from generador.paginas.indice import Entrada, entradas, partes
from generador.paginas.marco import marcar

_ENTRADAS = 1_000
"""Las que se leen sin JavaScript en una página."""


class Grupo(Struct, frozen=True, kw_only=True):
    """Las entradas de una clase, en orden alfabético."""

    clase: str
    titulo: str
    entradas: tuple[Entrada, ...]


class PaginaDeBusqueda(Pagina, frozen=True, kw_only=True):
    """`partes` son los scripts con las filas del índice y `fuera`, los textos que no caben en él.

    Si lo que se lee sin JavaScript no cabe, hay más páginas con lo que sigue y nada más: lo dice `hoja`.
    """

    grupos: tuple[Grupo, ...]
    hoja: Hoja
    partes: int
    clases: tuple[tuple[str, str], ...]
    fuera: str


def modelar(ctx: Contexto) -> Iterator[PaginaDeBusqueda]:
    """La del idioma, y las que hagan falta para su índice."""
    nombres = _nombres(ctx)
    por_clase = {c: tuple(g) for c, g in groupby(entradas(ctx), key=lambda e: e.clase)}
    trozos = trocear((e for c in nombres for e in por_clase.get(c, ())), _ENTRADAS)
    principal = _principal(ctx, _grupos(nombres, trozos[0]), hoja(ctx, rutas.BUSCAR, trozos, 1))
    yield principal
    for n, trozo in enumerate(trozos[1:], 2):
        titulo = titulo_de_hoja(ctx, ctx._("Todo lo que hay"), n)
        yield replace(
            principal,
            marco=marcar(ctx, tipo="buscar", ruta=rutas.hoja(rutas.BUSCAR, n), titulo=titulo,
                         migas=((ctx._("Buscar"), rutas.BUSCAR),)),
            grupos=_grupos(nombres, trozo),
            hoja=hoja(ctx, rutas.BUSCAR, trozos, n),
        )  # fmt: skip


def _principal(ctx: Contexto, grupos: tuple[Grupo, ...], primera: Hoja) -> PaginaDeBusqueda:
    todas, fuera = partes(ctx)
    marco = marcar(
        ctx, tipo="buscar", ruta=rutas.BUSCAR, titulo=ctx._("Buscar"), scripts=("buscar.js",),
        descripcion=ctx._("Nodos, casos, pasos con error, documentos y texto de las trazas."),
    )  # fmt: skip
    return PaginaDeBusqueda(
        marco=replace(marco, scripts=(*marco.scripts, *(marco.raiz + p.ruta for p in todas))),
        grupos=grupos,
        hoja=primera,
        partes=len(todas),
        clases=tuple(_en_singular(ctx).items()),
        fuera=ctx.ngettext(
            "%(n)s texto no cabe en el índice: se encuentra dentro de su caso.",
            "%(n)s textos no caben en el índice: se encuentran dentro de su caso.",
            fuera,
        ) if fuera else "",
    )  # fmt: skip


def _grupos(nombres: Mapping[str, str], trozo: Iterable[Entrada]) -> tuple[Grupo, ...]:
    grupos = groupby(trozo, key=lambda e: e.clase)
    return tuple(Grupo(clase=c, titulo=nombres[c], entradas=tuple(g)) for c, g in grupos)


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
