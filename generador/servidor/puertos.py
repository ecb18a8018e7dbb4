"""Abrir un servidor en el puerto pedido o, si da igual cuál, en el primero libre."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import TypeVar

from generador.errores import Codigo, ErrorDeSalida

PUERTO = 8400
_PUERTOS_QUE_SE_PRUEBAN = 20

S = TypeVar("S")


def abrir(host: str, puerto: int, crear: Callable[[tuple[str, int]], S]) -> S:
    """Lo que dé `crear` con la primera dirección libre. Uno pedido a propósito no se cambia.

    Sin puerto (0) se prueba desde 8400; el último intento es el que diga el sistema. Lanza `ErrorDeSalida`.
    """
    libres = (*range(PUERTO, PUERTO + _PUERTOS_QUE_SE_PRUEBAN), 0)
    puertos = (puerto,) if puerto else libres
    for candidato in puertos:
        try:
            return crear((host, candidato))
        except OSError as error:
            if error.errno != errno.EADDRINUSE or candidato == puertos[-1]:
                que_pasa = f"no se puede escuchar en {host}:{candidato} ({error.strerror})"
                raise ErrorDeSalida(que_pasa, "da otro con --puerto", Codigo.ENTRADA_INVALIDA) from error
    raise AssertionError("siempre hay un puerto que probar")
