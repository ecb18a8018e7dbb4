"""La página de un nodo: qué prometía, qué hace, con qué código y cada vez que corrió.

También la tiene un nodo que el contrato promete y el código no: decir que no está es la mitad de su valor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.corrida import Fuente
from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Arista, Grafo, Nodo, TipoDeNodo
from generador.modelo.hallazgo import Juicio, Veredicto
from generador.modelo.plan import NodoExplicado
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Prosa, TipoDePagina
from generador.paginas.demo import Hecho
from generador.paginas.dibujo import disponer
from generador.paginas.dibujo.figura import Figura
from generador.paginas.enlaces import a_lugar, a_nodo, a_repositorio, corto, nodos_con_pagina, prosa
from generador.paginas.grafo import DIFERENCIAS, REAL, figura
from generador.paginas.hojas import Hoja, hoja, titulo_de_hoja, trocear
from generador.paginas.marco import marcar
from generador.paginas.terminos import Etiqueta, etiqueta
from generador.paginas.visitado import Visitado
from generador.paginas.visitas import (
    VISITAS,
    Claves,
    Ejemplo,
    VisitasDeCaso,
    claves,
    de_caso,
    ejemplo,
    unicas,
)

_Juicios = tuple[tuple[str, Juicio], ...]
"""(variante, lo que se juzgó del nodo en ella)."""


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


class EnVariante(Struct, frozen=True, kw_only=True):
    """Lo que se juzgó del nodo en una variante, o en varias en que se juzgó lo mismo."""

    titulos: tuple[str, ...]
    veredicto: Etiqueta
    motivo: str
    lugares: tuple[Enlace, ...]


class Conexion(Struct, frozen=True, kw_only=True):
    """Una arista que entra o sale; `variantes` son aquellas en que existe, y va vacío si son todas."""

    nodo: Enlace
    etiquetas: tuple[str, ...]
    tipo: Etiqueta
    variantes: tuple[str, ...]


class PaginaDeNodo(Pagina, frozen=True, kw_only=True):
    """`existe` es que alguna variante lo compila. `promesa` y `explicacion` son del autor y pueden faltar.

    Si las visitas no caben, hay más páginas con las que siguen y nada más: lo dice `hoja`.
    """

    nodo: str
    existe: bool
    ausencia: str
    variantes: tuple[EnVariante, ...]
    promesa: Prosa | None
    explicacion: Prosa | None
    hechos: tuple[Hecho, ...]
    claves: Claves
    ejemplo: Ejemplo | None
    entradas: tuple[Conexion, ...]
    salidas: tuple[Conexion, ...]
    grafo: Figura | None
    fuentes: tuple[FuenteMostrada, ...]
    casos: tuple[VisitasDeCaso, ...]
    hoja: Hoja
    sin_visitas: str


def modelar(ctx: Contexto) -> Iterator[PaginaDeNodo]:
    """Una por nodo juzgado de cada demo, y las que hagan falta para sus visitas."""
    for d in ctx.demos:
        visitas = ctx.visitas[d.demo.plan.demo]
        for id in nodos_con_pagina(d):
            yield from _paginas(ctx, d, id, visitas)


def _paginas(ctx: Contexto, d: DemoComparada, id: str, visitas: Mapping[str, Visitado]) -> Iterator[PaginaDeNodo]:
    demo, ruta = d.demo.plan.demo, rutas.nodo(d.demo.plan.demo, id)
    visitado = visitas.get(id, Visitado())
    casos = (de_caso(ctx, ruta, d, caso, veces) for caso, veces in visitado.casos)
    trozos = trocear(casos, peso=lambda c: len(c.visitas), maximo=VISITAS)
    principal = _modelar(ctx, d, id, visitado, trozos)
    yield principal
    for n, filas in enumerate(trozos[1:], 2):
        titulo, suya = titulo_de_hoja(ctx, id, n), rutas.hoja(ruta, n)
        yield replace(
            principal,
            marco=marcar(ctx, tipo="nodo", ruta=suya, titulo=titulo, demo=demo, migas=((id, ruta),)),
            grafo=None,
            fuentes=(),
            casos=filas,
            hoja=hoja(ctx, ruta, trozos, n),
        )


def _modelar(
    ctx: Contexto, d: DemoComparada, id: str, visitado: Visitado, trozos: tuple[tuple[VisitasDeCaso, ...], ...]
) -> PaginaDeNodo:
    demo, ruta = d.demo.plan.demo, rutas.nodo(d.demo.plan.demo, id)
    grafos = _grafos(d)
    juicios = tuple(_juicios(d, id))
    reales = [g.por_id[id] for g in grafos.values() if id in g.por_id]
    explicado = next((n for n in d.demo.plan.nodos if n.id == id), None)
    return PaginaDeNodo(
        marco=marcar(
            ctx, tipo="nodo", ruta=ruta, titulo=id, demo=demo, estilos=("grafo.css",), scripts=("grafo.js",),
            descripcion=ctx._("Qué promete y qué hace el nodo «%(nodo)s», con su código y sus visitas.", nodo=id),
        ),
        nodo=id,
        existe=bool(reales),
        ausencia="" if reales else _ausencia(ctx, juicios),
        variantes=tuple(_en_variantes(ctx, d, juicios)),
        promesa=_prosa(ctx, ruta, d, explicado, promesa=True),
        explicacion=_prosa(ctx, ruta, d, explicado, promesa=False),
        hechos=tuple(_hechos(ctx, reales)),
        claves=claves(ctx, grafos.values(), id, visitado),
        ejemplo=ejemplo(ctx, ruta, d, id, visitado),
        entradas=tuple(_conexiones(ctx, ruta, d, id, entran=True)),
        salidas=tuple(_conexiones(ctx, ruta, d, id, entran=False)),
        grafo=_dibujo(ctx, ruta, d, id, juicios),
        fuentes=tuple(_fuentes(ctx, d, id)),
        casos=trozos[0],
        hoja=hoja(ctx, ruta, trozos, 1),
        sin_visitas="" if trozos[0] or not reales else ctx._("Ningún caso grabado pasa por este nodo."),
    )  # fmt: skip


def _grafos(d: DemoComparada) -> Mapping[str, Grafo]:
    return d.demo.corrida.grafos if d.demo.corrida else {}


def _juicios(d: DemoComparada, id: str) -> Iterator[tuple[str, Juicio]]:
    for variante, c in d.comparaciones.items():
        yield from ((variante, j) for j in c.nodos if j.origen == id)


def _ausencia(ctx: Contexto, juicios: _Juicios) -> str:
    if any(j.contrato for _, j in juicios):
        return ctx._("El contrato promete este nodo y ninguna variante grabada lo tiene. No hay código que enseñar.")
    return ctx._("Este nodo solo estuvo en el spike: ni el contrato ni el grafo de hoy lo tienen.")


def _en_variantes(ctx: Contexto, d: DemoComparada, juicios: _Juicios) -> Iterator[EnVariante]:
    iguales: dict[tuple[Veredicto, str], list[tuple[str, Juicio]]] = defaultdict(list)
    for variante, j in juicios:
        iguales[j.veredicto, ctx.mensaje(j.motivo)].append((variante, j))
    revision = d.demo.corrida.manifiesto.revision if d.demo.corrida else None
    for (veredicto, motivo), suyos in iguales.items():
        lugares = (
            corto(a_lugar(d, lado.lugar, revision)) for _, j in suyos if (lado := j.contrato or j.real or j.spike)
        )
        yield EnVariante(
            titulos=tuple(ctx.texto(d.demo.plan.variante(v).titulo) for v, _ in suyos),
            veredicto=etiqueta(ctx, veredicto),
            motivo=motivo,
            lugares=tuple(dict.fromkeys(lugar for lugar in lugares if lugar)),
        )


def _prosa(ctx: Contexto, ruta: str, d: DemoComparada, n: NodoExplicado | None, *, promesa: bool) -> Prosa | None:
    texto = ctx.texto(n.contrato if promesa else n.explicacion) if n else ""
    return prosa(ruta, d, texto, nivel=3) if texto else None


def _hechos(ctx: Contexto, reales: list[Nodo]) -> Iterator[Hecho]:
    if not reales:
        return
    n = reales[0]
    if n.tipo is not TipoDeNodo.NODO:
        yield Hecho(nombre=ctx._("Tipo"), valor=etiqueta(ctx, n.tipo).texto)
    if n.pausa:
        momentos = {"antes": ctx._("antes de correr"), "despues": ctx._("después de correr")}
        yield Hecho(nombre=ctx._("Pausa"), valor=", ".join(momentos.get(p, p) for p in n.pausa))
    if n.herramientas:
        yield Hecho(nombre=ctx._("Herramientas"), valor=", ".join(n.herramientas))
    politicas = (
        (n.reintentos, ctx._("con política de reintentos")),
        (n.cache, ctx._("con caché")),
        (n.diferido, ctx._("diferido hasta que acaben los demás")),
    )
    dichas = [texto for tiene, texto in politicas if tiene]
    if dichas:
        yield Hecho(nombre=ctx._("Ejecución"), valor=", ".join(dichas))


def _conexiones(ctx: Contexto, ruta: str, d: DemoComparada, id: str, *, entran: bool) -> Iterator[Conexion]:
    grafos = _grafos(d)
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


def _dibujo(ctx: Contexto, ruta: str, d: DemoComparada, id: str, juicios: _Juicios) -> Figura | None:
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


def _fuentes(ctx: Contexto, d: DemoComparada, id: str) -> Iterator[FuenteMostrada]:
    """Las fuentes distintas del nodo: las variantes que comparten código comparten extracto."""
    fuentes = d.demo.corrida.fuentes if d.demo.corrida else {}
    suyas = [(v, f) for v, todas in fuentes.items() for f in _de_nodo(d, v, todas, id)]
    variantes = {v for v, _ in suyas}
    ordenadas = sorted(suyas, key=lambda par: _clave(par[1]))
    for i, (_, grupo) in enumerate(groupby(ordenadas, key=lambda par: _clave(par[1])), start=1):
        iguales = list(grupo)
        titulos = tuple(ctx.texto(d.demo.plan.variante(v).titulo) for v, _ in iguales)
        yield _fuente(d, f"f{i}", titulos if len(iguales) < len(variantes) else (), iguales[0][1])


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


def _fuente(d: DemoComparada, id: str, variantes: tuple[str, ...], f: Fuente) -> FuenteMostrada:
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
        motivo=f.motivo or "",
    )


TIPO = TipoDePagina(nombre="nodo", plantilla="nodo.html", modelar=modelar)
