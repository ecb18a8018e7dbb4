"""Lo que se repite igual en muchas páginas se pinta una vez: el grafo de una variante, en todos sus casos."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

_ULTIMOS = 16
"""Mientras se recuerda un resultado, su valor sigue vivo: ningún otro puede tener su identidad."""


def una_vez() -> Callable[[object, Callable[[object], Markup]], Markup]:
    """Un filtro `valor | una_vez(macro)` que recuerda los últimos resultados por la identidad de su `valor`."""
    guardadas: dict[int, tuple[object, Markup]] = {}

    def filtro(valor: object, macro: Callable[[object], Markup]) -> Markup:
        if id(valor) not in guardadas:
            while len(guardadas) >= _ULTIMOS:
                guardadas.pop(next(iter(guardadas)))
            guardadas[id(valor)] = (valor, macro(valor))
        return guardadas[id(valor)][1]

    return filtro
