"""Los pasos de una traza larguísima, en un fichero temporal y de unos pocos en pocos: en memoria no caben todos.

Lo que se lee de él es lo que se leyó de la traza, aunque a esta la cambien mientras se construye.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import overload

from generador.lectura.trazas.bloques import Bloques
from generador.lectura.trazas.fichero_temporal import FicheroTemporal
from generador.modelo.traza import Paso

POR_BLOQUE = 32


class SinSitio(Exception):  # noqa: N818
    """La carpeta temporal no deja escribir más: hay que montar la traza entera en memoria."""


class PasosEnFichero(Sequence[Paso]):
    """Una secuencia de pasos, a la que se le añaden mientras se lee la traza. Pedir uno lee su bloque.

    Un trozo es una tupla, con sus pasos ya leídos. Crearla y añadir lanzan `SinSitio`; leer, `OSError`, si el disco
    falla.
    """

    def __init__(self) -> None:
        try:
            self._fichero = FicheroTemporal("vitrina-pasos-")
        except OSError as error:
            raise SinSitio from error
        self._bloques = Bloques()
        self._primeros: list[int] = []
        self._sitios: list[tuple[int, int]] = []
        self._n = 0
        self._tenido: tuple[int, tuple[Paso, ...]] = (-1, ())

    def anadir(self, pasos: Sequence[Paso]) -> None:
        """Pone unos pasos detrás. Todos han de ser de la misma traza."""
        for i in range(0, len(pasos), POR_BLOQUE):
            bloque = pasos[i : i + POR_BLOQUE]
            datos = self._bloques.escribir(bloque)
            self._primeros.append(self._n)
            self._sitios.append((self._escribir(datos), len(datos)))
            self._n += len(bloque)

    def _escribir(self, datos: bytes) -> int:
        try:
            return self._fichero.anadir(datos)
        except OSError as error:
            raise SinSitio from error

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, cual: int) -> Paso: ...
    @overload
    def __getitem__(self, cual: slice) -> tuple[Paso, ...]: ...
    def __getitem__(self, cual: int | slice) -> Paso | tuple[Paso, ...]:
        if isinstance(cual, slice):
            return tuple([self[i] for i in range(*cual.indices(self._n))])
        i = cual + self._n if cual < 0 else cual
        if not 0 <= i < self._n:
            raise IndexError(cual)
        k = bisect_right(self._primeros, i) - 1
        if self._tenido[0] != k:
            self._tenido = (k, self._leer(k))
        return self._tenido[1][i - self._primeros[k]]

    def __iter__(self) -> Iterator[Paso]:
        for k in range(len(self._primeros)):
            yield from self._leer(k)

    def __reversed__(self) -> Iterator[Paso]:
        for k in reversed(range(len(self._primeros))):
            yield from reversed(self._leer(k))

    def _leer(self, k: int) -> tuple[Paso, ...]:
        return self._bloques.leer(self._fichero.leer(*self._sitios[k]))
