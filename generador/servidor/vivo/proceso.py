"""El agente, en un proceso suyo: si no acaba se le mata, y si se cae no se lleva nada por delante.

Al hijo le llegan `Respuesta`. De vuelta manda `(clase, dato)`: `tramo`, con cómo acabó; `guardada`, con la carpeta; o
`fallo`, con un texto que ya se puede enseñar.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from datetime import datetime
from functools import partial
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from multiprocessing.util import get_temp_dir
from pathlib import Path
from typing import Any

from msgspec import Struct

from generador.errores import ErrorDeSalida, ErrorDeVitrina, imprimible
from generador.modelo.plan import Caso

INTERRUMPIDO = "interrupted"
_CONTEXTO = multiprocessing.get_context("forkserver")
_CORTESIA = 2.0
"""Segundos que se da a un proceso para irse antes de matarlo."""


class Encargo(Struct, frozen=True):
    """Qué se ejecuta: un caso del plan de `demo`, quizá con otra entrada, en una carpeta vacía."""

    demo: Path
    caso: Caso
    carpeta: Path
    modelo: str | None
    pasos: int


class Respuesta(Struct, frozen=True):
    """Lo que se decidió. `interrupcion` es el id de la pregunta, cuando hay varias; `sigue`, que no había pregunta."""

    valor: Any
    quien: str
    interrupcion: str | None = None
    sigue: bool = False


class Hijo:
    """Un proceso y su tubo. `hacer` recibe el otro extremo y corre allí."""

    def __init__(self, hacer: Callable[[Connection], None]) -> None:
        self._tubo, suyo = _CONTEXTO.Pipe()
        self._proceso: ForkServerProcess = _CONTEXTO.Process(target=hacer, args=(suyo,), daemon=True)
        self._proceso.start()
        suyo.close()

    def mandar(self, respuesta: Respuesta) -> None:
        """Si ya no está, no importa: lo dirá `recibir`."""
        with suppress(OSError):
            self._tubo.send(respuesta)

    def recibir(self, segundos: float) -> tuple[str, Any] | None:
        """Lo siguiente que diga, o `None` si no dice nada a tiempo. Que muera o no se le entienda es un `fallo`."""
        try:
            return self._tubo.recv() if self._tubo.poll(segundos) else None
        except (EOFError, OSError):
            self._proceso.join(_CORTESIA)
            return "fallo", f"el proceso del agente se cerró solo (código {self._proceso.exitcode})"
        except Exception as error:  # el agente escribió en nuestro tubo: de lo que salga no se entiende nada
            self.matar()
            return "fallo", f"lo que mandó el proceso del agente no se entiende ({type(error).__name__})"

    def acabar(self) -> None:
        """Lo suelta y, si no se va, lo mata."""
        self._tubo.close()
        self._proceso.join(_CORTESIA)
        if self._proceso.is_alive():
            self.matar()

    def matar(self) -> None:
        """Lo mata ya."""
        self._proceso.kill()
        self._proceso.join(_CORTESIA)


def precargar() -> Path:
    """Que el proceso del que salen los demás ya tenga LangGraph: el primero no tarda más que los siguientes.

    Nace sin oír Ctrl+C, y así también los suyos: es cosa del padre, y a medio importar acabaría en una traza de Python.
    Devuelve la carpeta temporal en que `multiprocessing` deja su enchufe. Lanza `ErrorDeSalida` si no puede nacer.
    """
    _CONTEXTO.set_forkserver_preload(["generador.grabacion.vivo", __name__])
    resource_tracker.ensure_running()  # al arrancar deja SIGINT sin bloquear
    antes = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    except OSError as causa:  # su enchufe va en la carpeta temporal, y hay un tope de unos cien caracteres
        que_pasa = f"no se puede hablar con el proceso del agente desde {tempfile.gettempdir()} ({causa})"
        raise ErrorDeSalida(
            que_pasa, "pon en TMPDIR una carpeta que se pueda escribir y de nombre más corto"
        ) from causa
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, antes)
    return Path(get_temp_dir())


def ejecutar(encargo: Encargo) -> Hijo:
    """Empieza a ejecutar en un hijo."""
    return Hijo(partial(_en_el_hijo, encargo))


def guardar(encargo: Encargo, creada: datetime, estado: str, duracion: float) -> str:
    """Deja lo ejecutado como corrida, en otro hijo, y devuelve su carpeta. Lanza `NoSeGuardo`."""
    hijo = Hijo(partial(_guardar_en_el_hijo, encargo, creada, estado, duracion))
    clase, dato = hijo.recibir(_PLAZO_DE_GUARDAR) or ("fallo", "guardar la corrida no acaba")
    hijo.acabar()
    if clase != "guardada":
        raise NoSeGuardo(dato)
    return str(dato)


_PLAZO_DE_GUARDAR = 120.0


class NoSeGuardo(ErrorDeVitrina):
    """No hay corrida nueva; el texto dice por qué."""


def _en_el_hijo(encargo: Encargo, tubo: Connection) -> None:
    def trabajar() -> None:
        from generador.grabacion.vivo import abrir

        caso = abrir(encargo.demo, encargo.caso, encargo.carpeta, modelo=encargo.modelo, pasos=encargo.pasos)
        estado = caso.empezar()
        while True:
            tubo.send(("tramo", estado))
            if estado != INTERRUMPIDO:
                return
            r: Respuesta = tubo.recv()
            estado = caso.seguir(r.quien) if r.sigue else caso.contestar(r.valor, r.quien, r.interrupcion)

    _contando(tubo, trabajar)


def _guardar_en_el_hijo(encargo: Encargo, creada: datetime, estado: str, duracion: float, tubo: Connection) -> None:
    def trabajar() -> None:
        from generador.grabacion.vivo import TRAZA
        from generador.grabacion.vivo import guardar as a_corrida

        traza = encargo.carpeta / TRAZA
        carpeta = a_corrida(encargo.demo, encargo.caso, traza, creada=creada, estado=estado, duracion=duracion)
        tubo.send(("guardada", str(carpeta)))

    _contando(tubo, trabajar)


def _contando(tubo: Connection, trabajar: Callable[[], None]) -> None:
    """Hace algo y cuenta cómo falla. La interrupción de teclado es cosa del padre, que sabrá cerrarnos."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_acabar_con_el_padre, daemon=True).start()
    try:
        with redirect_stdout(sys.stderr):
            trabajar()
    except EOFError:  # el padre se fue
        return
    except ErrorDeVitrina as error:
        _decir(tubo, str(error))
    except ModuleNotFoundError as error:
        _decir(tubo, f"falta «{error.name}» → python -m pip install 'vitrina[grabar]'")
    except BaseException as error:
        _decir(tubo, imprimible(f"{type(error).__name__}: {error}"))


def _acabar_con_el_padre() -> None:
    """Si el servidor muere sin cerrarnos, un agente que no acaba no se queda en la máquina."""
    padre = multiprocessing.parent_process()
    if padre is not None:
        padre.join()
        os._exit(1)


def _decir(tubo: Connection, texto: str) -> None:
    with suppress(OSError):
        tubo.send(("fallo", texto))
