"""Un valor grabado, que puede ser cualquier JSON: leerlo, saber si es el mismo que otro y decirlo como texto."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from generador.modelo.traza import Carga


def leer(carga: Carga | None) -> Any:
    """El valor de una carga; si no se deja leer, su propio texto, para que se vea."""
    if carga is None:
        return None
    try:
        return carga.valor()
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return carga.crudo.decode("utf-8", "replace")


def espaciado(valor: Any) -> str:
    """Un valor como texto JSON en una línea, con un espacio tras cada coma: se lee y se parte mejor."""
    try:
        return json.dumps(valor, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        return repr(valor)


def compacto(valor: Any) -> str:
    """Un valor como texto JSON en una línea."""
    try:
        return msgspec.json.encode(valor).decode()
    except (RecursionError, TypeError, ValueError):
        return repr(valor)


def iguales(a: Any, b: Any) -> bool:
    """Igualdad de JSON: `1`, `1.0` y `true` son distintos, y el orden de las claves no cuenta.

    Lanza `RecursionError` si alguno es demasiado hondo.
    """
    return type(a) is type(b) and a == b and (isinstance(a, str) or _canonico(a) == _canonico(b))


def _canonico(valor: Any) -> bytes:
    return msgspec.json.encode(valor, order="sorted")


def es_diccionario(valor: Any) -> bool:
    """Si es un objeto JSON con sus claves, y no un valor de Python que la grabadora guardó con su tipo (`$t`)."""
    return isinstance(valor, dict) and "$t" not in valor
