"""Los casos de una evaluación grande no caben en su página: van en las siguientes, y la primera lleva a cada uno."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace
from generador.paginas.evaluacion.casos import CasoMostrado, CasosDeConjunto, FalloMostrado, FallosDeMetrica
from generador.paginas.evaluacion.metricas import GrupoDeMetricas
from generador.paginas.hojas import trocear

_DE_FALLO, _DE_CASO = 6, 16
"""Elementos que ocupa cada uno."""
_CARACTERES = 250
"""Los de un caso que pesan como un elemento."""
_EN_LA_PRIMERA, _EN_CADA_UNA = 2_000, 3_000

Pieza: TypeAlias = tuple[FallosDeMetrica, FalloMostrado] | tuple[CasosDeConjunto, CasoMostrado]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reparto:
    """Lo que va en cada página, desde la primera. En `indice`, los enlaces de la primera a lo que está en otras."""

    hojas: tuple[tuple[tuple[FallosDeMetrica, ...], tuple[CasosDeConjunto, ...]], ...]
    grupos: tuple[GrupoDeMetricas, ...]
    indice: tuple[Enlace, ...] = ()


def repartir(
    ctx: Contexto,
    ruta: str,
    grupos: tuple[GrupoDeMetricas, ...],
    fallos: tuple[FallosDeMetrica, ...],
    casos: tuple[CasosDeConjunto, ...],
) -> Reparto:
    """Todo en la página `ruta` si cabe; si no, ahí las métricas y un índice, y los fallos y los casos en las demás."""
    piezas: list[Pieza] = [(f, x) for f in fallos for x in f.fallos]
    piezas += [(g, c) for g in casos for c in g.casos]
    if sum(map(_peso, piezas)) <= _EN_LA_PRIMERA:
        return Reparto(hojas=((fallos, casos),), grupos=grupos)
    # De la última a la primera: de una lista partida en varias páginas vale aquella en que empieza
    trozos = trocear(piezas, len(piezas), _peso, _EN_CADA_UNA)
    paginas = reversed([(rutas.relativa(ruta, rutas.hoja(ruta, n)), t) for n, t in enumerate(trozos, 2)])
    donde = {ancla: pagina for pagina, trozo in paginas for ancla in _anclas(trozo)}
    return Reparto(
        hojas=(((), ()), *(_hoja(t, donde) for t in trozos)),
        grupos=tuple(_con_enlaces(g, donde) for g in grupos),
        indice=tuple(_indice(ctx, fallos, casos, donde)),
    )


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


def _hoja(
    trozo: Sequence[Pieza], donde: dict[str, str]
) -> tuple[tuple[FallosDeMetrica, ...], tuple[CasosDeConjunto, ...]]:
    fallos: list[FallosDeMetrica] = []
    casos: list[CasosDeConjunto] = []
    for _, grupo in groupby(trozo, key=lambda pieza: id(pieza[0])):
        suyas = list(grupo)
        de = suyas[0][0]
        if isinstance(de, FallosDeMetrica):
            fallos.append(replace(de, fallos=tuple(_en(x, donde) for _, x in suyas if isinstance(x, FalloMostrado))))
        else:
            casos.append(replace(de, abierto=True, casos=tuple(c for _, c in suyas if isinstance(c, CasoMostrado))))
    return tuple(fallos), tuple(casos)


def _en(fallo: FalloMostrado, donde: dict[str, str]) -> FalloMostrado:
    return replace(fallo, caso=replace(fallo.caso, href=_de(fallo.caso.href, donde)))


def _con_enlaces(grupo: GrupoDeMetricas, donde: dict[str, str]) -> GrupoDeMetricas:
    return replace(grupo, metricas=tuple(replace(m, fallan_en=_de(m.fallan_en, donde)) for m in grupo.metricas))


def _de(href: str, donde: dict[str, str]) -> str:
    """Un enlace a la propia página, llevado a aquella en que ha quedado su ancla."""
    return f"{donde[href[1:]]}{href}" if href[:1] == "#" else href


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
