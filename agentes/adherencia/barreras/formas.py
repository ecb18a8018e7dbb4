"""Piezas con las que se escriben las reglas: huecos acotados entre palabras y listas de formas por código.

Todo cuantificador tiene cota: una expresión sin ella se puede hacer retroceder sin fin con un mensaje a propósito.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Reglas = Sequence[tuple[str, Sequence[str]]]
Compiladas = tuple[tuple[str, re.Pattern[str]], ...]
_NEGADOR = re.compile(
    r"\b(?:no|ni|nunca|jamas|tampoco|sin|antes de|en lugar de|en vez de"
    r"|not|never|nor|without|before|instead of|rather than|avoid|\w{2,6}n't)(?:\W{1,3}\w{1,20}){0,3}\W{0,3}$"
)
_CORTE = re.compile(r"[.!?;:,\n]|\b(?:pero|sino|but)\b")
_ALCANCE = 60


def cerca(palabras: int) -> str:
    """Hasta tantas palabras entre dos cosas."""
    return rf"(?:\W{{1,3}}\w{{1,20}}){{0,{palabras}}}\W{{1,3}}"


def juntos(uno: str, otro: str, palabras: int) -> str:
    """Las dos cosas, en cualquier orden, a esa distancia como mucho."""
    return rf"\b(?:{uno}){cerca(palabras)}(?:{otro})\b|\b(?:{otro}){cerca(palabras)}(?:{uno})\b"


def compilar(reglas: Reglas) -> Compiladas:
    """Una expresión por código, en el mismo orden."""
    return tuple((codigo, re.compile("|".join(formas))) for codigo, formas in reglas)


def afirmadas(forma: re.Pattern[str], texto: str) -> Iterator[re.Match[str]]:
    """Dónde aparece sin una negación delante en la misma frase: «no dejes de tomar» no es «deja de tomar»."""
    return (m for m in forma.finditer(texto) if not _negada(texto[max(0, m.start() - _ALCANCE) : m.start()]))


def _negada(antes: str) -> bool:
    return bool(_NEGADOR.search(_CORTE.split(antes)[-1]))
