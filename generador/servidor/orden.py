"""La orden entera: comprobar, abrir el puerto, servir en un hilo y vigilar en este."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from generador import sitio
from generador.errores import ErrorDeSalida, ErrorDeVitrina, imprimible
from generador.escritura.contenidos import contenidos
from generador.escritura.marca import MARCA, SUMAS
from generador.incremental import Memoria
from generador.servidor.foto import interesa
from generador.servidor.puertos import abrir, en_marcha
from generador.servidor.respuestas import Servidor
from generador.servidor.tablon import Servible, Tablon

if TYPE_CHECKING:
    from generador.servidor.vigia import Vigia

_LOCALES = frozenset({"127.0.0.1", "localhost", "::1"})
_DESDE_AQUI = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}  # noqa: S104


_PORTADA = "index.html"

_POCO = 100
"""Ficheros que se sirven desde la memoria mientras se publican."""

_PESO = 32 * 1024 * 1024
"""Y sus bytes."""

_TURNO = 0.001
"""Segundos que un hilo espera a que otro le deje: mientras se construye, quien sirve no puede hacer cola."""


class Opciones(Struct, frozen=True):
    """Lo que se vigila y desde dónde se sirve. `puerto` 0 es el primero libre desde 8400."""

    corridas: Path
    salida: Path
    solo: Sequence[str] = ()
    idiomas: Sequence[str] = ("es", "en")
    host: str = "127.0.0.1"
    puerto: int = 0
    exponer: bool = False
    cache: Path | None = None


def vigilar(opciones: Opciones, decir: Callable[[str], None], parar: threading.Event | None = None) -> None:
    """Construye, sirve y reconstruye hasta que se interrumpa o se active `parar`. `decir` escribe en la terminal.

    Lanza `ErrorDeSalida` si no se puede ni empezar: la salida o la caché están entre lo vigilado, el puerto está
    ocupado o se pide escuchar fuera de la máquina sin decirlo dos veces. Un error al construir no lanza: se ve en la
    página.
    """
    raices, tablon, crear_vigia = _raices(opciones), Tablon(), _tipo_de_vigia()
    sys.setswitchinterval(_TURNO)
    with _sirviendo(opciones, tablon, decir):
        obra = Obra(opciones, tablon, decir)
        with suppress(KeyboardInterrupt):
            vigia = crear_vigia(raices, obra.construir, decir, parar or threading.Event(), salida=obra.como_esta)
            vigia.vigilar()


def _tipo_de_vigia() -> type[Vigia]:
    """Vigilar pide watchfiles, que es un extra: construir no lo necesita."""
    try:
        from generador.servidor.vigia import Vigia
    except ImportError as error:
        raise ErrorDeSalida("para vigilar falta watchfiles", "pip install 'vitrina[vigilar]'") from error
    return Vigia


def _raices(opciones: Opciones) -> tuple[Path, ...]:
    raices = tuple(c.resolve() for c in sitio.carpetas_leidas(opciones.corridas))
    salida = Path(os.path.abspath(opciones.salida)).resolve()  # noqa: PTH100
    for raiz in raices:
        if salida.is_relative_to(raiz) or raiz.is_relative_to(salida):
            que_pasa = f"la salida {opciones.salida} está dentro de lo vigilado ({raiz}), o lo contiene"
            raise ErrorDeSalida(f"{que_pasa}: no acabaría nunca", "da otra carpeta con --salida")
    if opciones.cache and interesa(str(opciones.cache.resolve()), raices):
        que_pasa = f"la caché {opciones.cache} está dentro de lo vigilado"
        raise ErrorDeSalida(f"{que_pasa}: cada construcción pediría otra", "da otra carpeta con --cache")
    return raices


@dataclass(slots=True)
class Obra:
    """Una construcción tras otra, con su memoria, y lo que se cuenta de cada una."""

    opciones: Opciones
    tablon: Tablon
    decir: Callable[[str], None]
    memoria: Memoria | None = None

    def construir(self) -> bool:
        """Construye y lo cuelga; si falla, cuelga el error. Dice si salió bien."""
        o, t0 = self.opciones, time.perf_counter()
        self.memoria = self.memoria or Memoria(o.cache)
        antes = self.tablon.edicion.ficheros
        adelantar = partial(self._adelantar, antes)
        try:
            hecho = sitio.construir(
                o.corridas,
                o.salida,
                solo=o.solo,
                idiomas=o.idiomas,
                memoria=self.memoria,
                al_estar=adelantar,
                al_hacer=self.tablon.adelantar,
            )
        except Exception as error:  # una plantilla a medio escribir puede lanzar cualquier cosa
            self._contar_fallo(error, antes)
            return False
        ahora = {r: (self._salida / r, huella) for r, huella in self.memoria.huellas_publicadas().items()}
        self.tablon.colgar(ahora)
        cambian = sum(r not in antes or antes[r][1] != f[1] for r, f in ahora.items()) + len(
            antes.keys() - ahora.keys()
        )
        for aviso in hecho.avisos:
            self.decir(aviso)
        self.decir(f"{hecho.paginas} páginas en {time.perf_counter() - t0:.2f} s, {cambian} ficheros cambian")
        gc.freeze()  # lo que se recuerda vive lo que el proceso: no hay por qué recorrerlo cada vez
        return True

    def como_esta(self) -> tuple[bool | int, ...]:
        """Si en la salida siguen las puntas de lo publicado, y cuántas veces se echó en falta algo al servirlo."""
        puntas = (os.path.lexists(self._salida / punta) for punta in (MARCA, SUMAS, _PORTADA))
        return (*puntas, self.tablon.perdidos)

    @property
    def _salida(self) -> Path:
        return Path(os.path.abspath(self.opciones.salida))  # noqa: PTH100 — sin seguir enlaces: así se publica

    def _adelantar(self, antes: Mapping[str, Servible], ficheros: Mapping[str, bytes]) -> None:
        """Si es poco, lo que cambia se sirve ya: está revisado, y escribirlo a disco tarda más que hacerlo."""
        todos = contenidos(ficheros)
        distintos = [r for r in todos if r not in antes or antes[r][1] != todos.huella(r)]
        if len(distintos) <= _POCO and sum(map(todos.cuanto, distintos)) <= _PESO:
            nuevos = {r: (todos[r], todos.huella(r)) for r in distintos}
            self.tablon.colgar({r: nuevos.get(r) or antes[r] for r in todos})

    def _contar_fallo(self, error: Exception, antes: Mapping[str, Servible]) -> None:
        texto = str(error) if isinstance(error, ErrorDeVitrina) else _de_otro(error)
        self.tablon.avisar(imprimible(texto), antes)
        self.decir(f"no se ha podido construir; sigue en pie lo anterior\n{imprimible(texto)}")


def _de_otro(error: Exception) -> str:
    """Un error que no es nuestro: casi siempre una plantilla. Lo último y dónde."""
    donde = traceback.extract_tb(error.__traceback__)[-1:]
    sitio_ = "".join(f"{Path(d.filename).name}:{d.lineno}: " for d in donde)
    linea = getattr(error, "lineno", None)
    de_plantilla = f"{getattr(error, 'name', None) or 'plantilla'}:{linea}: " if linea else sitio_
    return f"{de_plantilla}{type(error).__name__}: {error} → corrígelo y guarda"


@contextmanager
def _sirviendo(opciones: Opciones, tablon: Tablon, decir: Callable[[str], None]) -> Iterator[Servidor]:
    expuesto = opciones.host not in _LOCALES
    if expuesto and not opciones.exponer:
        que_pasa = f"{opciones.host} se ve desde otras máquinas"
        raise ErrorDeSalida(que_pasa, "si de verdad quieres, añade --exponer")
    servidor = abrir(opciones.host, opciones.puerto, lambda donde: Servidor(donde, tablon, expuesto=expuesto))
    if expuesto:
        decir("AVISO: cualquiera que llegue a esta máquina puede leer el sitio y las trazas")
    anfitrion = _DESDE_AQUI.get(opciones.host, opciones.host)
    decir(f"Sirviendo en http://{anfitrion}:{servidor.server_address[1]}/ (Ctrl+C para acabar)")
    with en_marcha(servidor):
        yield servidor
