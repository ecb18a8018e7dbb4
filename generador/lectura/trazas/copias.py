"""Líneas que están dos veces: un fichero pegado consigo mismo, o un envío repetido, no es otro intento ni otra llamada.

Una copia es la misma línea, byte a byte, con el mismo número. Se recuerdan 4 bytes por línea y no las líneas, para
que valga también para las trazas que se leen sin tenerlas enteras en memoria.
"""

from __future__ import annotations

from array import array
from zlib import crc32

_MAXIMO = 8_000_000
"""El mayor `seq` que se recuerda: un número disparatado no reserva memoria."""


class Copias:
    """Las líneas ya vistas, por su `seq`."""

    __slots__ = ("_marcas",)

    def __init__(self) -> None:
        self._marcas = array("I")

    def es_copia(self, seq: int, cruda: bytes) -> bool:
        """Si esta línea ya estaba; si no, queda anotada. Sin un `seq` de verdad no se puede saber, y no lo es."""
        if not 0 < seq < _MAXIMO:
            return False
        marcas = self._marcas
        if seq >= len(marcas):
            marcas.frombytes(bytes(marcas.itemsize * (seq + 1 - len(marcas) + len(marcas) // 8)))
        marca = crc32(cruda) or 1
        if marcas[seq] == marca:
            return True
        marcas[seq] = marca
        return False
