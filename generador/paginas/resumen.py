"""Cómo está una demo, en números: lo que dicen su tarjeta de la portada y la cabecera de sus páginas.

Todo se cuenta aquí, una vez y en un sitio, para que la portada y la demo no puedan decir cosas distintas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from generador.modelo.demo import DemoComparada
from generador.modelo.evaluacion import Evaluacion
from generador.modelo.hallazgo import Comparacion, Conformidad, Cumple, Juicio, Resultado, Veredicto
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.terminos import DIFERENCIAS, Etiqueta, etiqueta


@dataclass(frozen=True, slots=True, kw_only=True)
class Medida:
    """Cuántos de cuántos, en palabras y como fracción de barra. `porcentaje` es 0–100; `tono`, el de la barra.

    `href` es dónde se ve uno a uno lo que cuenta, o `""` si es en la propia página.
    """

    nombre: str
    texto: str
    porcentaje: int
    tono: str
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrato:
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


def juicios(c: Comparacion) -> tuple[Juicio, ...]:
    """Los de nodos y los de aristas de una variante."""
    return (*c.nodos, *c.aristas)


def contrato(ctx: Contexto, comparaciones: Iterable[Comparacion]) -> Contrato:
    """Si lo que hay es lo prometido, para una o varias variantes: conforme, con diferencias o sin pruebas bastantes.

    Conforme es no tener diferencias y, además, saberlo: sin grafo grabado o con algo que el grafo no puede decir
    faltan pruebas, igual que en el código de salida de `vitrina comparar`.
    """
    todas = tuple(comparaciones)
    con_contrato = [c for c in todas if any(j.contrato for j in juicios(c))]
    if not con_contrato:
        frase = ctx._("El plan no promete ningún grafo, así que no hay con qué comparar.")
        return _neutro("sin_contrato", ctx._("sin contrato"), frase)
    veredictos = contar_veredictos(con_contrato)
    distintos = sum(n for v, n in veredictos.items() if v in DIFERENCIAS)
    desvios = sum(not f.conforme for c in todas for f in c.conformidades)
    if distintos or desvios:
        texto = ctx.ngettext("%(n)s diferencia", "%(n)s diferencias", distintos + desvios)
        distinta = Etiqueta(valor="diferencias", texto=texto, tono="mal")
        return Contrato(etiqueta=distinta, frase=_frase_distinta(ctx, distintos, desvios))
    dudas = veredictos[Veredicto.NO_PUEDE_DECIRLO]
    if dudas or not all(any(j.real for j in juicios(c)) for c in con_contrato):
        return _neutro("faltan_pruebas", ctx._("faltan pruebas"), _frase_dudosa(ctx, con_contrato, dudas))
    frase = ctx._("El grafo es el prometido y cada traza lo recorre sin salirse.")
    return Contrato(etiqueta=etiqueta(ctx, Veredicto.CONFORME), frase=frase)


def _neutro(valor: str, texto: str, frase: str) -> Contrato:
    return Contrato(etiqueta=Etiqueta(valor=valor, texto=texto, tono="neutro"), frase=frase)


def _frase_dudosa(ctx: Contexto, comparaciones: Iterable[Comparacion], dudas: int) -> str:
    if not any(j.real for c in comparaciones for j in juicios(c)):
        return ctx._("Aún no hay ningún grafo grabado que comparar con el contrato.")
    return ctx.ngettext(
        "Ninguna diferencia, pero hay %(n)s elemento que el grafo no puede decir por sí solo.",
        "Ninguna diferencia, pero hay %(n)s elementos que el grafo no puede decir por sí solo.",
        dudas,
    )


def _frase_distinta(ctx: Contexto, distintos: int, desvios: int) -> str:
    frases = []
    if distintos:
        frases.append(
            ctx.ngettext(
                "%(n)s elemento del grafo no es como se prometió.",
                "%(n)s elementos del grafo no son como se prometió.",
                distintos,
            )
        )
    if desvios:
        frases.append(ctx.ngettext("%(n)s traza se sale del grafo.", "%(n)s trazas se salen del grafo.", desvios))
    return " ".join(frases)
