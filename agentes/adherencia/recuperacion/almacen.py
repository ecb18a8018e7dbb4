"""El almacén vectorial en memoria: filas de fichas y producto escalar. Con decenas de fichas no hace falta más.

Una ficha puede tener varias filas (una por pregunta con la que se busca) y puntúa por la mejor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul

from agentes.adherencia.estado import Idioma
from agentes.adherencia.recuperacion.corpus import Ficha

DECIMALES = 3
"""Precisión publicada de una puntuación: más allá, los últimos bits cambian de una máquina a otra."""


@dataclass(frozen=True, slots=True)
class Fila:
    """Una clave del índice: el vector con el que se llega a una ficha."""

    ficha: Ficha
    vector: Sequence[float]


@dataclass(frozen=True, slots=True)
class Encontrada:
    """Una ficha y su puntuación, redondeada a `DECIMALES`."""

    ficha: Ficha
    puntuacion: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Almacen:
    """Las filas, el modelo que las embebió y el umbral calibrado de cada idioma."""

    modelo: str
    filas: Sequence[Fila]
    umbral: Mapping[Idioma, float] = field(default_factory=dict)

    def buscar(self, vector: Sequence[float], idioma: Idioma, k: int) -> tuple[Encontrada, ...]:
        """Las `k` fichas de ese idioma con más puntuación; a igualdad, por id."""
        mejores: dict[str, Encontrada] = {}
        for fila in self.filas:
            if fila.ficha.idioma == idioma:
                puntos = round(sum(map(mul, vector, fila.vector)), DECIMALES)
                anterior = mejores.get(fila.ficha.id)
                if anterior is None or puntos > anterior.puntuacion:
                    mejores[fila.ficha.id] = Encontrada(fila.ficha, puntos)
        return tuple(sorted(mejores.values(), key=lambda e: (-e.puntuacion, e.ficha.id))[:k])
