"""Cada llamada a modelo, herramienta o recuperador, con todo lo que se grabó de ella."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from generador.modelo.nuestros import reconocer
from generador.modelo.traza import Carga, Fallo, Fin, LlamadaHerramienta, LlamadaModelo, Recuperacion, Tarea
from generador.paginas.base import Contexto
from generador.paginas.caso.forma_de_paso import Error, Llamada
from generador.paginas.caso.piezas import Dato, Ficha, Json
from generador.paginas.caso.valores import json_visible, legible_visible, texto_visible
from generador.paginas.etiquetas import MARCA
from generador.paginas.terminos import etiqueta

_TRAZA_MAXIMA = 12_000


def de_tarea(ctx: Contexto, tarea: Tarea) -> tuple[Llamada, ...]:
    """Las llamadas de una tarea, por clase y en el orden en que empezaron."""
    return sueltas(ctx, (*tarea.modelos, *tarea.herramientas, *tarea.recuperaciones))


def sueltas(
    ctx: Contexto, llamadas: Iterable[LlamadaModelo | LlamadaHerramienta | Recuperacion]
) -> tuple[Llamada, ...]:
    """Lo mismo, de llamadas que no se sabe de qué tarea cuelgan."""
    ordenadas = sorted(llamadas, key=lambda c: c.t0 if c.t0 is not None else float("inf"))
    return tuple(_llamada(ctx, c) for c in ordenadas)


def error_visto(ctx: Contexto, fallo: Fallo) -> Error:
    """Una excepción con su traza, acotada."""
    traza, nota = texto_visible(ctx, fallo.traza, _TRAZA_MAXIMA)
    dicho = ctx.mensaje(reconocer(fallo.mensaje))
    mensaje, nota_de_mensaje = texto_visible(ctx, dicho, _TRAZA_MAXIMA // 4)
    notas = tuple(n for n in (*fallo.notas, nota_de_mensaje, nota) if n)
    return Error(clase=fallo.clase, mensaje=mensaje, traza=traza, notas=notas)


def duracion(ctx: Contexto, t0: float | None, t1: float | None) -> str:
    """Lo que tardó algo, o vacío si no se sabe o los relojes se contradicen."""
    return "" if t0 is None or t1 is None or t1 < t0 else ctx.idioma.duracion(t1 - t0)


def _llamada(ctx: Contexto, c: LlamadaModelo | LlamadaHerramienta | Recuperacion) -> Llamada:
    if isinstance(c, LlamadaModelo):
        return _de_modelo(ctx, c)
    if isinstance(c, LlamadaHerramienta):
        return _de_herramienta(ctx, c)
    return _de_recuperacion(ctx, c)


def _de_modelo(ctx: Contexto, c: LlamadaModelo) -> Llamada:
    nombres = {"input": ctx._("fichas leídas"), "output": ctx._("fichas escritas"), "total": ctx._("fichas en total")}
    datos = [Dato(nombre=nombres.get(k, k), valor=ctx.idioma.numero(n)) for k, n in c.uso.items()]
    if c.t0 is not None and c.primera_ficha is not None:
        datos.append(Dato(nombre=ctx._("primera ficha"), valor=duracion(ctx, c.t0, c.primera_ficha)))
    if c.proveedor:
        datos.insert(0, Dato(nombre=ctx._("proveedor"), valor=c.proveedor, codigo=True))
    if c.herramientas:
        datos.append(Dato(nombre=ctx._("herramientas a su alcance"), valor=", ".join(c.herramientas), codigo=True))
    return Llamada(
        clase="modelo",
        titulo=c.modelo,
        subtitulo=_subtitulo(ctx, ctx._("Modelo"), c.t0, c.t1),
        fichas=(Ficha(texto=ctx._("sin respuesta"), tono="mal"),) if c.sin_respuesta else (),
        datos=tuple(datos),
        cargas=_cargas(ctx, [(ctx._("Parámetros"), c.parametros)]),
        fallo=error_visto(ctx, c.fallo) if c.fallo else None,
        procedencia=None if c.sin_respuesta else etiqueta(ctx, c.procedencia),
    )


def _de_herramienta(ctx: Contexto, c: LlamadaHerramienta) -> Llamada:
    mal = c.fallo is not None or c.fin is Fin.ERROR
    return Llamada(
        clase="herramienta",
        titulo=c.nombre,
        subtitulo=_subtitulo(ctx, ctx._("Herramienta"), c.t0, c.t1),
        fichas=(Ficha(texto=ctx._("error"), tono="mal"),) if mal else (),
        datos=(Dato(nombre=ctx._("id de la llamada"), valor=c.llamada, codigo=True),) if c.llamada else (),
        cargas=_de_uso(ctx, [(ctx._("Argumentos"), c.argumentos), (ctx._("Resultado"), c.resultado)]),
        fallo=error_visto(ctx, c.fallo) if c.fallo else None,
    )


def _de_recuperacion(ctx: Contexto, c: Recuperacion) -> Llamada:
    nombre = ctx._("Embebedor") if c.clase.startswith("embe") else ctx._("Recuperación")
    return Llamada(
        clase="recuperacion",
        titulo=c.nombre,
        subtitulo=_subtitulo(ctx, nombre, c.t0, c.t1),
        fichas=(Ficha(texto=ctx._("error"), tono="mal"),) if c.fallo else (),
        datos=(),
        cargas=_cargas(ctx, [(ctx._("Consulta"), c.consulta), (ctx._("Documentos"), c.documentos)]),
        fallo=error_visto(ctx, c.fallo) if c.fallo else None,
    )


def _subtitulo(ctx: Contexto, clase: str, t0: float | None, t1: float | None) -> str:
    return " · ".join(x for x in (clase, duracion(ctx, t0, t1)) if x)


def _cargas(ctx: Contexto, pares: Iterable[tuple[str, Carga | None]]) -> tuple[tuple[str, Json], ...]:
    return tuple((nombre, json_visible(ctx, carga)) for nombre, carga in pares if carga is not None)


def _de_uso(ctx: Contexto, pares: Iterable[tuple[str, Carga | None]]) -> tuple[tuple[str, Json], ...]:
    """Lo que se le dio a una herramienta y lo que devolvió, que suele ser un mensaje: también ese se dice."""
    return tuple(
        (nombre, replace(j, legible=j.legible or legible_visible(ctx, carga)) if MARCA in carga.crudo else j)
        for nombre, carga in pares
        if carga is not None
        for j in (json_visible(ctx, carga),)
    )
