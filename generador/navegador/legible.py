"""Buscar un nombre en lo que enseña una página, que marca lo invisible y acorta lo larguísimo."""

from __future__ import annotations

import re

_PALABRAS = re.compile(r"\w+")
_MARCAS = re.compile(r"⟦U\+[0-9A-F]{4,6}⟧|\\u[0-9a-fA-F]{4}")
_NOMBRE = 100
"""Caracteres de un nombre que se buscan."""


def legible(texto: str) -> str:
    """Solo letras y cifras: lo invisible se enseña con marcas, y en un JSON, con escapes."""
    return "".join(_PALABRAS.findall(_MARCAS.sub("", texto)))


def sin_nombrar(nodos: set[str], texto: str) -> set[str]:
    """De esos nodos, por su id jerárquico, los que ese texto no nombra."""
    dicho = legible(texto)
    return {n for n in nodos if legible(n.rpartition(":")[2])[:_NOMBRE] not in dicho}
