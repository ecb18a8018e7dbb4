"""La carga y sus referencias `{"$m": h}`.

Un estado con mil mensajes repite los mil en cada paso: si cada uno llevara su texto ya resuelto, la memoria
crecería con el cuadrado de los pasos. Aquí se guarda el texto con referencias y se resuelve al pedirlo.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Raw

from generador.modelo.traza import Carga

_REFERENCIA = re.compile(rb'\{\s*"\$m"\s*:\s*"([^"\\]{1,80})"\s*\}')
_MARCA = b'"$m"'
_NIVELES = 4
MAXIMO_RESUELTO = 64 * 1024 * 1024
"""Bytes que puede ocupar una carga resuelta. Lo que pase de ahí se queda como referencia, a la vista."""


class CargaConReferencias(Carga):
    """Una `Carga` cuyo `crudo` se compone al pedirlo. Los valores referidos se comparten."""

    __slots__ = ("_texto", "_valores")
    _texto: bytes
    _valores: Mapping[bytes, bytes]

    def __init__(self, texto: bytes, valores: Mapping[bytes, bytes]) -> None:
        self._texto = texto
        self._valores = valores

    @property
    def crudo(self) -> bytes:  # type: ignore[override]
        """El texto con cada referencia conocida cambiada por su valor."""
        return _resolver(self._texto, self._valores)

    @property
    def sin_resolver(self) -> tuple[bytes, Mapping[bytes, bytes]]:
        """El texto con sus referencias y de dónde salen: para guardarla sin repetir lo referido."""
        return self._texto, self._valores

    def __reduce__(self) -> tuple[type[Carga], tuple[bytes]]:
        return Carga, (self.crudo,)


def _resolver(texto: bytes, valores: Mapping[bytes, bytes]) -> bytes:
    """Cambia referencias por valores, que pueden traer otras, sin pasar de un tamaño ni de unos niveles."""
    queda = MAXIMO_RESUELTO - len(texto)

    def valor(referencia: re.Match[bytes]) -> bytes:
        nonlocal queda
        v = valores.get(referencia[1])
        if v is None or len(v) > queda:
            return referencia[0]
        queda -= len(v)
        return v

    for _ in range(_NIVELES):
        resuelto = _REFERENCIA.sub(valor, texto)
        if resuelto == texto or _MARCA not in resuelto:
            return resuelto
        texto = resuelto
    return texto


class Cargas:
    """Crea cargas que comparten un almacén de valores referidos."""

    __slots__ = ("_valores",)

    def __init__(self) -> None:
        self._valores: dict[bytes, bytes] = {}

    def guardar(self, clave: str, valor: Raw) -> None:
        """Añade un valor referido. El orden da igual: se resuelve al pedirlo."""
        self._valores[clave.encode()] = bytes(valor)

    def de(self, crudo: Raw | bytes) -> Carga | None:
        """La carga, o `None` si no hay o es `null`."""
        texto = bytes(crudo)
        return None if not texto or texto == b"null" else self.siempre(texto)

    def siempre(self, texto: bytes) -> Carga:
        """La carga, aunque sea `null`."""
        return CargaConReferencias(texto, self._valores) if _MARCA in texto else Carga(texto)

    def iguales(self, una: Carga, otra: Carga) -> bool:
        """Si dos cargas de este almacén son la misma, sin resolverlas."""
        return _texto_de(una) == _texto_de(otra)

    def resuelto(self, crudo: Raw | bytes) -> bytes:
        """El texto con sus referencias resueltas."""
        texto = bytes(crudo)
        return _resolver(texto, self._valores) if _MARCA in texto else texto


def _texto_de(carga: Carga) -> bytes:
    return carga._texto if isinstance(carga, CargaConReferencias) else carga.crudo
