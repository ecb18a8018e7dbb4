"""HTTP: el sitio publicado, como al vigilar pero sin nada añadido, y bajo `/_vivo/` las páginas en vivo."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from msgspec import Struct

from generador.servidor.puerta import Rechazo
from generador.servidor.respuestas import Peticion, Servidor, tipo_de
from generador.servidor.vivo import formulario, pasos, rutas, vista_de_ejecucion
from generador.servidor.vivo.ejecuciones import Ejecucion, Momento
from generador.servidor.vivo.modelos import PaginaDeEjecucion
from generador.servidor.vivo.mostrador import Destino, Hoja, Mostrador

_POLITICA = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_CABECERAS = {"Content-Security-Policy": _POLITICA, "Referrer-Policy": "same-origin"}
"""Sin `same-origin`, el navegador mandaría los formularios con `Origin: null`."""
_MIRADA = 0.1
_LATIDO = 5.0
"""Segundos entre miradas a la traza, y entre señales de vida a quien la sigue."""
AQUI = "<!--sigue-->"
"""Dónde se escriben los pasos que van llegando."""

Pintar = Callable[[str, str, Any], str]
"""Idioma, plantilla (sin carpeta ni extensión) y modelo → HTML."""


class Vivo(Struct, frozen=True):
    """Lo que una petición necesita. `refrescar` pone al día el sitio publicado, por si se ha vuelto a construir."""

    mostrador: Mostrador
    pintar: Pintar
    estaticos: Mapping[str, bytes]
    refrescar: Callable[[], None]


class ServidorEnVivo(Servidor):
    """El de siempre, con lo suyo."""

    vivo: Vivo


class PeticionEnVivo(Peticion):
    """Una petición al servidor en vivo."""

    server: ServidorEnVivo

    def do_POST(self) -> None:  # noqa: N802
        """Un formulario, ya juzgado por la puerta."""
        idioma, partes = _partir(self.path)
        tamano = int(self.headers["Content-Length"])
        crudo = self.rfile.read(tamano)
        if len(crudo) < tamano:  # se cortó a la mitad: lo que llegó no es lo que se quiso enviar
            self._rechazar(Rechazo(HTTPStatus.BAD_REQUEST, "el formulario llegó a medias"))
            return
        if not idioma or not self.server.vivo.mostrador.existe(partes):
            self._rechazar(Rechazo(HTTPStatus.NOT_FOUND, "aquí no se envía nada"))
            return
        with self._sin_callar():
            try:
                salida = self.server.vivo.mostrador.enviar(idioma, partes, formulario.leer(crudo), crudo)
            except formulario.Ilegible:
                self._rechazar(Rechazo(HTTPStatus.BAD_REQUEST, "ese formulario no se entiende"))
                return
            self._contestar(idioma, salida)

    @contextmanager
    def _sin_callar(self) -> Iterator[None]:
        """Un defecto nuestro se dice, en la página y en la terminal: quien decide no puede quedarse sin saber."""
        try:
            yield
        except OSError:  # quien pedía se fue
            raise
        except Exception:
            traceback.print_exc()
            que_hacer = "la traza de Python está en la terminal; abandonar o elegir otro caso sigue siendo posible"
            self._rechazar(Rechazo(HTTPStatus.INTERNAL_SERVER_ERROR, f"es un defecto de Vitrina: {que_hacer}"))

    def _atender(self) -> None:
        vivo = self.server.vivo
        if self.path.startswith(rutas.ESTATICOS):
            self._estatico(self.path.removeprefix(rutas.ESTATICOS))
        elif self.path.startswith(rutas.BASE):
            with self._sin_callar():
                self._de_vivo()
        else:
            vivo.refrescar()
            if not self.server.servicio.tablon.edicion.ficheros:
                self._contestar("", Destino(rutas.inicio(rutas.IDIOMAS[0])))
            else:
                super()._atender()

    def _al_servir(self, html: bytes, _ruta: str, _huella: str) -> bytes:
        return html

    def _estatico(self, nombre: str) -> None:
        contenido = self.server.vivo.estaticos.get(nombre)
        if contenido is None:
            self._rechazar(Rechazo(HTTPStatus.NOT_FOUND, "no está"))
        else:
            self._responder(HTTPStatus.OK, tipo_de(nombre), contenido)

    def _de_vivo(self) -> None:
        idioma, partes = _partir(self.path)
        if not idioma:
            self._contestar("", Destino(rutas.inicio(rutas.IDIOMAS[0])))
            return
        match partes:
            case ("ejecuciones", id, "traza.jsonl") if e := self.server.vivo.mostrador.sala.buscar(id):
                self._traza(e)
            case _:
                self._contestar(idioma, self.server.vivo.mostrador.ver(idioma, partes))

    def _traza(self, e: Ejecucion) -> None:
        contenido = e.traza.read_bytes() if e.traza.exists() else b""
        self._responder(HTTPStatus.OK, tipo_de("x.jsonl"), contenido, dict(_CABECERAS))

    def _contestar(self, idioma: str, salida: Hoja | Destino) -> None:
        if isinstance(salida, Destino):
            self._responder(HTTPStatus.SEE_OTHER, tipo_de("x.md"), b"", {"Location": salida.ruta})
            return
        html = self.server.vivo.pintar(idioma, salida.nombre, salida.pagina)
        if isinstance(salida.pagina, PaginaDeEjecucion) and salida.sigue is not None and self.command != "HEAD":
            self._seguir(idioma, html, salida.sigue, {f.paso.clave for f in salida.pagina.filas})
        else:
            self._responder(salida.codigo, tipo_de("x.html"), html.encode("utf-8", "replace"), dict(_CABECERAS))

    def _seguir(self, idioma: str, html: str, e: Ejecucion, escritos: set[str]) -> None:
        """La página queda abierta y recibe cada paso al acabar; cuando el agente se para, se pide otra vez sola."""
        if not self.server.servicio.turnos.acquire(blocking=False):
            self._rechazar(Rechazo(HTTPStatus.SERVICE_UNAVAILABLE, "demasiadas páginas abiertas"))
            return
        try:
            self.close_connection = True
            self._cabecera(HTTPStatus.OK, tipo_de("x.html"), {"Connection": "close", **_CABECERAS})
            antes, _, despues = html.partition(AQUI)
            self._escribir(antes)
            self._ir_escribiendo(idioma, e, escritos)
            self._escribir('<li class="oculto"><meta http-equiv="refresh" content="0"></li>' + despues)
        finally:
            self.server.servicio.turnos.release()

    def _ir_escribiendo(self, idioma: str, e: Ejecucion, escritos: set[str]) -> None:
        a = self.server.vivo.mostrador.ambientes[idioma]
        tamano, latido = -1, time.monotonic()
        while e.foto.momento is Momento.CORRIENDO:
            e.esperar(_MIRADA)
            ahora = e.traza.stat().st_size if e.traza.exists() else 0
            if ahora != tamano:
                tamano = ahora
                for fila in vista_de_ejecucion.filas(a, pasos.mirar(e.traza, e.caso.id, a.plan).pasos):
                    if fila.paso.clave not in escritos:
                        escritos.add(fila.paso.clave)
                        self._escribir(self.server.vivo.pintar(idioma, "paso", fila))
            elif time.monotonic() - latido > _LATIDO:
                latido = time.monotonic()
                self._escribir("<!-- -->")

    def _escribir(self, texto: str) -> None:
        self.wfile.write(texto.encode("utf-8", "replace"))


def _partir(objetivo: str) -> tuple[str, tuple[str, ...]]:
    """El idioma y las partes de una dirección bajo `/_vivo/`; sin idioma, si no es ninguna."""
    ruta = objetivo.partition("#")[0].partition("?")[0].removeprefix(rutas.BASE)
    idioma, *partes = ruta.split("/")
    return (idioma, tuple(partes)) if idioma in rutas.IDIOMAS and partes else ("", ())
