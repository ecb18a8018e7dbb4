"""Las trazas ya leídas: unas pocas en memoria y las demás en un fichero temporal, de donde vuelven sin leer su JSON.

Una construcción pide cada traza cuatro o cinco veces, y leerla cuesta diez veces más que traerla de aquí. El fichero no
tiene nombre: nadie más puede abrirlo, y desaparece con el último proceso que lo tenga.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from generador.lectura.trazas.bloques import Bloques, Valores
from generador.lectura.trazas.fichero_temporal import FicheroTemporal
from generador.modelo.traza import Traza

EN_MEMORIA = 2 * 1024 * 1024
"""Bytes de traza que se conservan leídos, a la vez y entre construcciones de un mismo proceso. Ocupan el triple."""

EN_DISCO = 512 * 1024 * 1024
"""Bytes del fichero temporal. Lo que no quepa se vuelve a leer."""

EN_FICHERO = 256 * 1024
"""Lo que ocupa en memoria una traza larguísima, cuyos pasos ya esperan en su propio fichero: esa no se copia a este."""

_NO_SE_DEJA = (OSError, OverflowError, UnicodeError, TypeError, msgspec.MsgspecError, pickle.PicklingError)


class _Sitio(Struct, frozen=True):
    """Dónde está una traza en el fichero: lo de alrededor y sus referencias y, detrás, los pasos."""

    desde: int
    cabeza: int
    pasos: int
    ocupa: int


class Tenidas:
    """Trazas por nombre. Al entrar una que no cabe en memoria se van al disco las que más hace que se pidieron."""

    def __init__(self) -> None:
        self._en_memoria: dict[str, tuple[int, Traza]] = {}
        self._en_disco: dict[str, _Sitio] = {}
        self._bytes = 0
        self._fichero: FicheroTemporal | None = None
        self._dueno = os.getpid()

    def __contains__(self, nombre: str) -> bool:
        return nombre in self._en_memoria or nombre in self._en_disco

    def __getitem__(self, nombre: str) -> Traza:
        """Lanza `OSError` si lo que se guardó ya no se puede traer."""
        ocupa, traza = self._en_memoria.pop(nombre, (0, None))
        if traza is None:
            ocupa, traza = self._en_disco[nombre].ocupa, self._traer(self._en_disco[nombre])
            self._bytes += ocupa
        self._entrar(nombre, traza, ocupa)
        return traza

    def poner(self, nombre: str, traza: Traza, ocupa: int) -> None:
        """Conserva una traza que ocupa `ocupa` bytes en su fichero."""
        self.quitar(nombre)
        suyos = ocupa if isinstance(traza.pasos, tuple) else EN_FICHERO
        self._bytes += suyos
        self._entrar(nombre, traza, suyos)

    def quitar(self, nombre: str) -> None:
        """La olvida, si estaba."""
        self._en_disco.pop(nombre, None)
        ocupa, _ = self._en_memoria.pop(nombre, (0, None))
        self._bytes -= ocupa

    def solo(self, nombres: set[str]) -> None:
        """Olvida todas menos esas. Si lo olvidado es ya medio fichero, se empieza otro."""
        for nombre in [n for n in (*self._en_memoria, *self._en_disco) if n not in nombres]:
            self.quitar(nombre)
        vivo = sum(s.cabeza + s.pasos for s in self._en_disco.values())
        if self._fichero is not None and vivo * 2 < self._fichero.escrito:
            self._fichero, self._en_disco = None, {}

    def hasta(self, bytes_: int, nombres: Iterator[str]) -> Iterator[tuple[str, Traza]]:
        """Las que se tengan de esas, de una en una, mientras sus ficheros no sumen más de `bytes_`.

        No las larguísimas, que ya están en disco, ni las que ya no se puedan traer.
        """
        for nombre in (n for n in nombres if n in self):
            try:
                traza = self[nombre]
            except OSError:
                continue
            if not isinstance(traza.pasos, tuple):
                continue
            bytes_ -= self._en_memoria[nombre][0]
            if bytes_ < 0:
                return
            yield nombre, traza

    def _entrar(self, nombre: str, traza: Traza, ocupa: int) -> None:
        self._en_memoria[nombre] = (ocupa, traza)
        while self._bytes > EN_MEMORIA and len(self._en_memoria) > 1:
            self._apartar(next(iter(self._en_memoria)))

    def _apartar(self, nombre: str) -> None:
        """De la memoria al disco. La que no se deje escribir, o no quepa, se olvida."""
        ocupa, traza = self._en_memoria.pop(nombre)
        self._bytes -= ocupa
        if nombre not in self._en_disco and self._dueno == os.getpid() and self._queda_sitio():
            try:
                self._en_disco[nombre] = self._escribir(traza, ocupa)
            except _NO_SE_DEJA:
                self._en_disco.pop(nombre, None)

    def _escribir(self, traza: Traza, ocupa: int) -> _Sitio:
        bloques = Bloques()
        pasos = bloques.escribir(traza.pasos)
        cabeza = pickle.dumps((replace(traza, pasos=()), dict(bloques.valores)), pickle.HIGHEST_PROTOCOL)
        self._fichero = self._fichero or FicheroTemporal("vitrina-trazas-")
        return _Sitio(self._fichero.anadir(cabeza + pasos), len(cabeza), len(pasos), ocupa)

    def _queda_sitio(self) -> bool:
        return (self._fichero.escrito if self._fichero else 0) < EN_DISCO

    def _traer(self, sitio: _Sitio) -> Traza:
        if self._fichero is None:
            raise OSError("no hay fichero temporal de trazas")
        datos = self._fichero.leer(sitio.desde, sitio.cabeza + sitio.pasos)
        leido: tuple[Traza, Valores] = pickle.loads(datos[: sitio.cabeza])  # noqa: S301 — lo escribió este proceso
        return replace(leido[0], pasos=Bloques(leido[1]).leer(datos[sitio.cabeza :]))
