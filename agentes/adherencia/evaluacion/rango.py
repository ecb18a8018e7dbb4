"""`hit@k`, `recall@k` y `nDCG@k` binarios de una lista de fichas frente a las que responden. Sin oro no hay medida."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log2


def hit(recuperadas: Sequence[str], oro: Collection[str], k: int) -> bool:
    """Si alguna de las `k` primeras está en el oro."""
    return any(r in oro for r in recuperadas[:k])


def recall(recuperadas: Sequence[str], oro: Collection[str], k: int) -> float:
    """Parte del oro que está entre las `k` primeras. Lanza `ZeroDivisionError` sin oro: omítelo antes."""
    return len(set(recuperadas[:k]) & set(oro)) / len(set(oro))


def ndcg(recuperadas: Sequence[str], oro: Collection[str], k: int) -> float:
    """Ganancia con descuento logarítmico entre la del mejor orden posible. Lanza `ZeroDivisionError` sin oro."""
    ganancia = sum(1 / log2(i + 2) for i, r in enumerate(recuperadas[:k]) if r in oro)
    return ganancia / sum(1 / log2(i + 2) for i in range(min(k, len(set(oro)))))
