"""Las causas de cada tarea de un caso, juntas y comprimidas: las pide una página y las tiene el sitio entero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from generador.modelo.apretado import apretar, soltar
from generador.modelo.hallazgo import Causa

Par = tuple[str, tuple[Causa, ...]]
"""(id de tarea, sus causas)."""

_POR_TROZO = 512


class Causas(Struct, frozen=True):
    """Una serie de `Par`, en el orden de los pasos. Recorrerla la descomprime trozo a trozo."""

    trozos: tuple[bytes, ...] = ()

    @classmethod
    def de(cls, pares: Iterable[Par]) -> Causas:
        """Las de esos pares, que se recorren una vez."""
        resto, trozos = iter(pares), []
        while trozo := list(islice(resto, _POR_TROZO)):
            trozos.append(apretar(trozo))
        return cls(tuple(trozos))

    def __iter__(self) -> Iterator[Par]:
        for trozo in self.trozos:
            yield from soltar(trozo, list[Par])
