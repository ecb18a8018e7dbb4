"""La banda que dice de dónde salió cada respuesta de modelo, con números contados y no escritos.

Está en todas las páginas y no se puede pedir una página sin ella: `Marco.divulgacion` no admite `None`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.mensaje import mensaje
from generador.modelo.procedencia import Procedencia, Recuento
from generador.paginas import rutas
from generador.paginas.base import Contexto, Divulgacion, ParteDeRecuento, enlace

_DONDE = {"sitio": mensaje("En todo el sitio"), "demo": mensaje("En esta demo"), "caso": mensaje("En este caso")}


def contar_demos(demos: Iterable[DemoComparada]) -> dict[str, dict[str, Recuento]]:
    """Demo → caso → recuento, de la corrida que se publica. Los casos del plan sin traza no aparecen."""
    corridas = ((d.demo.plan.demo, d.demo.corrida) for d in demos)
    return {
        demo: {c: corrida.apunte(c).recuento for c in corrida.trazas} if corrida else {} for demo, corrida in corridas
    }


def sumar(recuentos: Iterable[Recuento]) -> Recuento:
    """La suma de varios recuentos."""
    return sum(recuentos, Recuento())


def divulgar(ctx: Contexto, ruta: str, demo: str | None = None, caso: str | None = None) -> Divulgacion:
    """La banda de la página `ruta`, con el ámbito más estrecho que se pida."""
    ambito = "caso" if caso else "demo" if demo else "sitio"
    recuento = _recuento(ctx.recuentos, demo, caso)
    titular, tono, frase = _decir(ctx, recuento, ctx.mensaje(_DONDE[ambito]))
    if recuento.total and recuento.sin_respuesta:
        frase += " " + sin_respuesta(ctx, recuento.sin_respuesta)
    if (recuento.total or recuento.sin_respuesta) and recuento.sin_llamadas:
        frase += " " + _fuera_de_la_cuenta(ctx, recuento.sin_llamadas)
    return Divulgacion(
        ambito=ambito,
        tono=tono,
        recuento=recuento,
        titular=titular,
        frase=frase,
        avisos=tuple(ctx.texto(a) for a in ctx.demo(demo).demo.plan.avisos) if demo else (),
        enlace=enlace(ruta, rutas.DIVULGACION, ctx._("Qué significa")),
    )


def partes(ctx: Contexto, r: Recuento) -> tuple[ParteDeRecuento, ...]:
    """El recuento desglosado: las procedencias que hay (`en_vivo` siempre, si hay alguna) y lo que nadie contestó."""
    nadie = ctx.ngettext("%(n)s sin respuesta", "%(n)s sin respuesta", r.sin_respuesta)
    sin = (ParteDeRecuento(procedencia="sin_respuesta", n=r.sin_respuesta, texto=nadie),) if r.sin_respuesta else ()
    if not r.total and sin:
        return sin
    if not r.total and r.sin_llamadas:
        return (ParteDeRecuento(procedencia="desconocida", n=0, texto=ctx._("llamadas sin registrar")),)
    if not r.total:
        return (ParteDeRecuento(procedencia="ninguna", n=0, texto=ctx._("sin llamadas a modelo")),)
    textos = {
        Procedencia.ORACULO: ctx.ngettext("%(n)s de oráculo", "%(n)s de oráculo", r.oraculo),
        Procedencia.EN_VIVO: ctx.ngettext("%(n)s en vivo", "%(n)s en vivo", r.en_vivo),
        Procedencia.REPRODUCIDA: ctx.ngettext("%(n)s reproducida", "%(n)s reproducidas", r.reproducida),
        Procedencia.DESCONOCIDA: ctx.ngettext("%(n)s desconocida", "%(n)s desconocidas", r.desconocida),
    }
    numeros = {p: int(getattr(r, p.value)) for p in textos}
    hay = tuple(
        ParteDeRecuento(procedencia=p.value, n=numeros[p], texto=texto)
        for p, texto in textos.items()
        if numeros[p] or p is Procedencia.EN_VIVO
    )
    return (*hay, *sin)


def sin_respuesta(ctx: Contexto, n: int) -> str:
    """La frase de las llamadas a las que no contestó nadie: ni un modelo ni un guion."""
    return ctx.ngettext(
        "A %(n)s llamada a modelo no respondió nadie: acabó en error, y no cuenta como respuesta.",
        "A %(n)s llamadas a modelo no respondió nadie: acabaron en error, y no cuentan como respuestas.",
        n,
    )


def _recuento(todos: Mapping[str, Mapping[str, Recuento]], demo: str | None, caso: str | None) -> Recuento:
    if demo and caso:
        return todos.get(demo, {}).get(caso, Recuento())
    if demo:
        return sumar(todos.get(demo, {}).values())
    return sumar(r for casos in todos.values() for r in casos.values())


def _decir(ctx: Contexto, r: Recuento, lugar: str) -> tuple[str, str, str]:
    """Titular, tono y frase según lo que haya."""
    if not r.total and r.sin_respuesta:
        return ctx._("Sin respuesta."), "aviso", f"{lugar}: {sin_respuesta(ctx, r.sin_respuesta)}"
    if not r.total and r.sin_llamadas:
        return ctx._("No se sabe."), "aviso", _sin_llamadas(ctx, r, lugar)
    if not r.total:
        return ctx._("Sin modelo."), "neutro", ctx._("%(lugar)s no se llamó a ningún modelo.", lugar=lugar)
    if r.oraculo == r.total:
        return ctx._("Oráculo."), "aviso", _todas_de_oraculo(ctx, r, lugar)
    if r.en_vivo == r.total:
        return ctx._("En vivo."), "acento", _todas_en_vivo(ctx, r, lugar)
    return ctx._("Procedencia mixta."), "aviso", _mezcladas(ctx, r, lugar)


def _sin_llamadas(ctx: Contexto, r: Recuento, lugar: str) -> str:
    return ctx.ngettext(
        "%(lugar)s no se sabe si contestó un modelo: %(n)s traza no trae sus llamadas.",
        "%(lugar)s no se sabe si contestó un modelo: %(n)s trazas no traen sus llamadas.",
        r.sin_llamadas,
        lugar=lugar,
    )


def _fuera_de_la_cuenta(ctx: Contexto, n: int) -> str:
    return ctx.ngettext(
        "%(n)s traza no trae sus llamadas y no entra en la cuenta.",
        "%(n)s trazas no traen sus llamadas y no entran en la cuenta.",
        n,
    )


def _todas_de_oraculo(ctx: Contexto, r: Recuento, lugar: str) -> str:
    return ctx.ngettext(
        "%(lugar)s, %(n)s de %(total)s respuesta de modelo es de un guion determinista, no de un modelo en vivo. "
        "Los nodos del grafo se ejecutaron de verdad.",
        "%(lugar)s, %(n)s de %(total)s respuestas de modelo son de un guion determinista, no de un modelo en vivo. "
        "Los nodos del grafo se ejecutaron de verdad.",
        r.oraculo,
        lugar=lugar,
        total=ctx.idioma.numero(r.total),
    )


def _todas_en_vivo(ctx: Contexto, r: Recuento, lugar: str) -> str:
    return ctx.ngettext(
        "%(lugar)s, %(n)s de %(total)s respuesta de modelo es de un modelo en vivo.",
        "%(lugar)s, %(n)s de %(total)s respuestas de modelo son de un modelo en vivo.",
        r.en_vivo,
        lugar=lugar,
        total=ctx.idioma.numero(r.total),
    )


def _mezcladas(ctx: Contexto, r: Recuento, lugar: str) -> str:
    return ctx.ngettext(
        "%(lugar)s hay %(n)s respuesta de modelo: %(partes)s.",
        "%(lugar)s hay %(n)s respuestas de modelo: %(partes)s.",
        r.total,
        lugar=lugar,
        partes=", ".join(p.texto for p in partes(ctx, replace(r, sin_respuesta=0))),
    )
