"""Cómo está una demo, en números: lo que dicen su tarjeta de la portada y la cabecera de sus páginas.

Todo se cuenta aquí, una vez y en un sitio, para que la portada y la demo no puedan decir cosas distintas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.desenlace import Desenlace, desenlace, distintos, faltas, juicios, no_cumplen, se_salen
from generador.modelo.evaluacion import Evaluacion
from generador.modelo.hallazgo import Comparacion, Conformidad, Cumple, Resultado, Veredicto
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.terminos import Etiqueta, etiqueta


class Medida(Struct, frozen=True, kw_only=True):
    """Cuántos de cuántos, en palabras y como fracción de barra. `porcentaje` es 0–100; `tono`, el de la barra.

    `href` es dónde se ve uno a uno lo que cuenta, o `""` si es en la propia página.
    """

    nombre: str
    texto: str
    porcentaje: int
    tono: str
    href: str = ""


class Contrato(Struct, frozen=True, kw_only=True):
    """El veredicto de conjunto: una etiqueta y la frase que lo explica."""

    etiqueta: Etiqueta
    frase: str


def medida(ctx: Contexto, nombre: str, parte: int, total: int, *, tono: str | None = None, href: str = "") -> Medida:
    """`parte` de `total`. Sin nada que contar, la barra queda vacía y el texto lo dice."""
    return Medida(
        nombre=nombre,
        texto=ctx._("%(parte)s de %(total)s", parte=ctx.idioma.numero(parte), total=ctx.idioma.numero(total))
        if total
        else ctx._("sin datos"),
        porcentaje=100 * parte // total if total else 0,
        tono=tono or ("bien" if total and parte == total else "aviso" if parte else "neutro"),
        href=href,
    )


def resultados(comparada: DemoComparada) -> dict[str, tuple[Resultado, ...]]:
    """Caso → sus expectativas comprobadas, de todas las variantes."""
    return {caso: r for c in comparada.comparaciones.values() for caso, r in c.resultados}


def conformidades(comparada: DemoComparada) -> dict[str, Conformidad]:
    """Caso → su alineación con el grafo, de todas las variantes."""
    return {f.caso: f for c in comparada.comparaciones.values() for f in c.conformidades}


def seguimiento(ctx: Contexto, c: Conformidad) -> Etiqueta:
    """Si una traza sigue el grafo. De una sin pasos no se sabe, y de una que no se leyó entera, solo en parte."""
    if c.desviacion is not None:
        return Etiqueta(valor="desviacion", texto=ctx._("se sale del grafo"), tono="mal")
    if c.vacia:
        return Etiqueta(valor="no_se_sabe", texto=ctx._("sin ningún paso"), tono="neutro")
    if c.sin_leer:
        return Etiqueta(valor="conforme", texto=ctx._("conforme en lo que se pudo leer"), tono="aviso")
    return Etiqueta(valor="conforme", texto=ctx._("conforme al grafo"), tono="bien")


def cumplimiento(res: Iterable[Resultado] | None) -> Cumple:
    """Si un caso hace lo que se esperaba: basta una expectativa incumplida; sin ninguna comprobada no se sabe."""
    valores = {r.cumple for r in res or ()}
    if Cumple.NO in valores:
        return Cumple.NO
    return Cumple.SI if Cumple.SI in valores and Cumple.NO_SE_SABE not in valores else Cumple.NO_SE_SABE


def casos_que_cumplen(comparada: DemoComparada) -> tuple[int, int]:
    """Cuántos casos del plan cumplen y cuántos hay."""
    por_caso = resultados(comparada)
    casos = comparada.demo.plan.casos
    return sum(cumplimiento(por_caso.get(c.id)) is Cumple.SI for c in casos), len(casos)


def cobertura(ctx: Contexto, comparaciones: Iterable[Comparacion], href: str = "") -> tuple[Medida, Medida]:
    """Nodos y aristas recorridos por algún caso, sumando variantes. `href` es dónde se dice cuáles."""
    todas = [c.cobertura for c in comparaciones if c.cobertura]
    visitados, nodos = sum(c.nodos_visitados for c in todas), sum(c.nodos for c in todas)
    recorridas, aristas = sum(c.aristas_recorridas for c in todas), sum(c.aristas for c in todas)
    return (
        medida(ctx, ctx._("Nodos visitados"), visitados, nodos, href=href),
        medida(ctx, ctx._("Aristas recorridas"), recorridas, aristas, href=href),
    )


def umbrales_alcanzados(e: Evaluacion | None) -> tuple[int, int]:
    """Cuántas métricas alcanzan su umbral y cuántas lo tienen; ninguna si no se evaluó."""
    juzgadas = [m for m in e.metricas if m.cumple is not None] if e else []
    return sum(m.cumple is True for m in juzgadas), len(juzgadas)


def umbrales(ctx: Contexto, desde: str, comparada: DemoComparada) -> tuple[Medida, ...]:
    """Lo que dice la evaluación de la corrida publicada, si la trae: sin alcanzarlos todos, la demo no va bien.

    `desde` es la ruta de la página que lo enseña, para enlazar a las métricas.
    """
    bien, n = umbrales_alcanzados(comparada.demo.corrida.evaluacion if comparada.demo.corrida else None)
    if not n:
        return ()
    href = rutas.relativa(desde, rutas.seccion(comparada.demo.plan.demo, "evaluacion"))
    return (medida(ctx, ctx._("Umbrales alcanzados"), bien, n, tono="bien" if bien == n else "mal", href=href),)


def contar_veredictos(comparaciones: Iterable[Comparacion]) -> Counter[Veredicto]:
    """Veredicto → cuántos nodos y aristas lo tienen."""
    return Counter(j.veredicto for c in comparaciones for j in juicios(c))


def contrato(ctx: Contexto, comparaciones: Iterable[Comparacion]) -> Contrato:
    """Si lo que hay es lo prometido, de una o varias variantes: lo mismo que dice y con que sale `vitrina comparar`."""
    todas = tuple(comparaciones)
    match desenlace(todas):
        case Desenlace.DIFERENCIAS:
            return _distinto(ctx, todas)
        case Desenlace.FALTAN_PRUEBAS:
            etiqueta_suya = Etiqueta(valor="faltan_pruebas", texto=ctx._("faltan pruebas"), tono="neutro")
            return Contrato(etiqueta=etiqueta_suya, frase=_frase_de_lo_que_falta(ctx, todas))
        case _:
            return Contrato(etiqueta=etiqueta(ctx, Veredicto.CONFORME), frase=_frase_conforme(ctx, todas))


def _frase_conforme(ctx: Contexto, comparaciones: Iterable[Comparacion]) -> str:
    if any(j.contrato for c in comparaciones for j in juicios(c)):
        return ctx._("El grafo es el prometido y cada traza lo recorre sin salirse.")
    return ctx._("El plan no promete ningún grafo; cada traza recorre el que hay sin salirse.")


def _frase_de_lo_que_falta(ctx: Contexto, comparaciones: Iterable[Comparacion]) -> str:
    motivos = [ctx.mensaje(f.motivo) for f in faltas(comparaciones)] or [ctx._("no hay nada que comparar")]
    return ctx._("Ninguna diferencia, pero faltan pruebas: %(motivos)s.", motivos="; ".join(motivos))


def _distinto(ctx: Contexto, comparaciones: Iterable[Comparacion]) -> Contrato:
    """Lo que no es como se prometió: elementos del grafo, trazas que se salen y casos que no cumplen."""
    elementos, desvios, casos = (sum(map(cuenta, comparaciones)) for cuenta in (distintos, se_salen, no_cumplen))
    frases = (
        (elementos, ctx.ngettext(
            "%(n)s elemento del grafo no es como se prometió.",
            "%(n)s elementos del grafo no son como se prometió.",
            elementos,
        )),
        (desvios, ctx.ngettext("%(n)s traza se sale del grafo.", "%(n)s trazas se salen del grafo.", desvios)),
        (casos, ctx.ngettext(
            "%(n)s caso no hace lo que se esperaba.", "%(n)s casos no hacen lo que se esperaba.", casos
        )),
    )  # fmt: skip
    texto = ctx.ngettext("%(n)s diferencia", "%(n)s diferencias", elementos + desvios + casos)
    return Contrato(
        etiqueta=Etiqueta(valor="diferencias", texto=texto, tono="mal"),
        frase=" ".join(frase for n, frase in frases if n),
    )
