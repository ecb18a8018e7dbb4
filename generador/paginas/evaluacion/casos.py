"""Qué casos fallan en cada métrica, con enlace a la prueba, y cómo le fue a cada caso de la referencia."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.evaluacion import CasoEvaluado, Evaluacion, Fallo
from generador.modelo.nombres import ancla
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace
from generador.paginas.evaluacion.cifras import cumplimiento
from generador.paginas.evaluacion.metricas import ancla_de_fallos, titulo
from generador.paginas.grabado import compacto
from generador.paginas.terminos import Etiqueta

_ABIERTOS = 8
"""Hasta cuántos fallos se enseñan sin plegar."""


class FalloMostrado(Struct, frozen=True, kw_only=True):
    """Un caso que falla, dónde se ve y por qué."""

    caso: Enlace
    paso: str
    detalle: str


class FallosDeMetrica(Struct, frozen=True, kw_only=True):
    """Los casos que fallan en una métrica. `abierto` es que son pocos y no se pliegan."""

    ancla: str
    titulo: str
    abierto: bool
    fallos: tuple[FalloMostrado, ...]

    @property
    def cuantos(self) -> int:
        """Cuántos van aquí."""
        return len(self.fallos)


class CasoMostrado(Struct, frozen=True, kw_only=True):
    """Un caso de la referencia. `esperado` y `obtenido` son JSON en una línea; `camino`, los nodos por los que pasó.

    `desenlace` es lo que se lee antes de desplegar lo obtenido.
    """

    id: str
    ancla: str
    entrada: str
    esperado: str
    desenlace: str
    camino: str
    obtenido: str
    intentos: str
    cumple: Etiqueta


class CasosDeConjunto(Struct, frozen=True, kw_only=True):
    """Los casos de un conjunto: primero los que fallan. `resumen` dice cuántos cumplen."""

    id: str
    titulo: str
    resumen: str
    abierto: bool
    con_intentos: bool
    casos: tuple[CasoMostrado, ...]


def fallos(ctx: Contexto, ruta: str, d: DemoComparada, e: Evaluacion) -> Iterator[FallosDeMetrica]:
    """Por métrica, los casos que fallan."""
    evaluados = {c.id: c for c in e.casos}
    for m in e.metricas:
        if m.fallan:
            yield FallosDeMetrica(
                ancla=ancla_de_fallos(m),
                titulo=titulo(ctx, m),
                abierto=len(m.fallan) <= _ABIERTOS,
                fallos=tuple(_fallo(ctx, ruta, d, f, evaluados) for f in m.fallan),
            )


def por_conjunto(ctx: Contexto, e: Evaluacion) -> Iterator[CasosDeConjunto]:
    """Los casos evaluados de cada conjunto."""
    for i, (conjunto, grupo) in enumerate(groupby(e.casos, key=lambda c: c.conjunto), 1):
        casos = sorted(grupo, key=lambda c: c.cumple)
        bien = sum(c.cumple for c in casos)
        yield CasosDeConjunto(
            id=f"conjunto-{i}",
            titulo=conjunto or ctx._("referencia"),
            resumen=ctx.ngettext("%(bien)s de %(n)s cumple", "%(bien)s de %(n)s cumplen", len(casos), bien=bien),
            abierto=len(casos) <= _ABIERTOS,
            con_intentos=any(c.intentos for c in casos),
            casos=tuple(_caso(ctx, c) for c in casos),
        )


def a_caso(ctx: Contexto, ruta: str, d: DemoComparada, id: str, paso: int | None = None) -> Enlace | None:
    """Enlace a un caso del plan, en su paso si se sabe; `None` si no es un caso grabado."""
    demo = d.demo.plan.demo
    if d.demo.corrida is None or id not in d.demo.corrida.trazas:
        return None
    hasta = ctx.ruta_de_paso(demo, id, paso) if paso else rutas.caso(demo, id)
    return enlace(ruta, hasta, ctx.texto(d.demo.plan.caso(id).titulo))


def _fallo(
    ctx: Contexto, ruta: str, d: DemoComparada, f: Fallo, evaluados: Mapping[str, CasoEvaluado]
) -> FalloMostrado:
    evaluado = evaluados.get(f.caso)
    aqui = Enlace(texto=f.caso, href=f"#{_ancla(f.caso)}" if evaluado else "", codigo=True)
    return FalloMostrado(
        caso=a_caso(ctx, ruta, d, f.caso, f.paso) or aqui,
        paso=_paso(ctx, f.paso, evaluado),
        detalle=f.detalle,
    )


def _paso(ctx: Contexto, paso: int | None, evaluado: CasoEvaluado | None) -> str:
    if paso is None:
        return "—"
    nodos = _pasos(evaluado.obtenido) if evaluado else ()
    nodo = f" · {nodos[paso - 1]}" if paso <= len(nodos) else ""
    return f"{ctx.idioma.numero(paso)}{nodo}"


def _caso(ctx: Contexto, c: CasoEvaluado) -> CasoMostrado:
    obtenido = c.obtenido if isinstance(c.obtenido, Mapping) else {}
    resto = {k: v for k, v in obtenido.items() if k not in ("pasos", "desenlace")} if obtenido else c.obtenido
    return CasoMostrado(
        id=c.id,
        ancla=_ancla(c.id),
        entrada=_escrito(c.entrada),
        esperado=_escrito(c.esperado),
        desenlace=str(obtenido.get("desenlace", "")) or ctx._("Ver"),
        camino=" → ".join(_pasos(c.obtenido)),
        obtenido=_escrito(resto),
        intentos=ctx._("%(bien)s de %(total)s", bien=c.intentos[0], total=c.intentos[1]) if c.intentos else "—",
        cumple=cumplimiento(ctx, c.cumple),
    )


def _pasos(obtenido: Any) -> tuple[str, ...]:
    pasos = obtenido.get("pasos") if isinstance(obtenido, Mapping) else None
    return tuple(map(str, pasos)) if isinstance(pasos, list | tuple) else ()


def _escrito(valor: Any) -> str:
    return valor if isinstance(valor, str) else "" if valor is None else compacto(valor)


def _ancla(id: str) -> str:
    return ancla("evaluado", id)
