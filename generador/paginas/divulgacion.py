"""Qué es un oráculo, qué es real, y el recuento exacto por demo y por caso."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import ancla
from generador.modelo.procedencia import Recuento
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, TipoDePagina, enlace
from generador.paginas.divulgar import sumar
from generador.paginas.marco import marcar


@dataclass(frozen=True, slots=True, kw_only=True)
class FilaDeRecuento:
    """Un caso y sus respuestas de modelo por procedencia. `grabado` es que hay traza que contar."""

    caso: Enlace
    recuento: Recuento
    guion: str
    grabado: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoDivulgada:
    """El recuento de una demo y quién escribió lo esperado, desde qué documentos."""

    ancla: str
    titulo: Enlace
    avisos: tuple[str, ...]
    total: Recuento
    filas: tuple[FilaDeRecuento, ...]
    quien: str
    desde: tuple[Enlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaginaDeDivulgacion(Pagina):
    """`total` es la frase que suma todo el sitio."""

    total: str
    demos: tuple[DemoDivulgada, ...]


def modelar(ctx: Contexto) -> Iterator[PaginaDeDivulgacion]:
    """La única del idioma."""
    demos = tuple(_demo(ctx, d) for d in ctx.demos)
    yield PaginaDeDivulgacion(
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
    )  # fmt: skip


def _demo(ctx: Contexto, d: DemoComparada) -> DemoDivulgada:
    plan, recuentos = d.demo.plan, ctx.recuentos.get(d.demo.plan.demo, {})
    return DemoDivulgada(
        ancla=ancla("demo", plan.demo),
        titulo=enlace(rutas.DIVULGACION, rutas.demo(plan.demo), ctx.texto(plan.titulo)),
        avisos=tuple(map(ctx.texto, plan.avisos)),
        total=sumar(recuentos.values()),
        filas=tuple(_fila(ctx, d, c.id, recuentos.get(c.id)) for c in plan.casos),
        quien=ctx.texto(plan.esperados.quien) if plan.esperados else "",
        desde=tuple(_documento(ctx, d, desde) for desde in plan.esperados.desde) if plan.esperados else (),
    )


def _fila(ctx: Contexto, d: DemoComparada, id: str, recuento: Recuento | None) -> FilaDeRecuento:
    demo, caso = d.demo.plan.demo, d.demo.plan.caso(id)
    texto = ctx.texto(caso.titulo)
    return FilaDeRecuento(
        caso=Enlace(texto=texto, href="")
        if recuento is None
        else enlace(rutas.DIVULGACION, rutas.caso(demo, id), texto),
        recuento=recuento or Recuento(),
        guion=caso.oraculo or "",
        grabado=recuento is not None,
    )


def _documento(ctx: Contexto, d: DemoComparada, desde: str) -> Enlace:
    """Un documento citado: con enlace si se publica, y si no su nombre tal cual."""
    for doc in d.demo.plan.documentos:
        if desde == ctx.texto(doc.ruta):
            return enlace(rutas.DIVULGACION, rutas.documento(d.demo.plan.demo, doc), ctx.texto(doc.titulo))
    return Enlace(texto=desde, href="")


TIPO = TipoDePagina(nombre="divulgacion", plantilla="divulgacion.html", modelar=modelar)
