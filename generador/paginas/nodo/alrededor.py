"""Lo que rodea a un nodo: las aristas que le entran y le salen, y su sitio en el grafo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Arista, Grafo
from generador.modelo.hallazgo import Juicio
from generador.paginas.base import Contexto, Enlace
from generador.paginas.dibujo import disponer
from generador.paginas.dibujo.figura import Figura
from generador.paginas.enlaces import a_nodo
from generador.paginas.grafo import DIFERENCIAS, REAL, figura
from generador.paginas.nodo.visitas import unicas
from generador.paginas.terminos import Etiqueta, etiqueta

Juicios: TypeAlias = tuple[tuple[str, Juicio], ...]
"""(variante, lo que se juzgó del nodo en ella)."""


class Conexion(Struct, frozen=True, kw_only=True):
    """Una arista que entra o sale; `variantes` son aquellas en que existe, y va vacío si son todas."""

    nodo: Enlace
    etiquetas: tuple[str, ...]
    tipo: Etiqueta
    variantes: tuple[str, ...]


def grafos_reales(d: DemoComparada) -> Mapping[str, Grafo]:
    """El grafo que compila cada variante grabada."""
    return d.demo.corrida.grafos if d.demo.corrida else {}


def conexiones(ctx: Contexto, ruta: str, d: DemoComparada, id: str, *, entran: bool) -> Iterator[Conexion]:
    """Las aristas que le entran (o, si no `entran`, las que le salen), una por vecino."""
    grafos = grafos_reales(d)
    donde: dict[str | None, list[tuple[str, Arista]]] = defaultdict(list)
    for variante, g in grafos.items():
        for a in g.aristas:
            if (a.destino if entran else a.origen) == id:
                donde[a.origen if entran else a.destino].append((variante, a))
    con_el_nodo = sum(id in g.por_id for g in grafos.values())
    for otro, aristas in donde.items():
        variantes = tuple(dict.fromkeys(v for v, _ in aristas))
        titulos = tuple(ctx.texto(d.demo.plan.variante(v).titulo) for v in variantes)
        yield Conexion(
            nodo=a_nodo(ctx, ruta, d, otro),
            etiquetas=unicas(a.etiquetas for _, a in aristas),
            tipo=etiqueta(ctx, aristas[0][1].tipo),
            variantes=titulos if len(variantes) < con_el_nodo else (),
        )


def dibujo(ctx: Contexto, ruta: str, d: DemoComparada, id: str, juicios: Juicios) -> Figura | None:
    """El grafo de la primera variante que tiene el nodo; si ninguna lo compila, con lo prometido a la vista."""
    titulo = ctx._("Dónde está «%(nodo)s» en el grafo", nodo=id)
    capas = REAL if any(j.real for _, j in juicios) else DIFERENCIAS
    for v, _ in sorted(juicios, key=lambda par: par[1].real is None):
        f = figura(ctx, ruta, d, v, titulo, capas=capas, actual=id)
        if f is not None:
            return _alrededor(ctx, d, v, id, f) if f.densa else f
    return None


def _alrededor(ctx: Contexto, d: DemoComparada, variante: str, id: str, entera: Figura) -> Figura:
    """Un grafo enorme, repetido en la página de cada nodo, pesaría cientos de megas: aquí van el nodo y sus vecinos."""
    c = d.comparaciones[variante]
    aristas = tuple(j for j in c.aristas if id in (j.origen, j.destino))
    ids = {id, *(x for j in aristas for x in (j.origen, j.destino))}
    vecinos = replace(c, nodos=tuple(j for j in c.nodos if j.origen in ids), aristas=aristas)
    titulo = ctx._("Lo que rodea a «%(nodo)s» en el grafo", nodo=id)
    enlaces = {n: href for n, href in entera.enlaces.items() if n in ids}
    return replace(entera, dibujo=disponer(vecinos), titulo=titulo, enlaces=enlaces)
