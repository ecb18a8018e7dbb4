"""`pass^k`: la probabilidad de que k intentos elegidos al azar de los n hechos salgan todos bien. Puro."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb


def pass_hat(aciertos: Sequence[tuple[int, int]], k: int) -> float | None:
    """Media de C(c, k) / C(n, k) sobre los casos, con `aciertos` como pares (c, n). `None` si ningún caso llega a k."""
    con_bastantes = [(c, n) for c, n in aciertos if n >= k]
    if not con_bastantes:
        return None
    return sum(comb(c, k) / comb(n, k) for c, n in con_bastantes) / len(con_bastantes)
