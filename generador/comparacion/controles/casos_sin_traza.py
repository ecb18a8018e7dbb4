"""Un caso del plan que la corrida publicada no ejecutó: no es que pase, es que no se sabe."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "casos_sin_traza"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por caso de la variante sin traza."""
    plan = evidencia.demo.plan
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.AVISO,
            motivo=mensaje("el caso %(caso)s no tiene traza: no se ha ejecutado", caso=caso.id),
            remedio=mensaje("grábalo con «vitrina grabar %(demo)s --caso %(caso)s»", demo=plan.demo, caso=caso.id),
        )
        for caso in plan.casos
        if caso.variante == evidencia.variante.id and caso.id not in evidencia.apuntes
    )
