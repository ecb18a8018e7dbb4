"""Las páginas hechas esperan en disco a publicarse: un sitio grande no cabe en memoria, y no hace falta que quepa."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct

from generador.errores import Codigo, ErrorDeSalida
from generador.escritura.contenidos import Publicado, firma_de
from generador.incremental.estado import Escrita


class Aparte(Struct, frozen=True):
    """Una carpeta temporal de la que solo se lee lo que ella misma guardó: cada vez se comprueba su huella."""

    carpeta: Path

    def guardar(self, escrita: Escrita, contenido: bytes) -> bytes | Publicado:
        """Deja `contenido` aparte. Pueden hacerlo varios procesos a la vez. Lanza `ErrorDeSalida` si no se deja."""
        ruta = f"{self.carpeta}/{escrita.bytes}.{os.getpid()}"
        try:
            Path(ruta).write_bytes(contenido)
        except OSError as causa:
            que_pasa = f"no se puede escribir en la carpeta temporal {self.carpeta.parent}: {causa.strerror}"
            raise ErrorDeSalida(que_pasa, "haz sitio en ella, o pon otra en TMPDIR", Codigo.DISCO) from causa
        firma = firma_de(ruta)
        return Publicado(ruta, escrita.bytes, firma) if firma else contenido
