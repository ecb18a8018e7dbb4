"""Una tabla con muchas filas ocupa varias páginas, que se leen sin JavaScript: cada una dice cuáles lleva y las enlaza.

Recortarla escondería lo que no cabe, y ponerla entera haría una página que no se puede abrir.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace

FILAS = 100
"""Filas de una tabla en una página, como mucho."""

Fila = TypeVar("Fila")


class Hoja(Struct, frozen=True, kw_only=True):
    """La parte de una tabla que va en una página. Si cabe entera, `cuales` y `paginas` van vacíos.

    `primera` es que está en la página principal, con todo lo demás; las otras llevan solo la tabla.
    """

    primera: bool
    cuales: str
    paginas: tuple[Enlace, ...]


ENTERA = Hoja(primera=True, cuales="", paginas=())
"""Una tabla que cabe en su página."""


def trocear(
    filas: Iterable[Fila], filas_por_hoja: int = FILAS, peso: Callable[[Fila], int] = lambda _: 0, maximo: int = 0
) -> tuple[tuple[Fila, ...], ...]:
    """Las filas de cada página, en orden: al menos una página, y ninguna vacía si hay filas.

    Si se da `peso`, lo que pesan juntas las de una página no pasa de `maximo`, salvo que una sola ya pase.
    """
    trozos: list[list[Fila]] = [[]]
    pesa = 0
    for fila in filas:
        suyo = peso(fila)
        if trozos[-1] and (len(trozos[-1]) == filas_por_hoja or pesa + suyo > maximo):
            trozos.append([])
            pesa = 0
        trozos[-1].append(fila)
        pesa += suyo
    return tuple(map(tuple, trozos))


def hoja(ctx: Contexto, ruta: str, trozos: tuple[tuple[object, ...], ...], n: int, antes_van: int = 0) -> Hoja:
    """La hoja `n` (desde 1) de la tabla que empieza en la página `ruta`, con el enlace a todas.

    `antes_van` son las hojas de esa página que llevan otra cosa: la tabla empieza en la siguiente.
    """
    if len(trozos) == 1:
        return ENTERA
    antes, total = sum(map(len, trozos[: n - 1])), sum(map(len, trozos))
    numero = ctx.idioma.numero
    cuales = ctx._(
        "Del %(desde)s al %(hasta)s, de %(total)s",
        desde=numero(antes + 1),
        hasta=numero(antes + len(trozos[n - 1])),
        total=numero(total),
    )
    return Hoja(primera=n == 1, cuales=cuales, paginas=_paginas(ctx, ruta, len(trozos), n, antes_van))


def numerada(ctx: Contexto, ruta: str, total: int, n: int) -> Hoja:
    """La hoja `n` de `total`, cuando no son trozos de una misma tabla."""
    if total == 1:
        return ENTERA
    cuales = ctx._("Página %(n)s de %(total)s", n=ctx.idioma.numero(n), total=ctx.idioma.numero(total))
    return Hoja(primera=n == 1, cuales=cuales, paginas=_paginas(ctx, ruta, total, n))


def _paginas(ctx: Contexto, ruta: str, total: int, n: int, antes_van: int = 0) -> tuple[Enlace, ...]:
    aqui = rutas.hoja(ruta, n + antes_van)
    return tuple(enlace(aqui, rutas.hoja(ruta, k + antes_van), ctx.idioma.numero(k)) for k in range(1, total + 1))


def titulo_de_hoja(ctx: Contexto, titulo: str, n: int) -> str:
    """El título de una página que solo lleva una hoja: dos páginas no se llaman igual."""
    return ctx._("%(titulo)s, página %(n)s", titulo=titulo, n=ctx.idioma.numero(n)) if n > 1 else titulo
