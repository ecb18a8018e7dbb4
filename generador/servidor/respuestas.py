"""El servidor local: contesta desde el manifiesto de la última construcción y avisa a las pestañas por SSE."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
import secrets
import socket
import threading
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from generador.servidor.inyeccion import FICHEROS, con_cliente, leer_cliente, pagina_suelta
from generador.servidor.puerta import Rechazo, Reglas, juzgar, ruta_pedida
from generador.servidor.tablon import Edicion, Tablon
from generador.servidor.turnos import Turno, Turnos

LATIDO = 15.0
"""Segundos entre señales de vida a una pestaña: así se sabe que se cerró."""
PESTANAS = 64
SIN_RESPUESTA = 30.0
_INTENTOS = 20
_TEXTO = "text/plain; charset=utf-8"
_TIPOS = {".js": "text/javascript; charset=utf-8", ".jsonl": _TEXTO, ".md": _TEXTO, ".json": "application/json",
          ".woff2": "font/woff2", ".svg": "image/svg+xml", ".css": "text/css; charset=utf-8"}  # fmt: skip
_FIJAS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

_CON_HUELLA = re.compile(r"estaticos/[^/]+\.[0-9a-f]{8}\.[a-z0-9]+")
_PARA_SIEMPRE = {"Cache-Control": "private, max-age=86400, immutable"}
"""De lo que lleva su huella en el nombre: al recargar, que es casi siempre, solo se vuelve a pedir la página."""


@dataclass(slots=True)
class Servicio:
    """Lo que comparten todas las peticiones. `ficha` no se puede adivinar y cambia en cada arranque."""

    tablon: Tablon
    reglas: Reglas
    ficha: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    cliente: dict[str, bytes] = field(default_factory=leer_cliente)
    turnos: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(PESTANAS))
    avisados: Turnos = field(default_factory=Turnos)

    @property
    def base(self) -> str:
        """El prefijo de lo que no es del sitio."""
        return f"/_vitrina/{self.ficha}/"


class Servidor(ThreadingHTTPServer):
    """Un hilo por petición; ninguno impide salir."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(
        self,
        direccion: tuple[str, int],
        tablon: Tablon,
        *,
        expuesto: bool = False,
        envios: str = "",
        atiende: type[BaseHTTPRequestHandler] | None = None,
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in direccion[0] else socket.AF_INET
        super().__init__(direccion, atiende or Peticion)
        self.servicio = Servicio(tablon, Reglas(puerto=self.server_address[1], expuesto=expuesto, envios=envios))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Quien cuelga a medias no merece una traza en la terminal."""


class Peticion(BaseHTTPRequestHandler):
    """Una petición. Solo GET y HEAD llegan a `_atender`."""

    server: Servidor
    protocol_version = "HTTP/1.1"
    timeout = SIN_RESPUESTA
    disable_nagle_algorithm = True
    server_version, sys_version = "vitrina", ""

    def parse_request(self) -> bool:
        """Además de entenderla, la juzga: un método que no vale no llega ni a buscarse."""
        if not super().parse_request():
            return False
        cabeceras: dict[str, list[str]] = {}
        for nombre, valor in self.headers.items():
            cabeceras.setdefault(nombre.lower(), []).append(valor.strip())
        rechazo = juzgar(self.command, self.requestline.split()[1], cabeceras, self.server.servicio.reglas)
        if rechazo is not None:
            self._rechazar(rechazo)
        return rechazo is None

    def do_GET(self) -> None:
        self._atender()

    def do_HEAD(self) -> None:
        self._atender()

    def _atender(self) -> None:
        servicio = self.server.servicio
        if self.path.startswith("/_vitrina/"):
            self._de_casa(servicio)
            return
        ruta = ruta_pedida(self.path)
        for intento in range(_INTENTOS):
            edicion = servicio.tablon.edicion
            if ruta is None or ruta not in edicion.ficheros:
                self._no_esta(edicion, ruta)
                return
            contenido = _leer(*edicion.ficheros[ruta])
            if contenido is not None:
                self._enviar_fichero(HTTPStatus.OK, ruta, edicion.ficheros[ruta][1], ruta, contenido)
                return
            servicio.tablon.esperar(edicion.numero, 0.05 if intento else 0.01)
        servicio.tablon.echar_en_falta()
        self._suelta(HTTPStatus.SERVICE_UNAVAILABLE, "Fichero cambiado", f"{ruta} no es el que se publicó", ruta or "")

    def _no_esta(self, edicion: Edicion, ruta: str | None) -> None:
        indice = f"{ruta}/index.html"
        if ruta is not None and indice in edicion.ficheros:
            self._responder(HTTPStatus.MOVED_PERMANENTLY, _TEXTO, b"", {"Location": f"/{quote(ruta)}/"})
            return
        if not edicion.ficheros:
            texto = edicion.error or "todavía no hay nada construido"
            self._suelta(HTTPStatus.SERVICE_UNAVAILABLE, "No hay sitio que enseñar", texto, ruta or "")
            return
        perdida = "404.html"
        contenido = _leer(*edicion.ficheros[perdida]) if perdida in edicion.ficheros else None
        if contenido is None:
            self._suelta(HTTPStatus.NOT_FOUND, "No está", "esa página no existe", ruta or "")
        else:
            self._enviar_fichero(HTTPStatus.NOT_FOUND, ruta or "", "", perdida, contenido)

    def _enviar_fichero(self, codigo: HTTPStatus, pedida: str, huella: str, ruta: str, contenido: bytes) -> None:
        if ruta.endswith(".html"):
            contenido = self._al_servir(contenido, pedida, huella)
        self._responder(codigo, tipo_de(ruta), contenido, _PARA_SIEMPRE if _CON_HUELLA.fullmatch(ruta) else None)

    def _suelta(self, codigo: HTTPStatus, titulo: str, texto: str, ruta: str) -> None:
        self._responder(codigo, tipo_de("x.html"), self._al_servir(pagina_suelta(titulo, texto), ruta, ""))

    def _al_servir(self, html: bytes, ruta: str, huella: str) -> bytes:
        """Lo que se le añade a una página al mandarla."""
        return con_cliente(html, self.server.servicio.base, ruta, huella)

    def _de_casa(self, servicio: Servicio) -> None:
        """El cliente y los avisos, bajo la ficha."""
        partes = urlsplit(self.path)
        dentro, prefijo = partes.path[len(servicio.base) :], partes.path[: len(servicio.base)]
        if not secrets.compare_digest(prefijo.encode(), servicio.base.encode()):
            self._rechazar(Rechazo(HTTPStatus.NOT_FOUND, "no está"))
        elif dentro in servicio.cliente:
            self._responder(HTTPStatus.OK, FICHEROS[dentro], servicio.cliente[dentro])
        elif dentro == "sucesos" and self.command == "GET":
            self._sucesos(servicio, parse_qs(partes.query).get("pagina", [""])[0])
        else:
            self._rechazar(Rechazo(HTTPStatus.NOT_FOUND, "no está"))

    def _sucesos(self, servicio: Servicio, pagina: str) -> None:
        self.close_connection = True
        self._cabecera(HTTPStatus.OK, "text/event-stream; charset=utf-8", {"Connection": "close"})
        with servicio.avisados.coger() as turno:
            servicio.tablon.despertar()
            self._contar(servicio.tablon, pagina, turno)

    def _contar(self, tablon: Tablon, pagina: str, turno: Turno) -> None:
        """Lo que hay ahora y, después, cada cambio; nunca dos veces lo mismo. Acaba si el turno vence."""
        edicion = tablon.edicion
        self.wfile.write(b"retry: 1000\n\n")
        while not turno.vencido:
            dicho = json.dumps({"huella": edicion.huella(pagina), "error": edicion.error})
            self.wfile.write(f"data: {dicho}\n\n".encode())
            while (nueva := tablon.esperar(edicion.numero, LATIDO, lambda: turno.vencido)).numero == edicion.numero:
                if turno.vencido:
                    return
                self.wfile.write(b": sigo aqui\n\n")
            edicion = nueva

    def _rechazar(self, rechazo: Rechazo) -> None:
        self.close_connection = True
        mas = {"Connection": "close"}
        if rechazo.codigo is HTTPStatus.METHOD_NOT_ALLOWED:
            mas["Allow"] = ", ".join(self.server.servicio.reglas.metodos(self.path))
        self._responder(rechazo.codigo, _TEXTO, f"{rechazo.motivo}\n".encode(), mas)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Los rechazos de `http.server` (línea o cabeceras enormes), como los nuestros."""
        self._rechazar(Rechazo(HTTPStatus(code), HTTPStatus(code).phrase))

    def _responder(self, codigo: HTTPStatus, tipo: str, cuerpo: bytes, mas: dict[str, str] | None = None) -> None:
        self._cabecera(codigo, tipo, {"Content-Length": str(len(cuerpo)), **(mas or {})})
        if self.command != "HEAD":
            self.wfile.write(cuerpo)

    def _cabecera(self, codigo: HTTPStatus, tipo: str, mas: dict[str, str]) -> None:
        self.request_version = "HTTP/1.1"  # con la 0.9, que es la que supone antes de entender nada, no irían cabeceras
        self.send_response(codigo)
        for nombre, valor in {"Content-Type": tipo, **_FIJAS, **mas}.items():
            self.send_header(nombre, valor)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nada: la terminal es para las construcciones."""


def _leer(ruta: Path | bytes, huella: str) -> bytes | None:
    """El fichero, si es el que se publicó. Durante un intercambio puede verse otro un instante."""
    if isinstance(ruta, bytes):
        return ruta
    try:
        contenido = ruta.read_bytes()
    except OSError:
        return None
    return contenido if hashlib.sha256(contenido).hexdigest() == huella else None


def tipo_de(ruta: str) -> str:
    """El `Content-Type` de un fichero, por su extensión."""
    extension = f".{ruta.rpartition('.')[2]}"
    if extension == ".html":
        return "text/html; charset=utf-8"
    return _TIPOS.get(extension) or mimetypes.guess_type(ruta)[0] or "application/octet-stream"
