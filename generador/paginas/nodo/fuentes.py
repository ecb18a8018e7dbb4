"""El código de un nodo, una vez por cada versión distinta, o por qué no lo hay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from generador.modelo.corrida import Fuente
from generador.modelo.demo import DemoComparada
from generador.modelo.nuestros import reconocer
from generador.paginas.base import Contexto
from generador.paginas.enlaces import a_repositorio


class FuenteMostrada(Struct, frozen=True, kw_only=True):
    """El código del nodo en una o varias variantes que lo comparten, o el motivo de que no lo haya.

    `de` es de quién es el código: el nodo, o una de las herramientas que reúne.
    """

    id: str
    de: str
    variantes: tuple[str, ...]
    fichero: str
    lineas: str
    revision: str
    primera: int
    codigo: str
    repositorio: str
    ajena: bool
    motivo: str


def fuentes_mostradas(ctx: Contexto, d: DemoComparada, id: str) -> Iterator[FuenteMostrada]:
    """Las fuentes distintas del nodo: las variantes que comparten código comparten extracto."""
    fuentes = d.demo.corrida.fuentes if d.demo.corrida else {}
    suyas = [(v, f) for v, todas in fuentes.items() for f in _de_nodo(d, v, todas, id)]
    variantes = {v for v, _ in suyas}
    ordenadas = sorted(suyas, key=lambda par: _clave(par[1]))
    for i, (_, grupo) in enumerate(groupby(ordenadas, key=lambda par: _clave(par[1])), start=1):
        iguales = list(grupo)
        titulos = tuple(ctx.texto(d.demo.plan.variante(v).titulo) for v, _ in iguales)
        yield _fuente(ctx, d, f"f{i}", titulos if len(iguales) < len(variantes) else (), iguales[0][1])


def _clave(f: Fuente) -> tuple[str, str, str, tuple[int, int], str]:
    return (f.nodo, f.sha256, f.fichero or "", f.lineas or (0, 0), f.motivo or "")


def _de_nodo(d: DemoComparada, variante: str, fuentes: Mapping[str, Fuente], id: str) -> tuple[Fuente, ...]:
    """La del nodo; si no tiene código porque reúne varias herramientas, la de cada una."""
    grafo = d.demo.corrida.grafos.get(variante) if d.demo.corrida else None
    nodo = grafo.por_id.get(id) if grafo else None
    herramientas = tuple(f for h in (nodo.herramientas if nodo else ()) if (f := fuentes.get(f"{id}:{h}")))
    propia = fuentes.get(id)
    if herramientas and not (propia and propia.codigo):
        return herramientas
    return (propia,) if propia else ()


def _fuente(ctx: Contexto, d: DemoComparada, id: str, variantes: tuple[str, ...], f: Fuente) -> FuenteMostrada:
    a, b = f.lineas or (1, 1)
    enlazable = f.fichero and not f.ajena
    return FuenteMostrada(
        id=id,
        de=" · ".join([f.nodo, *variantes]),
        variantes=variantes,
        fichero=f.fichero or "",
        lineas=f"{a}–{b}" if f.lineas else "",
        revision=(f.revision or "")[:12],
        primera=a,
        codigo=f.codigo,
        repositorio=a_repositorio(d, f.fichero, a, f.revision) if f.fichero and enlazable else "",
        ajena=f.ajena,
        motivo=ctx.mensaje(reconocer(f.motivo)) if f.motivo else "",
    )
