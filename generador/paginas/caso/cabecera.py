"""Las pastillas de la cabecera: el caso en una línea, antes de leer nada más."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generador.modelo.corrida import Corrida
from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Conformidad, Cumple, Resultado
from generador.modelo.plan import Caso
from generador.modelo.tiempos import espera_total
from generador.modelo.traza import Fin, Traza
from generador.paginas.base import Contexto
from generador.paginas.caso.piezas import Ficha
from generador.paginas.caso.valores import espera_humana
from generador.paginas.divulgar import partes
from generador.paginas.resumen import cumplimiento
from generador.paginas.terminos import etiqueta

_ICONOS = {Cumple.SI: "si", Cumple.NO: "no", Cumple.NO_SE_SABE: "duda"}


def fichas(
    ctx: Contexto,
    d: DemoComparada,
    corrida: Corrida,
    caso: Caso,
    traza: Traza,
    conformidad: Conformidad | None,
    resultados: Sequence[Resultado],
) -> tuple[Ficha, ...]:
    """Cumplimiento, conformidad, cómo acabó, variante, procedencia, tamaño, tiempos y sprint, por ese orden.

    Sus enlaces son rutas neutras: cada tramo los hace relativos a su página.
    """
    return (
        *_veredictos(ctx, (d.demo.plan.demo, caso.id), conformidad, resultados),
        *_fin(ctx, traza),
        Ficha(texto=ctx._("variante %(nombre)s", nombre=ctx.texto(d.demo.plan.variante(caso.variante).titulo))),
        *_procedencia(ctx, d.demo.plan.demo, caso.id),
        Ficha(texto=_tamano(ctx, traza)),
        Ficha(texto=ctx._("sprint %(sprint)s", sprint=corrida.manifiesto.sprint)),
    )


def leyenda(ctx: Contexto) -> tuple[tuple[str, str], ...]:
    """Qué es cada color de la cascada."""
    return (
        ("tarea", ctx._("nodo")),
        ("modelo", ctx._("modelo")),
        ("herramienta", ctx._("herramienta")),
        ("fallo", ctx._("intento fallido")),
        ("espera", ctx._("espera de una persona")),
    )


def _veredictos(
    ctx: Contexto, caso: tuple[str, str], conformidad: Conformidad | None, resultados: Sequence[Resultado]
) -> Iterator[Ficha]:
    ancla = ctx.ruta_de_paso(*caso, 0)
    if resultados:
        cumple, bien = cumplimiento(resultados), sum(r.cumple is Cumple.SI for r in resultados)
        numero = ctx.idioma.numero
        texto = ctx._("Cumple %(n)s de %(total)s", n=numero(bien), total=numero(len(resultados)))
        yield Ficha(
            texto=texto, tono=etiqueta(ctx, cumple).tono, icono=_ICONOS[cumple], href=ancla, veredicto=cumple.value
        )
    if conformidad is None:
        yield Ficha(texto=ctx._("Sin grafo con que comparar"), icono="duda", href=ancla, veredicto="no_se_sabe")
    elif conformidad.vacia:
        yield Ficha(texto=ctx._("Sin ningún paso que comparar"), icono="duda", href=ancla, veredicto="no_se_sabe")
    elif conformidad.desviacion is None:
        tono, icono, dicho = "bien", "si", ctx._("Conforme al grafo")
        if conformidad.sin_leer:
            tono, icono, dicho = "aviso", "duda", ctx._("Conforme al grafo en lo que se pudo leer")
        yield Ficha(texto=dicho, tono=tono, icono=icono, href=ancla, veredicto="conforme")
    else:
        paso = conformidad.desviacion.paso
        texto = ctx._("Se desvía en el paso %(n)s", n=ctx.idioma.numero(paso))
        yield Ficha(texto=texto, tono="mal", icono="no", href=ctx.ruta_de_paso(*caso, paso), veredicto="desviacion")


def _fin(ctx: Contexto, traza: Traza) -> Iterator[Ficha]:
    if traza.fin is not Fin.BIEN:
        dicho = etiqueta(ctx, traza.fin)
        yield Ficha(texto=dicho.texto, tono=dicho.tono, icono="no" if traza.fin is Fin.ERROR else "")


def _procedencia(ctx: Contexto, demo: str, caso: str) -> Iterator[Ficha]:
    recuento = ctx.recuentos.get(demo, {}).get(caso)
    if recuento is not None and (recuento.total or recuento.sin_respuesta):
        texto = " · ".join(p.texto for p in partes(ctx, recuento))
        mal = recuento.desconocida or recuento.sin_respuesta
        yield Ficha(texto=texto, tono="mal" if mal else "aviso" if recuento.oraculo else "acento")


def _tamano(ctx: Contexto, traza: Traza) -> str:
    """`8 pasos · 412 ms + 3 min 12 s de espera humana`."""
    trozos = [ctx.ngettext("%(n)s paso", "%(n)s pasos", len(traza.pasos))]
    maquina = [e.t1 - e.t0 for e in traza.ejecuciones if e.t0 is not None and e.t1 is not None and e.t1 >= e.t0]
    if maquina:
        trozos.append(ctx.idioma.duracion(sum(maquina)))
    return f"{' · '.join(trozos)} {espera_humana(ctx, espera_total(traza))}".rstrip()
