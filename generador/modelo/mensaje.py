"""Un texto nuestro con huecos, que se interpola al final y en el idioma de la página.

El español es el idioma de origen: la plantilla es su propia clave en el catálogo. Así `comparacion` puede
explicar un veredicto sin saber en qué idioma se leerá, y lo grabado entra como dato y nunca se traduce.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Mensaje(Struct, frozen=True):
    """`plantilla` lleva huecos `%(nombre)s`; `datos` los rellena. Un dato puede ser otro texto nuestro."""

    plantilla: str
    datos: tuple[tuple[str, str | Mensaje], ...] = ()

    def en(self, traducir: Callable[[str], str]) -> str:
        """El texto, con la plantilla pasada por `traducir`."""
        return traducir(self.plantilla) % {k: v if isinstance(v, str) else v.en(traducir) for k, v in self.datos}

    def __str__(self) -> str:
        return self.en(lambda plantilla: plantilla)


def mensaje(plantilla: str, **datos: object) -> Mensaje:
    """Construye un `Mensaje`. Babel extrae el primer argumento de cada llamada a `mensaje(...)`."""
    return Mensaje(plantilla, tuple((k, v if isinstance(v, Mensaje) else str(v)) for k, v in datos.items()))
