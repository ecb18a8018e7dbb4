"""El cuerpo de un formulario, leído con límites: pocos controles, UTF-8 de verdad y ninguno repetido."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

CONTROLES = 200


class Ilegible(Exception):  # noqa: N818
    """No es un formulario de los nuestros."""


def leer(cuerpo: bytes) -> Mapping[str, str]:
    """Control → valor. Lanza `Ilegible`."""
    try:
        pares = parse_qsl(cuerpo.decode("ascii"), keep_blank_values=True, max_num_fields=CONTROLES, errors="strict")
    except ValueError as error:  # también lo que no es ASCII o UTF-8
        raise Ilegible from error
    if len(dict(pares)) != len(pares) or any("\0" in v for _, v in pares):
        raise Ilegible
    return dict(pares)
