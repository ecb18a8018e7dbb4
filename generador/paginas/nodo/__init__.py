"""La página de un nodo: qué prometía, qué hace, con qué código y cada vez que corrió.

También la tiene un nodo que el contrato promete y el código no: decir que no está es la mitad de su valor. Aquí está lo
que se dice del nodo; su código, en `fuentes`; sus vecinos, en `alrededor`; y cada vez que corrió, en `visitas`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Nodo, TipoDeNodo
from generador.modelo.hallazgo import Juicio, Veredicto
from generador.modelo.plan import NodoExplicado
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Prosa, TipoDePagina
from generador.paginas.demo import Hecho
from generador.paginas.dibujo.figura import Figura
from generador.paginas.enlaces import a_lugar, corto, nodos_con_pagina, prosa, revision
from generador.paginas.hojas import Hoja, hoja, titulo_de_hoja, trocear
from generador.paginas.marco import marcar
from generador.paginas.nodo.alrededor import Conexion, Juicios, conexiones, dibujo, grafos_reales
from generador.paginas.nodo.fuentes import FuenteMostrada, fuentes_mostradas
from generador.paginas.nodo.visitas import VISITAS, Claves, Ejemplo, VisitasDeCaso, claves, de_caso, ejemplo
from generador.paginas.terminos import Etiqueta, etiqueta
from generador.paginas.visitado import Visitado


class EnVariante(Struct, frozen=True, kw_only=True):
    """Lo que se juzgó del nodo en una variante, o en varias en que se juzgó lo mismo."""

    titulos: tuple[str, ...]
    veredicto: Etiqueta
    motivo: str
    lugares: tuple[Enlace, ...]


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
    claves: Claves | None
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
    grafos = grafos_reales(d)
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
        entradas=tuple(conexiones(ctx, ruta, d, id, entran=True)),
        salidas=tuple(conexiones(ctx, ruta, d, id, entran=False)),
        grafo=dibujo(ctx, ruta, d, id, juicios),
        fuentes=tuple(fuentes_mostradas(ctx, d, id)),
        casos=trozos[0],
        hoja=hoja(ctx, ruta, trozos, 1),
        sin_visitas="" if trozos[0] else _sin_visitas(ctx, existe=bool(reales)),
    )  # fmt: skip


def _juicios(d: DemoComparada, id: str) -> Iterator[tuple[str, Juicio]]:
    for variante, c in d.comparaciones.items():
        yield from ((variante, j) for j in c.nodos if j.origen == id)


def _ausencia(ctx: Contexto, juicios: Juicios) -> str:
    if any(j.contrato for _, j in juicios):
        return ctx._("El contrato promete este nodo y ninguna variante grabada lo tiene. No hay código que enseñar.")
    return ctx._("Este nodo solo estuvo en el spike: ni el contrato ni el grafo de hoy lo tienen.")


def _sin_visitas(ctx: Contexto, *, existe: bool) -> str:
    if existe:
        return ctx._("Ningún caso grabado pasa por este nodo.")
    return ctx._("No puede haber corrido: no está en el grafo.")


def _en_variantes(ctx: Contexto, d: DemoComparada, juicios: Juicios) -> Iterator[EnVariante]:
    iguales: dict[tuple[Veredicto, str], list[tuple[str, Juicio]]] = defaultdict(list)
    for variante, j in juicios:
        iguales[j.veredicto, ctx.mensaje(j.motivo)].append((variante, j))
    suya = revision(d)
    for (veredicto, motivo), suyos in iguales.items():
        lados = (j.contrato or j.real or j.spike for _, j in suyos)
        lugares = (corto(a_lugar(d, lado.lugar, suya)) for lado in lados if lado)
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


TIPO = TipoDePagina(nombre="nodo", plantilla="nodo.html", modelar=modelar)
