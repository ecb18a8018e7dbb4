"""Bytes que esperan: los primeros en memoria y, si son muchos, los demás en un fichero temporal."""

from __future__ import annotations

from typing import TypeAlias

from generador.errores import Codigo, ErrorDeSalida
from generador.lectura.trazas.fichero_temporal import FicheroTemporal

EN_MEMORIA = 1024 * 1024
"""Bytes que no van a disco: los de una corrida corriente."""

Guardado: TypeAlias = bytes | tuple[int, int]
"""Los bytes, o desde dónde y cuántos son en el fichero."""


class Deposito:
    """Solo crece: lo que se deja de usar ocupa hasta que se suelta entero."""

    def __init__(self) -> None:
        self._caben = EN_MEMORIA
        self._fichero: FicheroTemporal | None = None

    def guardar(self, datos: bytes) -> Guardado:
        """Con qué pedirlos luego. Si el disco no deja, se quedan en memoria."""
        self._caben -= len(datos)
        if self._caben >= 0:
            return datos
        try:
            return self._el_fichero().anadir(datos), len(datos)
        except OSError:
            return datos

    def traer(self, guardado: Guardado) -> bytes:
        """Los bytes que se guardaron. Lanza `ErrorDeSalida` si el disco ya no los da."""
        if isinstance(guardado, bytes):
            return guardado
        try:
            return self._el_fichero().leer(*guardado)
        except OSError as causa:
            que_pasa = f"no se puede leer lo que se dejó en la carpeta temporal: {causa.strerror or causa}"
            raise ErrorDeSalida(que_pasa, "haz sitio en ella, o pon otra en TMPDIR", Codigo.DISCO) from causa

    def _el_fichero(self) -> FicheroTemporal:
        self._fichero = self._fichero or FicheroTemporal("vitrina-recuerdos-")
        return self._fichero
