"""Datos congelados, comprimidos mientras esperan: de una corrida de miles de casos hay miles de cada cosa."""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec

T = TypeVar("T")

_NIVEL = 1
_escritor = msgspec.msgpack.Encoder()


def apretar(valor: object) -> bytes:
    """`valor`, de los tipos que conoce msgspec, en unos pocos bytes. `soltar` lo devuelve."""
    return zlib.compress(_escritor.encode(valor), _NIVEL)


def soltar(apretado: bytes, tipo: type[T]) -> T:
    """El valor del que salió `apretado`, que era de ese tipo."""
    return msgspec.msgpack.decode(desinflar(apretado), type=tipo)


def desinflar(apretado: bytes) -> bytes:
    """El valor sin comprimir ni leer: sus textos están tal cual, y basta para saber si uno no está."""
    return zlib.decompress(apretado)
