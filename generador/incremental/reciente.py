"""Cuándo no se le cree la fecha a un fichero: cambiado hace muy poco, pudo volver a cambiar sin que se le notara."""

from __future__ import annotations

MARGEN = 2_000_000_000
"""Nanosegundos."""


def es_reciente(cambio: int, momento: int) -> bool:
    """Si lo que cambió a esa hora, en nanosegundos, era de hace nada en ese momento."""
    return cambio >= momento - MARGEN
