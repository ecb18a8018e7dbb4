"""Un fichero temporal al que solo se añade: lo que no cabe en memoria espera ahí.

No tiene nombre: nadie más puede abrirlo ni cambiarlo, y desaparece con el último proceso que lo tenga. Se escribe y se
lee por posición, porque los procesos que lo heredan comparten por dónde va.
"""

from __future__ import annotations

from tempfile import TemporaryFile

from generador import sistema


class FicheroTemporal:
    """Crearlo y añadir lanzan `OSError` si no hay sitio."""

    def __init__(self, prefijo: str) -> None:
        self._fichero = TemporaryFile(prefix=prefijo, buffering=0)  # noqa: SIM115 — vive lo que su dueño
        self.escrito = 0

    def anadir(self, datos: bytes) -> int:
        """Dónde quedan. Si falla a medias, lo siguiente va encima."""
        desde, resto = self.escrito, memoryview(datos)
        while resto:
            hechos = sistema.escribir_en(self._fichero.fileno(), resto, desde + len(datos) - len(resto))
            resto = resto[hechos:]
        self.escrito += len(datos)
        return desde

    def leer(self, desde: int, cuantos: int) -> bytes:
        """Lo que se dejó ahí. Lanza `OSError` si no está entero."""
        trozos: list[bytes] = []
        while cuantos:
            trozo = sistema.leer_en(self._fichero.fileno(), cuantos, desde)
            if not trozo:
                raise OSError("el fichero temporal está a medias")
            trozos.append(trozo)
            cuantos, desde = cuantos - len(trozo), desde + len(trozo)
        return b"".join(trozos)
