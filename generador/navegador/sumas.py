"""Lo publicado es lo que se construyó: cada fichero que nombra `SHA256SUMS` está y es el que era, y no sobran páginas.

Un sitio que se copió a medias, se editó a mano o se mezcló con otro se ve bien en el navegador y no es el comprobado.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from generador.navegador.informe import Cuaderno
from generador.navegador.lectura import Sitio

SUMAS = "SHA256SUMS"
_LINEA = re.compile(r"([0-9a-f]{64}) [ *](.+)")
_CONTROL = "sumas"
_RECONSTRUYE = "vuelve a construir, o copia el sitio entero"


def comprobar_sumas(sitio: Sitio, cuaderno: Cuaderno) -> None:
    """Apunta si cada fichero es el de sus sumas. Sin `SHA256SUMS` no hay con qué, y no se apunta nada."""
    if SUMAS not in sitio.ficheros:
        return
    dichas = dict(_leidas(sitio, cuaderno))
    for ruta, suma in sorted(dichas.items()):
        esta = ruta in sitio.ficheros
        cuaderno.apuntar(_CONTROL, ruta, esta, f"no está, y {SUMAS} lo nombra", _RECONSTRUYE)
        if esta:
            es_el_mismo = _suma(sitio, ruta) == suma
            cuaderno.apuntar(
                _CONTROL, ruta, es_el_mismo, f"no es el que se publicó: no cuadra con {SUMAS}", _RECONSTRUYE
            )
    for ruta in sorted(sitio.paginas):
        que_hacer = f"bórrala, o {_RECONSTRUYE}"
        cuaderno.apuntar(_CONTROL, ruta, ruta in dichas, f"es una página que {SUMAS} no nombra", que_hacer)


def _leidas(sitio: Sitio, cuaderno: Cuaderno) -> Iterator[tuple[str, str]]:
    """(ruta, suma) de cada línea; la que no se entiende es una falta."""
    lineas = (sitio.carpeta / SUMAS).read_bytes().decode("utf-8", "replace").split("\n")
    for n, linea in enumerate(lineas, 1):
        if not linea:
            continue
        partes = _LINEA.fullmatch(linea)
        cuaderno.apuntar(_CONTROL, SUMAS, partes is not None, f"la línea {n} no es una suma", _RECONSTRUYE)
        if partes is not None:
            yield partes[2], partes[1]


def _suma(sitio: Sitio, ruta: str) -> str | None:
    """El SHA-256 de un fichero del sitio; ninguno si no se puede leer."""
    try:
        with (sitio.carpeta / ruta).open("rb") as fichero:
            return hashlib.file_digest(fichero, "sha256").hexdigest()
    except OSError:
        return None
