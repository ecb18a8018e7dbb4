"""Lo que se repite igual en muchas páginas se pinta una vez: el grafo de una variante, en todos sus casos."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup


def una_vez() -> Callable[[object, Callable[[object], Markup]], Markup]:
    """Un filtro `valor | una_vez(macro)` que recuerda el resultado por la identidad de `valor`, que conserva vivo."""
    guardadas: dict[int, tuple[object, Markup]] = {}

    def filtro(valor: object, macro: Callable[[object], Markup]) -> Markup:
        if id(valor) not in guardadas:
            guardadas[id(valor)] = (valor, macro(valor))
        return guardadas[id(valor)][1]

    return filtro
