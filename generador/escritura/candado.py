"""Un solo constructor por salida. El candado (`flock`) es del núcleo: una muerte lo suelta, sin pids que caduquen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generador import sistema
from generador.errores import Codigo, ErrorDeSalida


@contextmanager
def candado(ruta: Path) -> Iterator[None]:
    """Tiene `ruta` en exclusiva mientras dura el bloque y al acabar la borra.

    Lanza `ErrorDeSalida` con código 6 si otro la tiene, y con código 2 si ese nombre es de un fichero ajeno.
    """
    descriptor = _coger(ruta)
    try:
        yield
    finally:
        with suppress(PermissionError):
            ruta.unlink(missing_ok=True)
        os.close(descriptor)
        if not sistema.ABRE_CARPETAS:  # en Windows no se borra lo que está abierto
            with suppress(OSError):
                ruta.unlink(missing_ok=True)


def _coger(ruta: Path) -> int:
    """El anterior dueño pudo borrar el fichero entre abrirlo y cerrojarlo: entonces se tiene otro, y se repite."""
    while True:
        descriptor = os.open(ruta, os.O_RDWR | os.O_CREAT | sistema.NO_SEGUIR, 0o644)
        try:
            sistema.cerrojar(descriptor)
            if _es_el_mismo(descriptor, ruta):
                return descriptor
        except BlockingIOError:
            os.close(descriptor)
            raise ErrorDeSalida(
                f"otra construcción está escribiendo al lado de {ruta}",
                "espera a que acabe, o publica en otra carpeta",
                Codigo.OTRO_CONSTRUYENDO,
            ) from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _es_el_mismo(descriptor: int, ruta: Path) -> bool:
    mio = os.fstat(descriptor)
    if mio.st_size:
        raise ErrorDeSalida(f"{ruta} no es un candado de Vitrina: tiene contenido", "muévelo a otro sitio")
    try:
        return os.path.samestat(mio, ruta.lstat())
    except FileNotFoundError:
        return False
