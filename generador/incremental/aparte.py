"""Las páginas hechas esperan en disco a publicarse: un sitio grande no cabe en memoria, y no hace falta que quepa."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct

from generador.escritura.contenidos import Publicado, firma_de
from generador.incremental.estado import Escrita


class Aparte(Struct, frozen=True):
    """Una carpeta temporal de la que solo se lee lo que ella misma guardó: cada vez se comprueba su huella."""

    carpeta: Path

    def guardar(self, escrita: Escrita, contenido: bytes) -> bytes | Publicado:
        """Deja `contenido` aparte. Pueden hacerlo varios procesos a la vez. Lanza `OSError` si el disco no deja."""
        ruta = f"{self.carpeta}/{escrita.bytes}.{os.getpid()}"
        Path(ruta).write_bytes(contenido)
        firma = firma_de(ruta)
        return Publicado(ruta, escrita.bytes, firma) if firma else contenido
