"""La banda de divulgación en directo: quién va a contestar, dicho antes de que conteste, y lo contado hasta ahora."""

from __future__ import annotations

from generador.modelo.procedencia import Recuento
from generador.paginas.base import Contexto, Divulgacion, Enlace
from generador.paginas.divulgar import partes, sin_respuesta

ANCLA = "oraculo"


def banda(
    ctx: Contexto, avisos: tuple[str, ...], *, modelo: str | None, guion: str | None, recuento: Recuento | None
) -> Divulgacion:
    """La banda de una página en vivo.

    `modelo` es el que contesta, si es en vivo; `guion`, la clave del que contesta si no (`*` si es el de cada caso).
    `recuento` es lo de la ejecución que se mira, si se mira una.
    """
    titular, tono, frase = _quien(ctx, modelo, guion)
    contado = _contado(ctx, recuento) if recuento else ""
    return Divulgacion(
        ambito="caso" if recuento else "demo",
        tono=tono,
        recuento=recuento or Recuento(),
        titular=titular,
        frase=f"{frase} {contado}".strip(),
        avisos=avisos,
        enlace=Enlace(texto=ctx._("Qué significa"), href=f"#{ANCLA}"),
    )


def _quien(ctx: Contexto, modelo: str | None, guion: str | None) -> tuple[str, str, str]:
    if modelo:
        return ctx._("Modelo en vivo."), "acento", ctx._("Aquí contesta %(modelo)s cada vez.", modelo=modelo)
    if guion == "*":
        frase = ctx._(
            "El agente se ejecuta de verdad y ahora; lo que dice el modelo está escrito en el guion de cada caso."
        )
        return ctx._("Oráculo."), "aviso", frase
    if guion:
        frase = ctx._(
            "El agente se ejecuta de verdad y ahora; lo que dice el modelo está escrito en el guion «%(guion)s».",
            guion=guion,
        )
        return ctx._("Oráculo."), "aviso", frase
    frase = ctx._("El plan no pone guion a este caso: de dónde sale cada respuesta se cuenta según ocurre.")
    return ctx._("Sin guion."), "aviso", frase


def _contado(ctx: Contexto, r: Recuento) -> str:
    if not r.total and r.sin_respuesta:
        return sin_respuesta(ctx, r.sin_respuesta)
    if not r.total:
        return ctx._("Aún no se ha llamado a ningún modelo.")
    return ctx.ngettext(
        "Hasta ahora, %(n)s respuesta de modelo: %(partes)s.",
        "Hasta ahora, %(n)s respuestas de modelo: %(partes)s.",
        r.total,
        partes=", ".join(p.texto for p in partes(ctx, r)),
    )
