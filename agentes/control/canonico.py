"""JSON canónico (RFC 8785) y huellas: la única forma en que aquí se convierte un dato en bytes que se hashean."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import rfc8785

PREFIJO_DE_ID = "sha256:"


def canonico(datos: Any) -> bytes:
    """Los bytes de un valor JSON según RFC 8785. Con lo que JSON no sabe decir, `CanonicalizationError`."""
    return rfc8785.dumps(datos)


def sha256(contenido: bytes) -> str:
    """64 cifras hexadecimales."""
    return hashlib.sha256(contenido).hexdigest()


def huella(datos: Any) -> str:
    """`sha256` del JSON canónico: lo que ata una concesión a una llamada concreta."""
    return sha256(canonico(datos))


def id_de(contenido: bytes) -> str:
    """El id con que se cita un contenido: `sha256:` y su huella. No hay otra forma de nombrar una prueba."""
    return PREFIJO_DE_ID + sha256(contenido)


@lru_cache(maxsize=256)
def tramos_de_json(contenido: bytes) -> Mapping[str, tuple[int, int]]:
    """De puntero RFC 6901 a (primer byte, siguiente al último) de cada valor escalar de un JSON canónico.

    Vacío si los bytes no son JSON canónico: sin posiciones exactas no se señala nada.
    """
    try:
        valor = json.loads(contenido)
        if canonico(valor) != contenido:
            return MappingProxyType({})
    except ValueError:
        return MappingProxyType({})
    tramos: dict[str, tuple[int, int]] = {}
    _recorrer(valor, "", 0, tramos)
    return MappingProxyType(tramos)


def _recorrer(valor: Any, puntero: str, desde: int, tramos: dict[str, tuple[int, int]]) -> int:
    """Anota los tramos del valor que empieza en `desde` y devuelve dónde acaba."""
    if isinstance(valor, dict):
        hijos = [(len(canonico(k)) + 1, f"{puntero}/{_escapado(k)}", valor[k]) for k in sorted(valor, key=_orden_utf16)]
    elif isinstance(valor, list):
        hijos = [(0, f"{puntero}/{i}", v) for i, v in enumerate(valor)]
    else:
        tramos[puntero] = (desde, desde + len(canonico(valor)))
        return tramos[puntero][1]
    posicion = desde + 1
    for i, (ancho_de_clave, suyo, hijo) in enumerate(hijos):
        posicion = _recorrer(hijo, suyo, posicion + ancho_de_clave + (i > 0), tramos)
    return posicion + 1


def _orden_utf16(clave: str) -> bytes:
    return clave.encode("utf-16-be")


def _escapado(clave: str) -> str:
    return clave.replace("~", "~0").replace("/", "~1")
