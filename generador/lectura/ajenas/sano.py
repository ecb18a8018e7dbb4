"""Un valor ajeno, listo para escribirse como JSON: hondura y enteros acotados, sin `NaN` ni medias parejas de UTF-16.

Las marcas `{"$t": …}` son las de la grabadora: lo que no cupo se dice en su sitio, no se calla.
"""

from __future__ import annotations

import math
from typing import Any

HONDURA = 60
_ENTERO_SEGURO = 2**53
_CIFRAS = 10_000


def sano(valor: Any, quedan: int = HONDURA) -> Any:
    """El valor, o su marca. Nunca lanza."""
    match valor:
        case None | bool():
            return valor
        case str():
            return texto_sano(valor)
        case int():
            return _entero(valor)
        case float():
            return valor if math.isfinite(valor) else {"$t": "float", "v": repr(valor)}
        case bytes() | bytearray() | memoryview():
            return {"$t": "bytes", "len": len(valor)}
    if quedan == 0:
        return {"$t": "depth"}
    if isinstance(valor, dict):
        return {_clave(k): sano(v, quedan - 1) for k, v in valor.items()}
    if isinstance(valor, list | tuple):
        return [sano(v, quedan - 1) for v in valor]
    return {"$t": "repr", "cls": type(valor).__name__, "v": texto_sano(repr(valor))[:500]}


def texto_sano(texto: str) -> str:
    """Sin medias parejas, que no se pueden escribir en UTF-8."""
    return texto if texto.isascii() else texto.encode("utf-8", "replace").decode()


def _entero(n: int) -> Any:
    if abs(n) < _ENTERO_SEGURO:
        return n
    return {"$t": "int", "v": str(n)} if n.bit_length() < _CIFRAS else {"$t": "int", "bits": n.bit_length()}


def _clave(k: Any) -> str:
    return texto_sano(k if isinstance(k, str) else repr(k)[:500])
