"""Un caso que la corrida publicada grabó y el plan ya no tiene: la corrida es anterior al plan."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "casos_retirados"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por caso retirado, en la variante con que se grabó; si el plan no la tiene, en la primera."""
    demo = evidencia.demo
    variantes = [v.id for v in demo.plan.variantes]
    if demo.corrida is None:
        return ()
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.AVISO,
            motivo=mensaje("el caso %(caso)s está grabado y el plan no lo tiene: la corrida es anterior", caso=c.caso),
            remedio=mensaje(
                "graba otra corrida con «vitrina grabar %(demo)s», o devuélvelo al plan", demo=demo.plan.demo
            ),
            lugar=evidencia.lugar(f"{demo.corrida.manifiesto.corrida}/{c.traza}"),
        )
        for c in demo.corrida.retirados
        if evidencia.variante.id == (c.variante if c.variante in variantes else variantes[0])
    )
