"""Las métricas y los casos de una evaluación grande no caben en su página: van en las siguientes, y ella las enlaza."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace
from generador.paginas.evaluacion.casos import CasoMostrado, CasosDeConjunto, FalloMostrado, FallosDeMetrica
from generador.paginas.evaluacion.metricas import GrupoDeMetricas, MetricaMostrada
from generador.paginas.hojas import trocear

METRICAS = 180
"""Las que van en una página, como mucho. Cada fila son unos quince elementos."""

_DE_FALLO, _DE_CASO = 6, 16
"""Elementos que ocupa cada uno."""
_CARACTERES = 250
"""Los de un caso que pesan como un elemento."""
_EN_LA_PRIMERA, _EN_CADA_UNA = 2_000, 3_000
_ELEMENTOS, _DE_METRICA = 4_000, 16

Pieza: TypeAlias = tuple[FallosDeMetrica, FalloMostrado] | tuple[CasosDeConjunto, CasoMostrado]


class EnHoja(Struct, frozen=True, kw_only=True):
    """Las métricas, los fallos y los casos de una página."""

    grupos: tuple[GrupoDeMetricas, ...] = ()
    fallos: tuple[FallosDeMetrica, ...] = ()
    casos: tuple[CasosDeConjunto, ...] = ()


class Reparto(Struct, frozen=True, kw_only=True):
    """Lo que va en cada página, desde la primera. `indice` son los enlaces de la primera a los casos que van en otras.

    `mas_metricas` lleva a las que no caben en la primera.
    """

    hojas: tuple[EnHoja, ...]
    indice: tuple[Enlace, ...] = ()
    mas_metricas: Enlace | None = None


def repartir(
    ctx: Contexto,
    ruta: str,
    grupos: tuple[GrupoDeMetricas, ...],
    fallos: tuple[FallosDeMetrica, ...],
    casos: tuple[CasosDeConjunto, ...],
) -> Reparto:
    """Todo en la página `ruta` si cabe. Si no, ahí las primeras métricas y un índice; después, las demás, y al final
    los fallos y los casos.
    """
    piezas: list[Pieza] = [(f, x) for f in fallos for x in f.fallos]
    piezas += [(g, c) for g in casos for c in g.casos]
    medidas = trocear([(g, m) for g in grupos for m in g.metricas], METRICAS)
    de_metricas = [grupos] if len(medidas) == 1 else list(map(_reagrupar, medidas))
    caben = sum(map(_peso, piezas)) <= min(_EN_LA_PRIMERA, _ELEMENTOS - _DE_METRICA * len(medidas[0]))
    trozos = () if caben else trocear(piezas, len(piezas), _peso, _EN_CADA_UNA)
    donde = _donde(ruta, trozos, 1 + len(medidas))
    if caben and len(medidas) > 1:
        donde = dict.fromkeys(_anclas(piezas), rutas.relativa(ruta, ruta))
    primera, *siguen = (EnHoja(grupos=_con_enlaces(g, donde)) for g in de_metricas)
    primera = replace(primera, fallos=fallos, casos=casos) if caben else primera
    return Reparto(
        hojas=(primera, *siguen, *(_hoja(t, donde) for t in trozos)),
        indice=() if caben else tuple(_indice(ctx, fallos, casos, donde)),
        mas_metricas=_mas_metricas(ctx, ruta, medidas[1:]),
    )


def _donde(ruta: str, trozos: Sequence[Sequence[Pieza]], desde: int) -> dict[str, str]:
    """Ancla → página en que está. De una lista partida en varias vale aquella en que empieza: por eso, al revés."""
    paginas = [(rutas.relativa(ruta, rutas.hoja(ruta, n)), trozo) for n, trozo in enumerate(trozos, desde)]
    return {ancla: pagina for pagina, trozo in reversed(paginas) for ancla in _anclas(trozo)}


def _reagrupar(trozo: Sequence[tuple[GrupoDeMetricas, MetricaMostrada]]) -> tuple[GrupoDeMetricas, ...]:
    """Las métricas de una página, bajo el título del grupo de cada una."""
    grupos = [(list(suyas)) for _, suyas in groupby(trozo, key=lambda par: par[0].id)]
    return tuple(replace(suyas[0][0], metricas=tuple(m for _, m in suyas)) for suyas in grupos)


def _mas_metricas(ctx: Contexto, ruta: str, quedan: Sequence[Sequence[object]]) -> Enlace | None:
    n = sum(map(len, quedan))
    if not n:
        return None
    texto = ctx.ngettext("%(n)s métrica más", "%(n)s métricas más", n)
    return Enlace(texto=texto, href=rutas.relativa(ruta, rutas.hoja(ruta, 2)))


def _peso(pieza: Pieza) -> int:
    una = pieza[1]
    if isinstance(una, FalloMostrado):
        return _DE_FALLO + len(una.detalle) // _CARACTERES
    return _DE_CASO + sum(map(len, (una.entrada, una.esperado, una.obtenido))) // _CARACTERES


def _anclas(trozo: Sequence[Pieza]) -> Iterator[str]:
    for de, una in trozo:
        yield de.ancla if isinstance(de, FallosDeMetrica) else de.id
        if isinstance(una, CasoMostrado):
            yield una.ancla


def _hoja(trozo: Sequence[Pieza], donde: dict[str, str]) -> EnHoja:
    fallos: list[FallosDeMetrica] = []
    casos: list[CasosDeConjunto] = []
    for _, grupo in groupby(trozo, key=lambda pieza: id(pieza[0])):
        suyas = list(grupo)
        de = suyas[0][0]
        if isinstance(de, FallosDeMetrica):
            fallos.append(replace(de, fallos=tuple(_en(x, donde) for _, x in suyas if isinstance(x, FalloMostrado))))
        else:
            casos.append(replace(de, abierto=True, casos=tuple(c for _, c in suyas if isinstance(c, CasoMostrado))))
    return EnHoja(fallos=tuple(fallos), casos=tuple(casos))


def _en(fallo: FalloMostrado, donde: dict[str, str]) -> FalloMostrado:
    return replace(fallo, caso=replace(fallo.caso, href=_de(fallo.caso.href, donde)))


def _con_enlaces(grupos: tuple[GrupoDeMetricas, ...], donde: dict[str, str]) -> tuple[GrupoDeMetricas, ...]:
    return tuple(
        replace(g, metricas=tuple(replace(m, fallan_en=_de(m.fallan_en, donde)) for m in g.metricas)) for g in grupos
    )


def _de(href: str, donde: dict[str, str]) -> str:
    """Un enlace a la propia página, llevado a aquella en que ha quedado su ancla."""
    return f"{donde.get(href[1:], '')}{href}" if href[:1] == "#" else href


def _indice(
    ctx: Contexto, fallos: Sequence[FallosDeMetrica], casos: Sequence[CasosDeConjunto], donde: dict[str, str]
) -> Iterator[Enlace]:
    if fallos:
        n = sum(len(f.fallos) for f in fallos)
        texto = ctx.ngettext("Casos que fallan: %(n)s fallo", "Casos que fallan: %(n)s fallos", n)
        yield Enlace(texto=texto, href=donde[fallos[0].ancla])
    for g in casos:
        texto = ctx._("Casos de «%(conjunto)s»", conjunto=g.titulo)
        yield Enlace(texto=f"{texto}: {g.resumen}", href=f"{donde[g.id]}#{g.id}")
