"""Un panel por forma de pregunta. Para añadir una: `paneles/x.py`, su plantilla y su línea en `PANELES`.

El primero que reconoce la pregunta la enseña; `generico` reconoce todas.
"""

from generador.servidor.vivo.paneles import generico, herramienta, propuestas
from generador.servidor.vivo.paneles.base import Leido, Panel, Pregunta, TipoDePanel
from generador.servidor.vivo.paneles.propuestas import sin_efecto

__all__ = ["PANELES", "Leido", "Panel", "Pregunta", "TipoDePanel", "de", "sin_efecto"]

PANELES: tuple[TipoDePanel, ...] = (propuestas, herramienta, generico)


def de(pregunta: Pregunta) -> TipoDePanel:
    """El panel que le toca a una pregunta."""
    return next(p for p in PANELES if p.reconoce(pregunta.valor))
