"""La forma canónica de unos datos y su huella: lo que ata una aprobación a lo que se ejecuta."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any

import rfc8785

_ESPACIO = uuid.UUID("6f6c2f0e-6a0e-5d0b-9a55-0c6e4f1b7a10")


def huella(datos: Any) -> str:
    """`sha256` en hexadecimal de los datos según RFC 8785: no depende del orden de las claves ni del espaciado."""
    return hashlib.sha256(rfc8785.dumps(datos)).hexdigest()


def clave_de_idempotencia(origen: str, n: int, huella_de_datos: str) -> str:
    """La clave de unos datos: la misma siempre, también en otro proceso; otra en cuanto se editan.

    `origen` es el ticket (y `n`, su cuenta de propuestas) o, al editar, la clave anterior (y `n`, la versión).
    """
    return str(uuid.uuid5(_ESPACIO, f"{origen}/{n}/{huella_de_datos}"))
