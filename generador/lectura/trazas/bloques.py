"""Pasos como bytes, para tenerlos en un fichero temporal y no en memoria: ocupan la mitad y vuelven sin leer la traza.

Es una copia de lo ya comprobado y no un formato: no sale del proceso (ni de los que nacen de él) ni se vuelve a leer.
Las referencias `{"$m": h}` se guardan sin resolver; lo referido va aparte, una vez por traza.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from generador.lectura.trazas.montaje.cargas import CargaConReferencias
from generador.modelo.traza import Carga, Paso

Valores = Mapping[bytes, bytes]
"""Lo que las cargas nombran por referencia."""


class Bloques:
    """Escribe y lee los pasos de una traza. `valores` es de donde salen sus referencias: al escribir se averigua."""

    __slots__ = ("_cargas", "_escritor", "_lector")

    def __init__(self, valores: Valores | None = None) -> None:
        self._cargas = _Cargas(valores or {})
        self._escritor = msgspec.msgpack.Encoder(enc_hook=self._cargas.como_bytes)
        self._lector = msgspec.msgpack.Decoder(tuple[Paso, ...], dec_hook=self._cargas.como_carga)

    @property
    def valores(self) -> Valores:
        return self._cargas.valores

    def escribir(self, pasos: Sequence[Paso]) -> bytes:
        """Los pasos, en bytes. Todos los que se escriban han de ser de la misma traza."""
        return self._escritor.encode(pasos)

    def leer(self, datos: bytes) -> tuple[Paso, ...]:
        """Los pasos que dieron esos bytes."""
        return self._lector.decode(datos)


class _Cargas:
    """Aparte, para que escritor y lector no formen un ciclo con quien los tiene: hay uno por cada traza que vuelve."""

    __slots__ = ("valores",)

    def __init__(self, valores: Valores) -> None:
        self.valores = valores

    def como_bytes(self, valor: Any) -> Any:
        if type(valor) is Carga:
            return valor.crudo
        if isinstance(valor, CargaConReferencias):
            texto, self.valores = valor.sin_resolver
            return (texto,)
        raise TypeError(f"{type(valor).__name__} no es parte de un paso")

    def como_carga(self, _: type, guardado: Any) -> Carga:
        return Carga(guardado) if type(guardado) is bytes else CargaConReferencias(guardado[0], self.valores)
