"""Un nodo que el plan explica y que no existe en ninguna variante: suele ser un cambio de nombre."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia, nodos_conocidos
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "explicaciones_sin_nodo"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por explicación huérfana. Es de la demo entera, así que se da solo en su primera variante."""
    demo = evidencia.demo
    if evidencia.variante.id != demo.plan.variantes[0].id:
        return ()
    conocidos = nodos_conocidos(demo)
    if not conocidos:
        return ()
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.AVISO,
            motivo=mensaje("el plan explica %(nodo)s, que no está en ningún grafo ni contrato", nodo=nodo.id),
            remedio=mensaje("corrige el id o quita la explicación"),
            lugar=evidencia.lugar("plan.yaml"),
        )
        for nodo in demo.plan.nodos
        if nodo.id not in conocidos
    )
