"""El marco de una página: navegación, migas, idiomas, estáticos y banda, a partir de su ruta.

Cada tipo de página pide aquí su `Marco` y no vuelve a pensar en rutas relativas.
"""

from __future__ import annotations

from collections.abc import Iterable

from generador.paginas import rutas
from generador.paginas.base import Alternativa, Contexto, Enlace, Marco, enlace
from generador.paginas.divulgar import divulgar

NOMBRES = {"es": "Español", "en": "English"}
"""Cada idioma, dicho en él mismo."""


def marcar(
    ctx: Contexto,
    *,
    tipo: str,
    ruta: str,
    titulo: str,
    descripcion: str = "",
    demo: str | None = None,
    caso: str | None = None,
    migas: Iterable[tuple[str, str]] = (),
    estilos: Iterable[str] = (),
    scripts: Iterable[str] = (),
) -> Marco:
    """El marco de la página de ruta neutra `ruta`.

    `migas` son pares (texto, ruta neutra) entre la demo y la página, que se añaden solas. `estilos` y `scripts`
    son los nombres lógicos que esta página necesita además de los comunes. `demo` y `caso` son ids del plan.
    """
    real = rutas.PREFIJOS[ctx.idioma.codigo] + ruta
    raiz = ctx.base or rutas.raiz(real)
    return Marco(
        ruta=real,
        raiz=raiz,
        idioma=ctx.idioma.codigo,
        tipo=tipo,
        titulo=titulo,
        pestana=_pestana(ctx, ruta, titulo, demo),
        descripcion=descripcion,
        inicio=enlace(ruta, rutas.PORTADA, "Vitrina"),
        buscar=enlace(ruta, rutas.BUSCAR, ctx._("Buscar")),
        navegacion=_navegacion(ctx, ruta, demo),
        migas=_migas(ctx, ruta, titulo, demo, migas),
        alternativas=_alternativas(ctx, ruta, raiz),
        divulgacion=divulgar(ctx, ruta, demo, caso),
        estilos=tuple(raiz + ctx.estaticos[e] for e in (*_comunes(tipo), *estilos)),
        tema=raiz + ctx.estaticos["tema.js"],
        icono=raiz + ctx.estaticos["icono.svg"],
        scripts=tuple(raiz + ctx.estaticos[s] for s in ("sitio.js", *scripts)),
        indexable=_indexable(ctx, demo),
        version=ctx.version,
    )


def _comunes(tipo: str) -> tuple[str, ...]:
    """La página de un caso es la que más pesa, y de lo que comparten las demás no usa nada."""
    return ("estilo.css",) if tipo == "caso" else ("estilo.css", "paginas.css")


def _pestana(ctx: Contexto, ruta: str, titulo: str, demo: str | None) -> str:
    nombre = ctx.texto(ctx.demo(demo).demo.plan.titulo) if demo else ""
    partes = dict.fromkeys(p for p in (titulo, nombre, "Vitrina") if p)
    return "Vitrina" if ruta == rutas.PORTADA else " · ".join(partes)


def _navegacion(ctx: Contexto, ruta: str, demo: str | None) -> tuple[Enlace, ...]:
    enlaces = [enlace(ruta, rutas.PORTADA, ctx._("Demos"))]
    if demo:
        comparada = ctx.demo(demo)
        enlaces.append(enlace(ruta, rutas.demo(demo), ctx.texto(comparada.demo.plan.titulo)))
        enlaces += [enlace(ruta, s.ruta(demo), ctx.mensaje(s.titulo)) for s in ctx.secciones if s.hay(comparada)]
    enlaces.append(enlace(ruta, rutas.DIVULGACION, ctx._("Divulgación")))
    return tuple(enlaces)


def _migas(
    ctx: Contexto, ruta: str, titulo: str, demo: str | None, medias: Iterable[tuple[str, str]]
) -> tuple[Enlace, ...]:
    if ruta == rutas.PORTADA:
        return ()
    pares = [(ctx._("Demos"), rutas.PORTADA)]
    if demo:
        pares.append((ctx.texto(ctx.demo(demo).demo.plan.titulo), rutas.demo(demo)))
    pares += [*medias, (titulo, ruta)]
    unicos = {destino: texto for texto, destino in pares}
    return tuple(enlace(ruta, destino, texto) for destino, texto in unicos.items())


def _alternativas(ctx: Contexto, ruta: str, raiz: str) -> tuple[Alternativa, ...]:
    return tuple(
        Alternativa(idioma=i, nombre=NOMBRES[i], href=f"{raiz}{prefijo}{ruta}", actual=i == ctx.idioma.codigo)
        for i, prefijo in rutas.PREFIJOS.items()
        if i in ctx.idiomas
    )


def _indexable(ctx: Contexto, demo: str | None) -> bool:
    if demo:
        return ctx.demo(demo).demo.plan.indexable
    return bool(ctx.demos) and all(d.demo.plan.indexable for d in ctx.demos)
