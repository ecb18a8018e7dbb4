"""Importes: céntimos enteros en todas partes; euros solo al escribirlos para alguien."""

from __future__ import annotations


def euros(centimos: int) -> str:
    """`3990` → `39,90 €`."""
    signo = "-" if centimos < 0 else ""
    return f"{signo}{abs(centimos) // 100},{abs(centimos) % 100:02d} €"
