"""Los casos de una variante frente a su grafo: cuáles lo siguen y dónde se salen los demás."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Conformidad
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace
from generador.paginas.enlaces import a_los_casos, nombre
from generador.paginas.resumen import seguimiento
from generador.paginas.terminos import Etiqueta


class CasoAlineado(Struct, frozen=True, kw_only=True):
    """Un caso frente al grafo: conforme, o en qué paso se sale, por qué regla y los dos lados."""

    caso: Enlace
    conforme: Etiqueta
    paso: Enlace | None
    regla: str
    esperado: tuple[str, ...]
    obtenido: tuple[str, ...]
    dudas: str


def caso_alineado(ctx: Contexto, ruta: str, d: DemoComparada, f: Conformidad) -> CasoAlineado:
    """Lo que dice de un caso su conformidad."""
    demo, desvio = d.demo.plan.demo, f.desviacion
    caso = enlace(ruta, rutas.caso(demo, f.caso), ctx.texto(d.demo.plan.caso(f.caso).titulo))
    return CasoAlineado(
        caso=caso,
        conforme=seguimiento(ctx, f),
        paso=_paso(ctx, ruta, demo, f.caso, desvio.paso) if desvio else None,
        regla=ctx.mensaje(desvio.regla) if desvio else "",
        esperado=tuple(nombre(ctx, n) for n in desvio.esperado) if desvio else (),
        obtenido=tuple(nombre(ctx, n) for n in desvio.obtenido) if desvio else (),
        dudas=ctx.ngettext("%(n)s duda", "%(n)s dudas", len(f.dudas)) if f.dudas else "",
    )


def _paso(ctx: Contexto, ruta: str, demo: str, caso: str, paso: int) -> Enlace:
    texto = ctx._("paso %(paso)s", paso=ctx.idioma.numero(paso))
    return enlace(ruta, ctx.ruta_de_paso(demo, caso, paso), texto)


def mas_casos(ctx: Contexto, ruta: str, d: DemoComparada, quedan: Sequence[Conformidad]) -> Enlace | None:
    """El enlace a los casos que no caben, si quedan."""
    if not quedan:
        return None
    texto = ctx.ngettext(
        "%(n)s caso más, de los que se salen %(fuera)s: está en la tabla de casos",
        "%(n)s casos más, de los que se salen %(fuera)s: están en la tabla de casos",
        len(quedan),
        fuera=ctx.idioma.numero(sum(not f.conforme for f in quedan)),
    )
    return a_los_casos(ruta, d, texto)
