"""Quién entra: método, anfitrión, origen y ruta. Puro, para probar cada rechazo por separado.

Cualquier página abierta en el navegador puede pedir cosas a 127.0.0.1. Se le contesta solo a quien nos llama por
nuestro nombre (si no, un DNS que cambia de opinión leería el sitio) y no viene de otro origen.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from msgspec import Struct

_OBJETIVO = re.compile(r"/(?!/)[!-~]*")
SOLO_LEER = ("GET", "HEAD")
CUERPO_MAXIMO = 64 * 1024
"""Bytes de un formulario."""
_FORMULARIO = "application/x-www-form-urlencoded"
_CIFRAS = re.compile(r"[0-9]{1,9}")
_PROPIOS = ("same-origin", "none")


class Rechazo(Struct, frozen=True):
    """Por qué no se atiende."""

    codigo: HTTPStatus
    motivo: str


class Reglas(Struct, frozen=True):
    """Lo que vale en este servidor. `expuesto` es que escucha fuera de la máquina: vale cualquier dirección IP.

    `envios` es el prefijo bajo el que se admite `POST`; sin él, solo se lee.
    """

    puerto: int
    expuesto: bool = False
    envios: str = ""

    def metodos(self, objetivo: str) -> tuple[str, ...]:
        """Los que se admiten ahí."""
        return (*SOLO_LEER, "POST") if self.envios and objetivo.startswith(self.envios) else SOLO_LEER


def juzgar(metodo: str, objetivo: str, cabeceras: Mapping[str, Sequence[str]], reglas: Reglas) -> Rechazo | None:
    """El primer motivo para no atender una petición, o `None`. Las claves de `cabeceras` van en minúsculas."""
    admitidos = reglas.metodos(objetivo)
    if metodo not in admitidos:
        return Rechazo(HTTPStatus.METHOD_NOT_ALLOWED, f"solo {', '.join(admitidos)}")
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
    return _juzgar_envio(cabeceras) if metodo == "POST" else None


def _juzgar_envio(cabeceras: Mapping[str, Sequence[str]]) -> Rechazo | None:
    """Escribir pide más que leer: que el navegador diga que sale de aquí, y un formulario de tamaño conocido."""
    if len(cabeceras.get("origin", ())) != 1 or any(d != "same-origin" for d in cabeceras.get("sec-fetch-site", ())):
        return Rechazo(HTTPStatus.FORBIDDEN, "el formulario no se envió desde aquí")
    tamanos = cabeceras.get("content-length", ())
    if "transfer-encoding" in cabeceras or len(tamanos) != 1 or not _CIFRAS.fullmatch(tamanos[0]):
        return Rechazo(HTTPStatus.LENGTH_REQUIRED, "falta el tamaño del formulario")
    if int(tamanos[0]) > CUERPO_MAXIMO:
        return Rechazo(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"el formulario pasa de {CUERPO_MAXIMO} bytes")
    if [t.partition(";")[0].strip().lower() for t in cabeceras.get("content-type", ())] != [_FORMULARIO]:
        return Rechazo(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "solo formularios")
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
