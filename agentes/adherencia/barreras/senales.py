"""Señales agudas: lo que no puede esperar a un chat ni a una revisión. Escala siempre, sin consultar a ningún modelo.

Se prefiere escalar de más: una negación («no tengo dolor en el pecho») no apaga la señal. Se mira el texto tal como se
escribió y también enderezado, y en los dos idiomas a la vez: quien está mal ni elige idioma ni repasa lo que teclea.
"""

from __future__ import annotations

from agentes.adherencia.barreras.formas import compilar
from agentes.adherencia.barreras.reglas.senales import REGLAS
from agentes.adherencia.erratas import lecturas
from agentes.adherencia.estado import Decision, falla, pasa

VERSION = "2026.12"
"""Cambia con cada cambio de reglas y viaja en la decisión."""
CODIGOS = tuple(codigo for codigo, _ in REGLAS)
ANIMO = frozenset({"autolesion"})
"""Señales que piden la plantilla de apoyo emocional en lugar de la general."""
_COMPILADAS = compilar(REGLAS)


def escalar(mensaje: str) -> Decision:
    """Falla si hay alguna señal aguda; `motivo` es la primera y el detalle las lleva todas."""
    texto = lecturas(mensaje)
    senales = [codigo for codigo, forma in _COMPILADAS if forma.search(texto)]
    if senales:
        return falla(senales[0], senales=senales, reglas=VERSION)
    return pasa("sin_senales", reglas=VERSION)
