"""Abrir un servidor en el puerto pedido o, si da igual cuál, en el primero libre; y tenerlo en marcha un rato."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import BaseServer
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


@contextmanager
def en_marcha(servidor: BaseServer) -> Iterator[None]:
    """El servidor atiende en otro hilo hasta que se sale, y entonces se cierra."""
    threading.Thread(target=servidor.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    try:
        yield
    finally:
        servidor.shutdown()
        servidor.server_close()
