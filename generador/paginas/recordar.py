"""Recordar lo que se saca de una carga, que se pide una vez por idioma: solo si es pequeña, porque se queda viva."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from generador.modelo.traza import Cambio, Carga

Dato = TypeVar("Dato", Cambio, Carga | None, bytes)
Resultado = TypeVar("Resultado")

_CUANTAS = 1_024
PEQUENA = 16 * 1024
"""Bytes: lo recordado por cada función no pasa de 16 MB."""


def si_es_pequena(funcion: Callable[[Dato], Resultado]) -> Callable[[Dato], Resultado]:
    """La misma función, que recuerda sus últimas respuestas a lo que no ocupa mucho."""
    recordada = lru_cache(maxsize=_CUANTAS)(funcion)

    @wraps(funcion)
    def quiza(dato: Dato) -> Resultado:
        return recordada(dato) if _pesa(dato) <= PEQUENA else funcion(dato)

    return quiza


def _pesa(dato: Cambio | Carga | bytes | None) -> int:
    if isinstance(dato, bytes):
        return len(dato)
    cargas = (dato.antes, dato.despues) if isinstance(dato, Cambio) else (dato,)
    return sum(len(c.crudo) for c in cargas if c is not None)
