"""Cómo se escribe cada cifra: proporciones en tanto por ciento, tiempos en segundos, cuentas tal cual."""

from __future__ import annotations

from generador.modelo.evaluacion import Metrica, Sentido, Unidad
from generador.modelo.mensaje import mensaje
from generador.paginas.base import Contexto
from generador.paginas.terminos import Etiqueta

_SIGNOS = {Sentido.AL_MENOS: "≥", Sentido.COMO_MUCHO: "≤", Sentido.IGUAL: "="}
_CUMPLE = {
    True: ("cumple", mensaje("cumple"), "bien"),
    False: ("no_cumple", mensaje("no cumple"), "mal"),
    None: ("sin_umbral", mensaje("solo informa"), "neutro"),
}


def cifra(ctx: Contexto, valor: float | None, unidad: Unidad) -> str:
    """Un valor con su unidad; sin valor, una raya."""
    if valor is None:
        return "—"
    if unidad is Unidad.PROPORCION:
        return por_ciento(ctx, valor)
    return ctx.idioma.duracion(valor) if unidad is Unidad.SEGUNDOS else ctx.idioma.numero(_entero(valor))


def por_ciento(ctx: Contexto, parte: float) -> str:
    """Una fracción de 0 a 1 con un decimal, que es lo que distingue un umbral de otro."""
    return ctx._("%(n)s %%", n=ctx.idioma.numero(_entero(round(parte * 100, 1))))


def umbral(ctx: Contexto, m: Metrica) -> str:
    """El umbral con su sentido, o vacío si la métrica solo informa."""
    return "" if m.umbral is None else f"{_SIGNOS[m.sentido]}\u00a0{cifra(ctx, m.umbral, m.unidad)}"


def diferencia(ctx: Contexto, m: Metrica, base: float | None) -> str:
    """Cuánto cambia frente a la referencia, con su signo; en puntos si es una proporción."""
    if base is None or m.valor is None:
        return ""
    cambio = m.valor - base
    if not cambio:
        return ctx._("sin cambio")
    signo = "+" if cambio > 0 else "−"
    if m.unidad is Unidad.PROPORCION:
        puntos = signo + ctx.idioma.numero(_entero(round(abs(cambio) * 100, 1)))
        return ctx._("%(n)s puntos", n=puntos)
    return f"{signo}{cifra(ctx, abs(cambio), m.unidad)}"


def cumplimiento(ctx: Contexto, cumple: bool | None, umbral: float | None = None) -> Etiqueta:
    """La pastilla de un umbral. Con umbral y sin juicio es que no había datos bastantes."""
    if cumple is None and umbral is not None:
        return Etiqueta(valor="sin_datos", texto=ctx._("pocos datos"), tono="neutro")
    valor, texto, tono = _CUMPLE[cumple]
    return Etiqueta(valor=valor, texto=ctx.mensaje(texto), tono=tono)


def _entero(valor: float) -> float:
    return int(valor) if float(valor).is_integer() else valor
