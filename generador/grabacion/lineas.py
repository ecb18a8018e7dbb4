"""Lo que comparten las dos fuentes de una grabación: el fichero, el serializador y la ejecución en curso."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generador.grabacion.destino import Destino
from generador.grabacion.repetidos import Repetidos
from generador.grabacion.serializar import Redactor, Serializador


class Lineas:
    """Escribe líneas de una ejecución (`run`). Es lo único que ven el manejador y la corriente."""

    def __init__(
        self, destino: Destino, *, run: str, redactar: Redactor, repetidos: Repetidos, reloj: Callable[[], float]
    ) -> None:
        self._destino = destino
        self._run = run
        self._reloj = reloj
        self._repetidos = repetidos
        self.json = Serializador(redactar=redactar, compartir=repetidos.mensaje)

    def escribir(self, t: str, /, **campos: Any) -> None:
        """Una línea de esta ejecución. Los campos ya son valores JSON."""
        self._destino.escribir(t, run=self._run, **campos)

    def valores(self, objeto: Any) -> Any:
        """Un estado, una entrada o una actualización, con sus valores grandes compartidos."""
        return self._repetidos.claves(self.json(objeto))

    def ahora(self) -> float:
        """Segundos unix, con microsegundos."""
        return round(self._reloj(), 6)

    def contar_perdida(self) -> None:
        self._destino.contar_perdida()
