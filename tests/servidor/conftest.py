"""Un servidor de verdad en un puerto libre, y sockets crudos para pedirle lo que un cliente educado no pediría."""

from __future__ import annotations

import hashlib
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from generador import sitio
from generador.servidor import Opciones, vigilar
from generador.servidor.respuestas import Servidor
from generador.servidor.tablon import Tablon
from tests.demo_en_disco import Taller

CSP = "default-src 'none'; script-src 'self'; connect-src 'none'"


def pagina(texto: str) -> bytes:
    return (
        f'<!doctype html><html lang="es"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{CSP}"><title>t</title></head>'
        f"<body><p>{texto}</p></body></html>"
    ).encode()


@dataclass
class Respuesta:
    """Lo que volvió por el socket."""

    codigo: int
    cabeceras: dict[str, str]
    cuerpo: bytes


@dataclass
class Local:
    """El servidor, su tablón y la carpeta publicada."""

    servidor: Servidor
    tablon: Tablon
    sitio: Path

    @property
    def puerto(self) -> int:
        return self.servidor.server_address[1]

    @property
    def base(self) -> str:
        return self.servidor.servicio.base

    def publicar(self, ficheros: dict[str, bytes]) -> None:
        """Escribe los ficheros y los cuelga, como haría una construcción."""
        for ruta, contenido in ficheros.items():
            (self.sitio / ruta).parent.mkdir(parents=True, exist_ok=True)
            (self.sitio / ruta).write_bytes(contenido)
        self.tablon.colgar({r: (self.sitio / r, hashlib.sha256(c).hexdigest()) for r, c in ficheros.items()})

    def conectar(self) -> socket.socket:
        s = socket.create_connection(("127.0.0.1", self.puerto), timeout=10)
        s.settimeout(10)
        return s

    def crudo(self, datos: bytes) -> Respuesta:
        """Manda esos bytes y lee hasta que cuelgue o se complete la respuesta."""
        with self.conectar() as s:
            s.sendall(datos)
            s.shutdown(socket.SHUT_WR)
            recibido = b"".join(iter(lambda: s.recv(65536), b""))
        return _entender(recibido)

    def pedir(self, objetivo: str = "/", metodo: str = "GET", **cabeceras: str) -> Respuesta:
        lineas = {"Host": f"127.0.0.1:{self.puerto}", "Connection": "close", **cabeceras}
        cabecera = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in lineas.items() if v)
        return self.crudo(f"{metodo} {objetivo} HTTP/1.1\r\n{cabecera}\r\n".encode("latin-1"))


def _entender(recibido: bytes) -> Respuesta:
    cabecera, _, cuerpo = recibido.partition(b"\r\n\r\n")
    primera, *resto = cabecera.decode("latin-1").split("\r\n")
    return Respuesta(int(primera.split(" ")[1]), dict(linea.split(": ", 1) for linea in resto), cuerpo)


@pytest.fixture
def local(tmp_path) -> Iterator[Local]:
    tablon = Tablon()
    servidor = Servidor(("127.0.0.1", 0), tablon)
    hilo = threading.Thread(target=servidor.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    hilo.start()
    yield Local(servidor, tablon, tmp_path / "sitio")
    servidor.shutdown()
    servidor.server_close()


@pytest.fixture
def con_sitio(local) -> Local:
    local.publicar(
        {
            "index.html": pagina("portada"),
            "en/index.html": pagina("cover"),
            "a/datos.jsonl": b'{"a":1}\n',
            "estaticos/x.js": b"'use strict'",
            "404.html": pagina("perdida"),
        }
    )
    return local


PLAZO = 60.0


@dataclass
class Sesion:
    """`vitrina vigilar` en un hilo, sobre un taller que se puede cambiar."""

    taller: Taller
    dicho: list[str] = field(default_factory=list)

    @property
    def salida(self) -> Path:
        return self.taller.raiz / "sitio"

    @property
    def origen(self) -> str:
        return next(d for d in self.dicho if "http://" in d).split("en ")[1].split("/ ")[0]

    def opciones(self, **cambios) -> Opciones:
        return Opciones(
            **{"corridas": self.taller.corridas, "salida": self.salida, "idiomas": ("es",),
               "cache": self.taller.raiz / "cache", **cambios}
        )  # fmt: skip

    def pedir(self, ruta: str = "") -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"{self.origen}/{ruta}", timeout=PLAZO) as r:  # noqa: S310
                return r.status, r.read().decode()
        except urllib.error.HTTPError as e:
            return e.code, e.read().decode()

    def esperar(self, cuando: Callable[[], bool]) -> None:
        limite = time.monotonic() + PLAZO
        while not cuando():
            assert time.monotonic() < limite, self.dicho
            time.sleep(0.02)

    def construcciones(self) -> int:
        return sum("páginas en" in d for d in self.dicho)

    def fallos(self) -> int:
        return sum("no se ha podido" in d for d in self.dicho)


@pytest.fixture
def sesion(tmp_path, monkeypatch) -> Sesion:
    s = Sesion(Taller(tmp_path))
    s.taller.copiar_plantillas()
    s.taller.escribir()
    monkeypatch.setattr(sitio, "carpeta_de_plantillas", lambda: s.taller.plantillas)
    return s


@pytest.fixture
def en_marcha(sesion) -> Iterator[Sesion]:
    parar = threading.Event()
    hilo = threading.Thread(target=vigilar, args=(sesion.opciones(), sesion.dicho.append, parar), daemon=True)
    hilo.start()
    sesion.esperar(lambda: sesion.construcciones() == 1)
    yield sesion
    parar.set()
    hilo.join(PLAZO)
    assert not hilo.is_alive()
