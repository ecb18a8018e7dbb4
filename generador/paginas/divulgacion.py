"""Qué es un oráculo, qué es real, y el recuento exacto por demo y por caso."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import ancla
from generador.modelo.procedencia import Recuento
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, TipoDePagina, enlace
from generador.paginas.divulgar import sumar
from generador.paginas.enlaces import a_documento
from generador.paginas.hojas import ENTERA, Hoja, hoja, titulo_de_hoja, trocear
from generador.paginas.marco import marcar

_CASOS, _AL_MENOS = 150, 10
"""Casos que caben en la página del sitio, entre todas las demos, y los que se enseñan siempre de cada una."""


class FilaDeRecuento(Struct, frozen=True, kw_only=True):
    """Un caso y sus respuestas de modelo por procedencia. `grabado` es que hay traza que contar."""

    caso: Enlace
    recuento: Recuento
    guion: str
    grabado: bool


class DemoDivulgada(Struct, frozen=True, kw_only=True):
    """El recuento de una demo y quién escribió lo esperado, desde qué documentos.

    Si los casos no caben, van los primeros y `todos` lleva a la página que los tiene todos.
    """

    ancla: str
    titulo: Enlace
    avisos: tuple[str, ...]
    total: Recuento
    filas: tuple[FilaDeRecuento, ...]
    todos: Enlace | None
    quien: str
    desde: tuple[Enlace, ...]


class PaginaDeDivulgacion(Pagina, frozen=True, kw_only=True):
    """`total` es la frase que suma todo el sitio. `explicada` es que dice qué es cada procedencia.

    Las que no, son solo de los casos de una demo.
    """

    total: str
    demos: tuple[DemoDivulgada, ...]
    hoja: Hoja = ENTERA
    explicada: bool = False


def modelar(ctx: Contexto) -> Iterator[PaginaDeDivulgacion]:
    """La del idioma y, de cada demo con más casos de los que caben en ella, las suyas."""
    caben = max(_AL_MENOS, _CASOS // max(1, len(ctx.demos)))
    yield _del_sitio(ctx, caben)
    for d in ctx.demos:
        if len(d.demo.plan.casos) > caben:
            yield from _de_demo(ctx, d)


def _de_demo(ctx: Contexto, d: DemoComparada) -> Iterator[PaginaDeDivulgacion]:
    ruta = rutas.seccion(d.demo.plan.demo, "divulgacion")
    entera = _demo(ctx, d, ruta, len(d.demo.plan.casos))
    trozos = trocear(entera.filas)
    for n, filas in enumerate(trozos, 1):
        titulo = titulo_de_hoja(ctx, ctx._("De dónde salió cada respuesta"), n)
        yield PaginaDeDivulgacion(
            marco=marcar(
                ctx, tipo="divulgacion", ruta=rutas.hoja(ruta, n), titulo=titulo, demo=d.demo.plan.demo,
                migas=((ctx._("Divulgación"), rutas.DIVULGACION),),
            ),
            total="",
            demos=(replace(entera, filas=filas),),
            hoja=hoja(ctx, ruta, trozos, n),
        )  # fmt: skip


def _del_sitio(ctx: Contexto, caben: int) -> PaginaDeDivulgacion:
    demos = tuple(_demo(ctx, d, rutas.DIVULGACION, caben) for d in ctx.demos)
    return PaginaDeDivulgacion(
        marco=marcar(
            ctx, tipo="divulgacion", ruta=rutas.DIVULGACION, titulo=ctx._("Qué es un oráculo y qué es real"),
            descripcion=ctx._("De dónde salió cada respuesta de modelo y quién escribió lo que se esperaba."),
        ),
        total=ctx.ngettext(
            "En todo el sitio hay %(n)s respuesta de modelo.",
            "En todo el sitio hay %(n)s respuestas de modelo.",
            sumar(d.total for d in demos).total,
        ),
        demos=demos,
        explicada=True,
    )  # fmt: skip


def _demo(ctx: Contexto, d: DemoComparada, ruta: str, caben: int) -> DemoDivulgada:
    plan, recuentos = d.demo.plan, ctx.recuentos.get(d.demo.plan.demo, {})
    sobran = len(plan.casos) - caben
    mas = ctx.ngettext("y %(n)s caso más: el recuento entero", "y %(n)s casos más: el recuento entero", sobran)
    return DemoDivulgada(
        ancla=ancla("demo", plan.demo),
        titulo=enlace(ruta, rutas.demo(plan.demo), ctx.texto(plan.titulo)),
        avisos=tuple(map(ctx.texto, plan.avisos)),
        total=sumar(recuentos.values()),
        filas=tuple(_fila(ctx, ruta, d, c.id, recuentos.get(c.id)) for c in plan.casos[:caben]),
        todos=enlace(ruta, rutas.seccion(plan.demo, "divulgacion"), mas) if sobran > 0 else None,
        quien=ctx.texto(plan.esperados.quien) if plan.esperados else "",
        desde=tuple(a_documento(ctx, ruta, d, desde) for desde in plan.esperados.desde) if plan.esperados else (),
    )


def _fila(ctx: Contexto, ruta: str, d: DemoComparada, id: str, recuento: Recuento | None) -> FilaDeRecuento:
    demo, caso = d.demo.plan.demo, d.demo.plan.caso(id)
    texto = ctx.texto(caso.titulo)
    return FilaDeRecuento(
        caso=Enlace(texto=texto, href="") if recuento is None else enlace(ruta, rutas.caso(demo, id), texto),
        recuento=recuento or Recuento(),
        guion=caso.oraculo or "",
        grabado=recuento is not None,
    )


TIPO = TipoDePagina(nombre="divulgacion", plantilla="divulgacion.html", modelar=modelar)
