"""Un nodo del primer nivel del grafo real que el plan no explica."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia
from generador.comparacion.lados import es_borde, es_manejador
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "nodos_sin_explicar"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por nodo sin explicación. Lo de dentro de un subgrafo se explica si se quiere."""
    explicados = {n.id for n in evidencia.demo.plan.nodos}
    nodos = evidencia.real.nodos if evidencia.real else ()
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.NOTA,
            motivo=mensaje("el plan no explica el nodo %(nodo)s", nodo=n.id),
            remedio=mensaje("añádelo a «nodos» en el plan, en palabras para quien no lee código"),
            lugar=evidencia.lugar("plan.yaml"),
        )
        for n in nodos
        if n.padre is None and not es_borde(n.id) and not es_manejador(n.id) and n.id not in explicados
    )
