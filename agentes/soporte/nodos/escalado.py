"""`escalado`: lo que el agente no puede o no debe resolver pasa a una persona, con el motivo."""

from __future__ import annotations

from agentes.soporte.estado import Estado, vivas
from agentes.soporte.eventos import emitir


def escalado(estado: Estado) -> Estado:
    """Escribe `desenlace` y `siguiente`: `con_propuesta` si algo sigue en revisión; si no, `sin_propuesta`."""
    emitir("escalado", motivo=estado["escalado"], propuestas_en_revision=list(vivas(estado)))
    siguiente = "con_propuesta" if vivas(estado) else "sin_propuesta"
    return Estado(desenlace="escalado", siguiente=siguiente)
