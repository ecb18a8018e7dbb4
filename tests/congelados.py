"""Mirar y cambiar un dato congelado, sea `Struct` o dataclass: en las pruebas da igual cuál es."""

import dataclasses
from typing import TypeVar

import msgspec

T = TypeVar("T")


def es_congelado(dato: object) -> bool:
    """Si es un dato con campos, o la clase de uno."""
    clase = dato if isinstance(dato, type) else type(dato)
    return issubclass(clase, msgspec.Struct) or dataclasses.is_dataclass(clase)


def campos(clase: type) -> tuple[str, ...]:
    """Los nombres de sus campos, en su orden."""
    if issubclass(clase, msgspec.Struct):
        return clase.__struct_fields__
    return tuple(c.name for c in dataclasses.fields(clase))


def replace(dato: T, /, **cambios: object) -> T:
    """Una copia de `dato` con otros valores en esos campos."""
    if isinstance(dato, msgspec.Struct):
        return msgspec.structs.replace(dato, **cambios)
    return dataclasses.replace(dato, **cambios)
