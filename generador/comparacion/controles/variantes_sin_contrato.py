"""Una variante que no promete nada: no hay con qué comparar su grafo."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "variantes_sin_contrato"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo si la variante no tiene contrato."""
    if evidencia.contrato is not None:
        return ()
    return (
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.NOTA,
            motivo=mensaje("la variante %(variante)s no tiene contrato", variante=evidencia.variante.id),
            remedio=mensaje("escribe en el plan qué nodos y aristas promete, o enlaza un diagrama"),
            lugar=evidencia.lugar("plan.yaml"),
        ),
    )
