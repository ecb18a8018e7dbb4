"""Traza en disco → `modelo.traza.Traza`, venga del formato que venga.

Para añadir un formato: un módulo con `reconoce` y `leer`, y su línea en `FORMATOS`.
"""

from __future__ import annotations

import codecs
import gc
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.trazas import flujo_langgraph, vitrina
from generador.lectura.trazas.montaje.ventanas import NoSePuede, OtroFinal
from generador.lectura.trazas.pasos_en_fichero import PasosEnFichero, SinSitio
from generador.modelo.traza import Traza

_CABECERA = 64 * 1024
MAXIMO = 2 * 1024**3
"""Bytes de un fichero de traza."""
LARGA = 4 * 1024**2
"""Bytes a partir de los que los pasos de una traza se dejan en disco."""


class Formato(Protocol):
    """Lo que ofrece cada módulo de formato."""

    def reconoce(self, cabecera: bytes, /) -> bool:
        """Si los primeros bytes del fichero son de este formato."""

    def leer(self, datos: bytes, caso: str, fichero: str = ...) -> Traza:
        """La traza; `fichero` es solo para los mensajes."""


FORMATOS: tuple[Formato, ...] = (vitrina, flujo_langgraph)


def leer_traza(ruta: Path, caso: str) -> Traza:
    """La traza del caso. Lanza `ErrorDeEntrada` si no se puede leer, está vacía o no se reconoce su formato."""
    try:
        ficha = ruta.stat()
        if not stat.S_ISREG(ficha.st_mode):
            raise _error(ruta, "no se puede leer la traza: no es un fichero corriente", "pon ahí la traza grabada")
        if ficha.st_size > MAXIMO:
            raise _error(ruta, "la traza pasa de 2 GiB", "graba menos pasos por caso")
        larga = _leer_larga(ruta, caso) if ficha.st_size > LARGA else None
        if larga is not None:
            return larga
        datos = ruta.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as e:
        raise _error(ruta, f"no se puede leer la traza: {e.strerror}", "comprueba la ruta y los permisos") from e
    if not datos[:_CABECERA].strip():
        raise _error(ruta, "la traza está vacía", "vuelve a grabar el caso")
    for formato in FORMATOS:
        if formato.reconoce(datos[:_CABECERA]):
            with _sin_recolector():
                return formato.leer(datos, caso, str(ruta))
    if datos.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise _error(ruta, "la traza está en UTF-16", "guárdala como UTF-8")
    raise _error(
        ruta,
        "no se reconoce el formato de la traza",
        "graba el caso con «vitrina grabar» o, si es de otro trazador, conviértelo con «vitrina importar»",
    )


def _leer_larga(ruta: Path, caso: str) -> Traza | None:
    """La traza con sus pasos en disco, o `None` si es de otro formato o hay que montarla entera."""
    with ruta.open("rb") as fichero, _sin_recolector():
        principio = len(codecs.BOM_UTF8) if fichero.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8 else 0
        fichero.seek(principio)
        if not vitrina.reconoce(fichero.read(_CABECERA)):
            return None
        for truncada in (False, True):
            fichero.seek(principio)
            try:
                pasos = PasosEnFichero()
                sin_pasos = vitrina.leer_larga(fichero, caso, str(ruta), pasos.anadir, truncada=truncada)
            except OtroFinal:
                continue
            except (NoSePuede, SinSitio):
                return None
            return replace(sin_pasos, pasos=pasos)
    return None


@contextmanager
def _sin_recolector() -> Iterator[None]:
    """Leer crea cientos de miles de objetos que sobreviven: recorrerlos a medias buscando ciclos duplica el tiempo."""
    activo = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if activo:
            gc.enable()


def _error(ruta: Path, que_pasa: str, que_hacer: str) -> ErrorDeEntrada:
    return ErrorDeEntrada([problema(ruta, que_pasa, que_hacer)])
