"""Las métricas de evaluación de dos corridas: cuáles cambian y si es a mejor."""

from __future__ import annotations

from collections.abc import Iterator

from generador.modelo.evaluacion import Metrica, Sentido
from generador.modelo.historial import CambioDeMetrica, Resumen, Suerte


def comparar_metricas(antes: Resumen, ahora: Resumen) -> Iterator[CambioDeMetrica]:
    """Cada métrica de alguna de las dos, también las iguales: primero las de ahora, en su orden."""
    viejas, nuevas = {m.id: m for m in antes.metricas}, {m.id: m for m in ahora.metricas}
    for id in (*nuevas, *(i for i in viejas if i not in nuevas)):
        yield _cambio(viejas.get(id), nuevas.get(id))


def _cambio(antes: Metrica | None, ahora: Metrica | None) -> CambioDeMetrica:
    if antes is None or ahora is None:
        return CambioDeMetrica(suerte=Suerte.SE_VA if ahora is None else Suerte.APARECE, antes=antes, ahora=ahora)
    iguales = all(getattr(antes, x) == getattr(ahora, x) for x in ("valor", "n", "umbral", "sentido", "cumple"))
    suerte = Suerte.IGUAL if iguales else Suerte.CAMBIA
    return CambioDeMetrica(suerte=suerte, antes=antes, ahora=ahora, mejora=_mejora(antes, ahora))


def _mejora(antes: Metrica, ahora: Metrica) -> bool | None:
    """Hacia dónde es mejor lo dice el sentido del umbral; si hay que dar justo, quien está más cerca."""
    a, b = antes.valor, ahora.valor
    if a is None or b is None or a == b or antes.unidad is not ahora.unidad:
        return None
    if ahora.sentido is Sentido.IGUAL:
        return None if ahora.umbral is None else abs(b - ahora.umbral) < abs(a - ahora.umbral)
    return (b > a) is (ahora.sentido is Sentido.AL_MENOS)
