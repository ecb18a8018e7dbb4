"""De una versión vieja del formato a la actual, paso a paso.

Las formas viejas no se reescriben: quedan congeladas aquí, una función por salto (vN → vN+1), y el lector solo
conoce la última. Hoy solo existe la 1, así que la tabla está vacía.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

ACTUAL = 1
"""La versión que escribe la grabadora y entiende el lector."""

Salto: TypeAlias = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Recibe una línea de su versión y devuelve la de la siguiente, o `None` si esa línea desaparece."""

SALTOS: Mapping[int, Salto] = {}
"""De la versión N a la función que lleva sus líneas a la N+1."""


def modernizar(
    linea: bytes, version: int, *, saltos: Mapping[int, Salto] = SALTOS, actual: int = ACTUAL
) -> bytes | None:
    """La línea en la versión actual, o `None` si ya no existe. Lanza `msgspec.DecodeError` si no es un objeto JSON."""
    if version == actual:
        return linea
    objeto: dict[str, Any] | None = msgspec.json.decode(linea, type=dict[str, Any])
    for n in range(version, actual):
        if objeto is None:
            return None
        objeto = saltos[n](objeto)
    if objeto is not None and objeto.get("t") == "trace":
        objeto = {**objeto, "v": actual}
    return None if objeto is None else msgspec.json.encode(objeto)
