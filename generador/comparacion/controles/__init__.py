"""Los controles: lo que se mira de una demo además de su grafo. Un control, un fichero, una prueba, una sección.

Cada módulo tiene `NOMBRE` y `controlar(evidencia)`, que devuelve hallazgos y no lanza. Para añadir
uno: su fichero, su línea en `CONTROLES`, su prueba y su sección en `docs/controles.md`.
"""

from __future__ import annotations

from typing import Protocol

from generador.comparacion.controles import (
    casos_que_no_cumplen,
    casos_retirados,
    casos_sin_traza,
    contrato_sin_cubrir,
    esperas_sin_nodo,
    explicaciones_sin_nodo,
    fuentes_ausentes,
    fuentes_cambiadas,
    lineas_saltadas,
    nodos_sin_explicar,
    numero_de_nodos,
    procedencia_desconocida,
    trazas_sin_cerrar,
    variantes_sin_contrato,
    version_distinta,
)
from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Hallazgo


class Control(Protocol):
    """Lo que ofrece cada módulo de control."""

    NOMBRE: str

    def controlar(self, evidencia: Evidencia) -> tuple[Hallazgo, ...]:
        """Lo que el control encuentra en una variante."""


CONTROLES: tuple[Control, ...] = (
    casos_que_no_cumplen,
    casos_retirados,
    casos_sin_traza,
    contrato_sin_cubrir,
    esperas_sin_nodo,
    explicaciones_sin_nodo,
    fuentes_ausentes,
    fuentes_cambiadas,
    lineas_saltadas,
    nodos_sin_explicar,
    numero_de_nodos,
    procedencia_desconocida,
    trazas_sin_cerrar,
    variantes_sin_contrato,
    version_distinta,
)


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Los hallazgos de todos los controles, en el orden de `CONTROLES`."""
    return tuple(h for c in CONTROLES for h in c.controlar(evidencia))
