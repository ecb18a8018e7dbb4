"""Cómo llegó, no solo qué dijo: la trayectoria de herramientas frente a la de referencia. Puro.

Los nombres y el sentido de los modos son los del gremio (`trajectory_match_mode`): `superset` es que lo hecho
contiene la referencia; `subset`, que la referencia contiene lo hecho.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

Modo = Literal["strict", "unordered", "subset", "superset"]
MODOS: tuple[Modo, ...] = ("strict", "unordered", "subset", "superset")


def coincide(hecho: Sequence[str], referencia: Sequence[str], modo: Modo) -> bool:
    """Si la trayectoria hecha coincide con la de referencia según el modo. Las repeticiones cuentan."""
    suyo, esperado = Counter(hecho), Counter(referencia)
    match modo:
        case "strict":
            return list(hecho) == list(referencia)
        case "unordered":
            return suyo == esperado
        case "subset":
            return suyo <= esperado
        case "superset":
            return suyo >= esperado


def antes(hecho: Sequence[str], primera: str, segundas: Sequence[str]) -> bool:
    """Si `primera` aparece antes que la primera de `segundas`. Sin ninguna de `segundas`, se cumple."""
    corte = next((i for i, nombre in enumerate(hecho) if nombre in segundas), None)
    return corte is None or primera in hecho[:corte]


def de_mas(hecho: Sequence[str], referencia: Sequence[str]) -> tuple[str, ...]:
    """Las llamadas que sobran respecto de la referencia, en el orden en que se hicieron."""
    quedan = Counter(referencia)
    sobran = []
    for nombre in hecho:
        if quedan[nombre] > 0:
            quedan[nombre] -= 1
        else:
            sobran.append(nombre)
    return tuple(sobran)
