"""Quién entra: método, anfitrión, origen y ruta. Puro, para probar cada rechazo por separado.

Cualquier página abierta en el navegador puede pedir cosas a 127.0.0.1. Se le contesta solo a quien nos llama por
nuestro nombre (si no, un DNS que cambia de opinión leería el sitio) y no viene de otro origen.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

_OBJETIVO = re.compile(r"/(?!/)[!-~]*")
_METODOS = ("GET", "HEAD")
_PROPIOS = ("same-origin", "none")


@dataclass(frozen=True, slots=True)
class Rechazo:
    """Por qué no se atiende."""

    codigo: HTTPStatus
    motivo: str


@dataclass(frozen=True, slots=True)
class Reglas:
    """Lo que vale en este servidor. `expuesto` es que escucha fuera de la máquina: vale cualquier dirección IP."""

    puerto: int
    expuesto: bool = False


def juzgar(metodo: str, objetivo: str, cabeceras: Mapping[str, Sequence[str]], reglas: Reglas) -> Rechazo | None:
    """El primer motivo para no atender una petición, o `None`. Las claves de `cabeceras` van en minúsculas."""
    if metodo not in _METODOS:
        return Rechazo(HTTPStatus.METHOD_NOT_ALLOWED, "solo GET y HEAD")
    anfitriones = cabeceras.get("host", ())
    if len(anfitriones) != 1 or not _es_nuestro(anfitriones[0], reglas):
        return Rechazo(HTTPStatus.FORBIDDEN, "ese Host no es de este servidor")
    for origen in cabeceras.get("origin", ()):
        if origen != f"http://{anfitriones[0]}":
            return Rechazo(HTTPStatus.FORBIDDEN, "ese Origin no es de este servidor")
    if not _viene_de_casa(cabeceras):
        return Rechazo(HTTPStatus.FORBIDDEN, "la petición viene de otro sitio")
    if not _OBJETIVO.fullmatch(objetivo):
        return Rechazo(HTTPStatus.BAD_REQUEST, "esa dirección no vale")
    return None


def ruta_pedida(objetivo: str) -> str | None:
    """La ruta publicada que pide un objetivo ya admitido, o `None` si no puede ser ninguna.

    Solo se usa para buscarla en el manifiesto: nunca se une a una carpeta.
    """
    try:
        ruta = unquote_to_bytes(objetivo.partition("#")[0].partition("?")[0][1:]).decode("utf-8")
    except UnicodeDecodeError:
        return None
    if "\0" in ruta or "\\" in ruta or any(p in ("", ".", "..") for p in ruta.split("/")[:-1]):
        return None
    return f"{ruta}index.html" if not ruta or ruta.endswith("/") else ruta


def _es_nuestro(anfitrion: str, reglas: Reglas) -> bool:
    nombre, dos_puntos, puerto = anfitrion.rpartition(":")
    if not dos_puntos or puerto != str(reglas.puerto):
        return False
    if nombre.lower() in ("localhost", "127.0.0.1", "[::1]"):
        return True
    return reglas.expuesto and _es_ip(nombre.removeprefix("[").removesuffix("]"))


def _es_ip(nombre: str) -> bool:
    try:
        ipaddress.ip_address(nombre)
    except ValueError:
        return False
    return True


def _viene_de_casa(cabeceras: Mapping[str, Sequence[str]]) -> bool:
    """Los navegadores de hoy dicen de dónde sale cada petición. Seguir un enlace hasta aquí sí se puede."""
    desde = cabeceras.get("sec-fetch-site", ())
    navega = "navigate" in cabeceras.get("sec-fetch-mode", ()) and "document" in cabeceras.get("sec-fetch-dest", ())
    return navega or all(d in _PROPIOS for d in desde)
