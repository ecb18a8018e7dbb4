"""Un JSON cualquiera como tablas que se leen: lo que un formato ajeno trae y nadie previó también se enseña."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from generador.paginas.base import Contexto
from generador.paginas.grabado import compacto

FILAS = 200
_COLUMNAS = 8


class Tabla(Struct, frozen=True, kw_only=True):
    """La primera celda de cada fila es su cabecera, y `cabecera`, la de todas ellas; `columnas` son las demás.

    `numerica` es que las demás son cifras; `nota`, lo que no cabe.
    """

    id: str
    titulo: str
    cabecera: str
    columnas: tuple[str, ...]
    filas: tuple[tuple[str, ...], ...]
    numerica: bool = False
    nota: str = ""


def tablas_de(ctx: Contexto, id: str, titulo: str, valor: Any) -> Iterator[Tabla]:
    """Un objeto, con cada serie de objetos que lleve dentro en su propia tabla; lo demás, en una."""
    series = {k: v for k, v in valor.items() if _objetos(v)} if isinstance(valor, Mapping) else {}
    if not series or len(series) == len(valor):
        yield tabla_de(ctx, id, titulo, valor)
        return
    yield tabla_de(ctx, id, titulo, {k: v for k, v in valor.items() if k not in series})
    for i, (k, v) in enumerate(series.items()):
        yield tabla_de(ctx, f"{id}-{i}", f"{titulo} · {k}", v)


def tabla_de(ctx: Contexto, id: str, titulo: str, valor: Any) -> Tabla:
    """La tabla de un valor: una lista o un objeto de objetos, por columnas; lo demás, camino y valor."""
    por_columnas = _objetos(valor)
    if por_columnas:
        con_clave, objetos = por_columnas
        nombres = tuple(dict.fromkeys(k for _, o in objetos for k in o))[:_COLUMNAS]
        cabecera, columnas = ctx._("Clave") if con_clave else ctx._("N.º"), nombres
        filas = [(nombre, *(escrito(ctx, o[k]) if k in o else "" for k in nombres)) for nombre, o in objetos]
    else:
        cabecera, columnas = ctx._("Dato"), (ctx._("Valor"),)
        filas = [(camino, escrito(ctx, v)) for camino, v in _hojas(valor)]
    sobran = len(filas) - FILAS
    return Tabla(
        id=id,
        titulo=titulo,
        cabecera=cabecera,
        columnas=columnas,
        filas=tuple(filas[:FILAS]),
        nota=ctx.ngettext("y %(n)s fila más", "y %(n)s filas más", sobran) if sobran > 0 else "",
    )


def escrito(ctx: Contexto, valor: Any) -> str:
    """Un valor en una celda: texto y números como se leen, y lo compuesto como JSON en una línea."""
    if isinstance(valor, str):
        return valor
    if valor is None:
        return "—"
    if isinstance(valor, bool):
        return ctx._("sí") if valor else ctx._("no")
    if isinstance(valor, int | float):
        return ctx.idioma.numero(valor)
    return compacto(valor)


def _objetos(valor: Any) -> tuple[bool, list[tuple[str, Mapping[str, Any]]]] | None:
    """(si las filas tienen nombre, (fila, objeto)…) si el valor es una serie de objetos planos."""
    pares = list(valor.items()) if isinstance(valor, Mapping) else None
    if pares is None and isinstance(valor, list | tuple):
        pares = [(str(i), o) for i, o in enumerate(valor, 1)]
    if not pares or not all(isinstance(o, Mapping) and o for _, o in pares):
        return None
    return isinstance(valor, Mapping), pares


def _hojas(valor: Any, camino: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(valor, Mapping) and valor:
        for k, v in valor.items():
            yield from _hojas(v, f"{camino}.{k}" if camino else str(k))
    elif isinstance(valor, list | tuple) and any(isinstance(v, Mapping | list | tuple) for v in valor):
        for i, v in enumerate(valor, 1):
            yield from _hojas(v, f"{camino}[{i}]")
    else:
        yield camino, ", ".join(map(str, valor)) if isinstance(valor, list | tuple) else valor
