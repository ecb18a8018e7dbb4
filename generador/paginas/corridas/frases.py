"""Qué cambió entre dos corridas, en tres líneas llanas: casos, grafo y métricas."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from generador.modelo.historial import CambioDeCaso, CambioDeMetrica, Cotejo, EstadoDeCaso, Suerte
from generador.paginas.base import Contexto

_CUMPLE, _NO_SE_EJECUTO = EstadoDeCaso.CUMPLE, EstadoDeCaso.NO_SE_EJECUTO
_ICONOS = {"bien": "si", "mal": "no", "aviso": "aviso", "neutro": "punto"}


class Frase(Struct, frozen=True, kw_only=True):
    """Una línea y su tono. `de` es `casos`, `grafo` o `metricas`."""

    de: str
    texto: str
    tono: str
    icono: str


def frases(ctx: Contexto, c: Cotejo) -> tuple[Frase, ...]:
    """Las tres líneas, siempre las tres: que algo no cambie también se dice."""
    return (_casos(ctx, c), _grafo(ctx, c), _metricas(ctx, c))


def _frase(de: str, texto: str, tono: str) -> Frase:
    return Frase(de=de, texto=texto, tono=tono, icono=_ICONOS[tono])


def _unir(partes: list[str]) -> str:
    texto = "; ".join(partes)
    return f"{texto[:1].upper()}{texto[1:]}."


# --- casos -------------------------------------------------------------------------------------------------


def _casos(ctx: Contexto, c: Cotejo) -> Frase:
    mejoran = sum(_paso_a(x, _CUMPLE) for x in c.casos)
    empeoran = sum(x.antes is _CUMPLE and x.ahora not in (_CUMPLE, _NO_SE_EJECUTO) for x in c.casos)
    partes = list(_cuentas_de_casos(ctx, c, mejoran, empeoran))
    if not partes:
        frase = ctx.ngettext(
            "Ningún caso cambia de veredicto: %(cumplen)s de %(n)s cumple, igual que antes.",
            "Ningún caso cambia de veredicto: %(cumplen)s de %(n)s cumplen, igual que antes.",
            c.ahora.total,
            cumplen=ctx.idioma.numero(c.ahora.cumplen),
        )
        return _frase("casos", frase, "neutro")
    return _frase("casos", _unir(partes), _tono_de_casos(c, mejoran, empeoran))


def _tono_de_casos(c: Cotejo, mejoran: int, empeoran: int) -> str:
    nuevos = [x.ahora for x in c.casos if x.antes is _NO_SE_EJECUTO]
    if empeoran or EstadoDeCaso.NO_CUMPLE in nuevos:
        return "mal"
    idos = any(x.ahora is _NO_SE_EJECUTO for x in c.casos)
    return "bien" if (mejoran or nuevos) and not idos else "aviso"


def _paso_a(c: CambioDeCaso, a: EstadoDeCaso) -> bool:
    return c.ahora is a and c.antes not in (a, _NO_SE_EJECUTO)


def _cuentas_de_casos(ctx: Contexto, c: Cotejo, mejoran: int, empeoran: int) -> Iterator[str]:
    if mejoran:
        yield ctx.ngettext("%(n)s caso pasa a cumplir", "%(n)s casos pasan a cumplir", mejoran)
    if empeoran:
        yield ctx.ngettext("%(n)s caso deja de cumplir", "%(n)s casos dejan de cumplir", empeoran)
    nuevos = [x for x in c.casos if x.antes is _NO_SE_EJECUTO]
    if nuevos:
        bien = sum(x.ahora is _CUMPLE for x in nuevos)
        yield ctx.ngettext(
            "%(n)s caso que antes no se ejecutó (cumplen: %(bien)s)",
            "%(n)s casos que antes no se ejecutaron (cumplen: %(bien)s)",
            len(nuevos),
            bien=ctx.idioma.numero(bien),
        )
    if idos := sum(x.ahora is _NO_SE_EJECUTO for x in c.casos):
        yield ctx.ngettext("%(n)s caso que ya no se ejecuta", "%(n)s casos que ya no se ejecutan", idos)
    sueltos = sum(x.otro_veredicto and x.antes is x.ahora for x in c.casos)
    if sueltos:
        yield ctx.ngettext(
            "%(n)s caso queda como estaba, pero cambia alguna de sus comprobaciones",
            "%(n)s casos quedan como estaban, pero cambia alguna de sus comprobaciones",
            sueltos,
        )


# --- grafo -------------------------------------------------------------------------------------------------


def _grafo(ctx: Contexto, c: Cotejo) -> Frase:
    partes = list(_cuentas_del_grafo(ctx, c))
    if not partes:
        return _frase("grafo", ctx._("El grafo es el mismo, y su veredicto ante el contrato también."), "neutro")
    return _frase("grafo", _unir(partes), "aviso")


def _cuentas_del_grafo(ctx: Contexto, c: Cotejo) -> Iterator[str]:
    suertes = [x.suerte for x in c.elementos]
    if n := suertes.count(Suerte.APARECE):
        yield ctx.ngettext("%(n)s nodo o arista nuevo", "%(n)s nodos o aristas nuevos", n)
    if n := suertes.count(Suerte.SE_VA):
        yield ctx.ngettext("%(n)s nodo o arista que ya no está", "%(n)s nodos o aristas que ya no están", n)
    if n := sum(x.otro_veredicto for x in c.elementos):
        yield ctx.ngettext("%(n)s nodo o arista cambia de veredicto", "%(n)s nodos o aristas cambian de veredicto", n)
    if n := sum(x.suerte is Suerte.CAMBIA and not x.otro_veredicto for x in c.elementos):
        yield ctx.ngettext(
            "%(n)s nodo o arista cambia en un detalle o en si se recorre",
            "%(n)s nodos o aristas cambian en un detalle o en si se recorren",
            n,
        )


# --- métricas ----------------------------------------------------------------------------------------------


def _metricas(ctx: Contexto, c: Cotejo) -> Frase:
    if not c.ahora.metricas:
        sin = ctx._("Esta corrida no trae evaluación, así que no hay métricas que comparar.")
        return _frase("metricas", sin, "neutro")
    if not c.antes.metricas:
        bien, n = c.ahora.umbrales
        nueva = ctx.ngettext(
            "La de antes no traía evaluación; esta alcanza %(bien)s de %(n)s umbral.",
            "La de antes no traía evaluación; esta alcanza %(bien)s de %(n)s umbrales.",
            n,
            bien=ctx.idioma.numero(bien),
        )
        return _frase("metricas", nueva, "neutro")
    partes = list(_cuentas_de_metricas(ctx, c))
    if not partes:
        return _frase("metricas", ctx._("Las métricas de evaluación dan lo mismo."), "neutro")
    return _frase("metricas", _unir(partes), _tono(c.metricas))


def _cuentas_de_metricas(ctx: Contexto, c: Cotejo) -> Iterator[str]:
    cruzan = [x for x in c.metricas if x.otro_veredicto]
    if n := sum(x.metrica.cumple is True for x in cruzan):
        yield ctx.ngettext("%(n)s métrica alcanza su umbral", "%(n)s métricas alcanzan su umbral", n)
    if n := sum(x.metrica.cumple is False for x in cruzan):
        yield ctx.ngettext("%(n)s métrica deja de alcanzar su umbral", "%(n)s métricas dejan de alcanzar su umbral", n)
    if n := sum(x.mejora is True for x in c.metricas):
        yield ctx.ngettext("%(n)s métrica mejora", "%(n)s métricas mejoran", n)
    if n := sum(x.mejora is False for x in c.metricas):
        yield ctx.ngettext("%(n)s métrica empeora", "%(n)s métricas empeoran", n)
    if n := sum(x.mejora is None and x.suerte is Suerte.CAMBIA for x in c.metricas):
        yield ctx.ngettext(
            "%(n)s métrica da el mismo valor, pero se midió de otra manera o sobre otros casos",
            "%(n)s métricas dan el mismo valor, pero se midieron de otra manera o sobre otros casos",
            n,
        )
    if n := sum(x.suerte is Suerte.APARECE for x in c.metricas):
        yield ctx.ngettext("%(n)s métrica es nueva", "%(n)s métricas son nuevas", n)
    if n := sum(x.suerte is Suerte.SE_VA for x in c.metricas):
        yield ctx.ngettext("%(n)s métrica ya no se mide", "%(n)s métricas ya no se miden", n)


def _tono(metricas: tuple[CambioDeMetrica, ...]) -> str:
    if any(x.otro_veredicto and x.metrica.cumple is False for x in metricas):
        return "mal"
    if any(x.mejora is False for x in metricas):
        return "aviso"
    return "bien" if any(x.mejora for x in metricas) else "neutro"
