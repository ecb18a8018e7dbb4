"""Las métricas por grupos, cada una con su umbral, su barra y lo que daba en la referencia y en el spike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.evaluacion import Evaluacion, Metrica, Unidad
from generador.modelo.mensaje import mensaje
from generador.modelo.nombres import ancla
from generador.paginas.base import Contexto, Prosa
from generador.paginas.enlaces import prosa
from generador.paginas.evaluacion.cifras import cifra, cumplimiento, diferencia, umbral
from generador.paginas.terminos import Etiqueta

_GRUPOS = {
    "estado_final": mensaje("Estado final"),
    "trayectoria": mensaje("Trayectoria"),
    "fiabilidad": mensaje("Fiabilidad"),
    "respuesta": mensaje("Respuesta"),
    "adversarios": mensaje("Adversarios"),
    "produccion": mensaje("Producción"),
    "recuperacion": mensaje("Recuperación"),
    "barreras": mensaje("Barreras"),
    "rehusas": mensaje("Rehúsas"),
    "citas": mensaje("Citas"),
    "paridad": mensaje("Paridad entre idiomas"),
    "apartados": mensaje("Casos apartados"),
    "posteriores": mensaje("Casos escritos después"),
}


class BarraDeMetrica(Struct, frozen=True, kw_only=True):
    """Sobre 100: hasta dónde llega el valor y dónde está el umbral, si lo hay."""

    ancho: float
    umbral: float | None


class MetricaMostrada(Struct, frozen=True, kw_only=True):
    """Una fila. Sin referencia ni spike en la evaluación, `referencia` y `spike` son `—`, y `diferencia` va vacía."""

    id: str
    ancla: str
    nombre: str
    definicion: Prosa
    valor: str
    umbral: str
    barra: BarraDeMetrica | None
    n: str
    conjunto: str
    prueba: str
    referencia: str
    diferencia: str
    spike: str
    cumple: Etiqueta
    fallan: str
    fallan_en: str

    @property
    def situada(self) -> bool:
        """Si hay que decir sobre qué se midió, o con qué prueba."""
        return bool(self.conjunto or self.prueba)


class GrupoDeMetricas(Struct, frozen=True, kw_only=True):
    """Las métricas de un grupo, o todas si el formato no agrupa.

    `conjunto` y `prueba` son los de todas, si coinciden: entonces las filas no los repiten.
    """

    id: str
    titulo: str
    metricas: tuple[MetricaMostrada, ...]
    con_referencia: bool
    con_spike: bool
    conjunto: str = ""
    prueba: str = ""

    @property
    def situada(self) -> bool:
        """Si hay que decir sobre qué se midieron, o con qué prueba."""
        return bool(self.conjunto or self.prueba)


def grupos(ctx: Contexto, ruta: str, d: DemoComparada, e: Evaluacion) -> Iterator[GrupoDeMetricas]:
    """Los grupos en el orden en que aparecen, que es el de quien evaluó."""
    base = e.compuerta.base if e.compuerta else {}
    spike = {m.id: m for m in e.metricas_del_spike}
    for i, (grupo, metricas) in enumerate(groupby(e.metricas, key=lambda m: m.grupo), 1):
        suyas = tuple(metricas)
        mostradas = tuple(_mostrada(ctx, ruta, d, m, base, spike) for m in suyas)
        conjunto, prueba = _comun({m.conjunto for m in mostradas}), _comun({m.prueba for m in mostradas})
        yield GrupoDeMetricas(
            id=f"grupo-{i}",
            titulo=ctx.mensaje(_GRUPOS[grupo]) if grupo in _GRUPOS else grupo.replace("_", " ") or ctx._("Métricas"),
            metricas=tuple(
                replace(m, conjunto="" if conjunto else m.conjunto, prueba="" if prueba else m.prueba)
                for m in mostradas
            ),
            conjunto=conjunto,
            prueba=prueba,
            con_referencia=any(m.id in base for m in suyas),
            con_spike=any(m.id in spike for m in suyas),
        )


def _comun(valores: set[str]) -> str:
    """Lo que es igual en todas, o nada."""
    return valores.pop() if len(valores) == 1 else ""


def titulo(ctx: Contexto, m: Metrica) -> str:
    """El nombre de una métrica, sin las comillas de código que algunos llevan."""
    return ctx.texto(m.nombre).replace("`", "")


def ancla_de_fallos(m: Metrica) -> str:
    """Dónde están los casos que fallan en una métrica."""
    return ancla("fallan", m.id)


def _mostrada(
    ctx: Contexto,
    ruta: str,
    d: DemoComparada,
    m: Metrica,
    base: Mapping[str, float | None],
    spike: Mapping[str, Metrica],
) -> MetricaMostrada:
    otra = spike.get(m.id)
    n = len(m.fallan)
    return MetricaMostrada(
        id=m.id,
        ancla=ancla("metrica", m.id),
        nombre=titulo(ctx, m),
        definicion=prosa(ruta, d, ctx.texto(m.definicion), nivel=4),
        valor=cifra(ctx, m.valor, m.unidad),
        umbral=umbral(ctx, m),
        barra=_barra(m),
        n="—" if m.n is None else ctx.idioma.numero(m.n),
        conjunto=m.conjunto,
        prueba=m.prueba,
        referencia=cifra(ctx, base[m.id], m.unidad) if m.id in base else "—",
        diferencia=diferencia(ctx, m, base.get(m.id)),
        spike=cifra(ctx, otra.valor, m.unidad) if otra else "—",
        cumple=cumplimiento(ctx, m.cumple, m.umbral),
        fallan=ctx.ngettext("%(n)s fallo", "%(n)s fallos", n) if n else "",
        fallan_en=f"#{ancla_de_fallos(m)}" if n else "",
    )


def _barra(m: Metrica) -> BarraDeMetrica | None:
    if m.valor is None or m.unidad is Unidad.SEGUNDOS:
        return None
    tope = 1 if m.unidad is Unidad.PROPORCION else max(m.valor, m.umbral or 0)
    if tope <= 0:
        return None
    return BarraDeMetrica(
        ancho=round(100 * max(0.0, min(m.valor / tope, 1)), 1),
        umbral=None if m.umbral is None else round(100 * max(0.0, min(m.umbral / tope, 1)), 1),
    )
