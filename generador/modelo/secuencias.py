"""Lo que dos secuencias tienen igual por los extremos: quitarlo es lo primero, y lo más barato, al compararlas."""

from __future__ import annotations

from collections.abc import Sequence


def extremos_comunes(a: Sequence[object], b: Sequence[object]) -> tuple[int, int]:
    """Cuántos elementos iguales hay delante y cuántos detrás; ninguno cuenta dos veces."""
    delante = _delante(a, b)
    return delante, _delante(a[delante:][::-1], b[delante:][::-1])


def _delante(a: Sequence[object], b: Sequence[object]) -> int:
    n = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        n += 1
    return n
