"""Lo que hay para servir ahora mismo, y el aviso a las pestañas abiertas cuando cambia."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field

Servible: TypeAlias = tuple[Path | bytes, str]
"""(fichero, o sus bytes si aún no está publicado; SHA-256)."""


class Edicion(Struct, frozen=True):
    """Un sitio servible: `ficheros` va de ruta a lo que se sirve en ella. `error` es el de la última vez."""

    numero: int = 0
    ficheros: Mapping[str, Servible] = field(default_factory=dict)
    error: str = ""

    def huella(self, ruta: str) -> str:
        """La de lo que se ve en esa ruta; vacía si no está."""
        return self.ficheros[ruta][1] if ruta in self.ficheros else ""


class Tablon:
    """La edición vigente. Un hilo la cambia y los demás esperan a que cambie."""

    def __init__(self) -> None:
        self._cambio = threading.Condition()
        self._edicion = Edicion()
        self._perdidos = 0

    @property
    def edicion(self) -> Edicion:
        return self._edicion

    @property
    def perdidos(self) -> int:
        """Cuántas veces se pidió algo colgado que ya no estaba en el disco, o no era lo que se colgó."""
        return self._perdidos

    def echar_en_falta(self) -> None:
        """Algo colgado ya no está: quien construye sabrá que hay que rehacerlo."""
        with self._cambio:
            self._perdidos += 1

    def colgar(self, ficheros: Mapping[str, Servible]) -> None:
        """Un sitio nuevo, sin error."""
        self._poner(ficheros, "")

    def adelantar(self, ruta: str, contenido: bytes, huella: str) -> None:
        """Un fichero de un sitio que aún se está haciendo. Los demás, y el error si lo hubo, siguen como estaban."""
        self._poner({**self._edicion.ficheros, ruta: (contenido, huella)}, self._edicion.error)

    def avisar(self, error: str, antes: Mapping[str, Servible] | None = None) -> None:
        """La construcción falló: se sirve lo de `antes` (si no se dice, lo que hubiera), con el error a la vista."""
        self._poner(self._edicion.ficheros if antes is None else antes, error)

    def esperar(self, numero: int, segundos: float, basta: Callable[[], bool] = lambda: False) -> Edicion:
        """La primera edición distinta de `numero`, o la que haya si pasan `segundos` o si, al despertar, `basta`."""
        with self._cambio:
            self._cambio.wait_for(lambda: self._edicion.numero != numero or basta(), segundos)
            return self._edicion

    def despertar(self) -> None:
        """Que quien espere mire si le basta."""
        with self._cambio:
            self._cambio.notify_all()

    def _poner(self, ficheros: Mapping[str, Servible], error: str) -> None:
        with self._cambio:
            self._edicion = Edicion(self._edicion.numero + 1, ficheros, error)
            self._cambio.notify_all()
