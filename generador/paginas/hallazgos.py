"""Lo que encontraron los controles, de más a menos grave, sin que uno que encuentra mucho tape a los demás."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.paginas.base import Contexto, Enlace
from generador.paginas.enlaces import a_los_casos, a_lugar, a_paso, revision
from generador.paginas.terminos import Etiqueta, etiqueta

_GRAVEDAD = {g: i for i, g in enumerate(Gravedad)}
_POR_CONTROL = 8
"""Hallazgos de un control que se enseñan enteros."""


class HallazgoMostrado(Struct, frozen=True, kw_only=True):
    """Lo que encontró un control, qué hacer y dónde mirarlo. `mas` son otros del mismo, que están donde enlaza."""

    control: str
    gravedad: Etiqueta
    motivo: str
    remedio: str
    lugar: Enlace | None
    prueba: Enlace | None
    mas: Enlace | None = None


def mostrados(ctx: Contexto, ruta: str, d: DemoComparada, hallazgos: Iterable[Hallazgo]) -> Iterator[HallazgoMostrado]:
    """De más a menos graves. De un control que encuentra mucho salen los primeros, y el último dice cuántos quedan."""
    todos = sorted(hallazgos, key=lambda h: _GRAVEDAD[h.gravedad])
    son, van = Counter((h.gravedad, h.control) for h in todos), Counter[tuple[Gravedad, str]]()
    for h in todos:
        van[h.gravedad, h.control] += 1
        if van[h.gravedad, h.control] <= _POR_CONTROL:
            sobran = son[h.gravedad, h.control] - _POR_CONTROL if van[h.gravedad, h.control] == _POR_CONTROL else 0
            yield _hallazgo(ctx, ruta, d, h, sobran)


def _hallazgo(ctx: Contexto, ruta: str, d: DemoComparada, h: Hallazgo, sobran: int) -> HallazgoMostrado:
    mas = ctx.ngettext(
        "y %(n)s hallazgo más como este, en la tabla de casos",
        "y %(n)s hallazgos más como este, en la tabla de casos",
        sobran,
    )
    return HallazgoMostrado(
        control=h.control,
        gravedad=etiqueta(ctx, h.gravedad),
        motivo=ctx.mensaje(h.motivo),
        remedio=ctx.mensaje(h.remedio),
        lugar=a_lugar(d, h.lugar, revision(d)),
        prueba=a_paso(ctx, ruta, d.demo.plan.demo, h.prueba) if h.prueba else None,
        mas=a_los_casos(ruta, d, mas) if sobran > 0 else None,
    )
