"""Lo que hay para servir ahora mismo, y el aviso a las pestañas abiertas cuando cambia."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Edicion:
    """Un sitio servible: `ficheros` va de ruta publicada a (fichero, SHA-256). `error` es el de la última vez."""

    numero: int = 0
    ficheros: Mapping[str, tuple[Path, str]] = field(default_factory=dict)
    error: str = ""

    def huella(self, ruta: str) -> str:
        """La de lo que se ve en esa ruta; vacía si no está."""
        return self.ficheros[ruta][1] if ruta in self.ficheros else ""


class Tablon:
    """La edición vigente. Un hilo la cambia y los demás esperan a que cambie."""

    def __init__(self) -> None:
        self._cambio = threading.Condition()
        self._edicion = Edicion()

    @property
    def edicion(self) -> Edicion:
        return self._edicion

    def colgar(self, ficheros: Mapping[str, tuple[Path, str]]) -> None:
        """Un sitio nuevo, sin error."""
        self._poner(ficheros, "")

    def avisar(self, error: str) -> None:
        """La construcción falló: se sigue sirviendo lo de antes, con el error a la vista."""
        self._poner(self._edicion.ficheros, error)

    def esperar(self, numero: int, segundos: float) -> Edicion:
        """La primera edición distinta de `numero`, o la que haya si pasan `segundos`."""
        with self._cambio:
            self._cambio.wait_for(lambda: self._edicion.numero != numero, segundos)
            return self._edicion

    def _poner(self, ficheros: Mapping[str, tuple[Path, str]], error: str) -> None:
        with self._cambio:
            self._edicion = Edicion(self._edicion.numero + 1, ficheros, error)
            self._cambio.notify_all()
