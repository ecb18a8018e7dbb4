"""Ejecutar un agente y dejar escrito lo que hace, sin cambiar lo que hace.

Une dos fuentes en un solo fichero: la corriente de `stream` (tareas y estado) y un manejador de callbacks (intentos,
rutas, modelos y herramientas). No inyecta checkpointer, no pasa al modelo a streaming y nunca lanza hacia el
agente; las excepciones del agente se graban y siguen su camino.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.callbacks import BaseCallbackManager
from langgraph.types import Command

from generador.grabacion.completitud import completitud
from generador.grabacion.corriente import MODOS, Corriente, Pregunta
from generador.grabacion.destino import Destino
from generador.grabacion.fallos import estado_de_ejecucion, fallo
from generador.grabacion.huerfanas import VIGIA
from generador.grabacion.lineas import Lineas
from generador.grabacion.manejador import Manejador
from generador.grabacion.repetidos import Repetidos
from generador.grabacion.rutas import RutasDeclaradas, rutas_declaradas
from generador.grabacion.serializar import Redactor
from generador.secretos import crear_redactor

VERSION = 1
_INTERRUPCION = "__interrupt__"

T = TypeVar("T")


class Grabadora:
    """Graba un caso en `ruta`, añadiendo si ya existe (otra llamada u otro proceso: una línea `trace` nueva).

    `grafo` es el nombre con que se identifica el agente y `huella`, la de su grafo exportado. `redactar` recibe cada
    valor JSON antes de escribirlo; por defecto tapa con `[secret:…]` las credenciales de formato conocido y el valor
    de las variables de entorno con nombre de secreto.
    """

    def __init__(
        self,
        ruta: Path | str,
        *,
        caso: str,
        grafo: str | None = None,
        variante: str | None = None,
        huella: str | None = None,
        redactar: Redactor | None = None,
        reloj: Callable[[], float] = time.time,
    ) -> None:
        self._redactar = _ContadorDeRedacciones(redactar or crear_redactor(os.environ))
        self._reloj = reloj
        self._destino = Destino(Path(ruta), redactar=self._redactar, reloj=reloj)
        self._repetidos = Repetidos(self._destino, self._redactar)
        self._cabecera = {"graph": grafo, "case": caso, "variant": variante, "graph_sha": huella}
        self._rutas: tuple[Any, RutasDeclaradas] | None = None
        self._empezada = False
        self.estado: str | None = None
        self.preguntas: tuple[Pregunta, ...] = ()

    @property
    def perdidas(self) -> int:
        """Cuántas cosas no se pudieron grabar. El agente no se enteró; quien publica, sí."""
        return self._destino.perdidas

    def cerrar(self) -> None:
        """Suelta el fichero. Lo escrito ya estaba a salvo."""
        self._destino.cerrar()

    def __enter__(self) -> Grabadora:
        return self

    def __exit__(self, *_: object) -> None:
        self.cerrar()

    def ejecutar(
        self, grafo: Any, entrada: Any, config: Any = None, *, quien: str | None = None, contexto: Any = None
    ) -> Any:
        """Ejecuta `grafo` con `entrada` (o `Command(resume=…)`, o `None` para continuar) y devuelve su último estado.

        `contexto` es el `context` de LangGraph. Si el agente se interrumpe, el estado lleva `__interrupt__`, como en
        `invoke`. `quien` es quien reanuda. Cómo
        acabó queda en `estado`: `ok`, `interrupted`, `error`, `cancelled` u `out_of_steps`; lo que espera respuesta, en
        `preguntas` (ninguna, si la pausa se fijó al compilar).
        """
        with self._ejecucion(grafo, entrada, config, (quien, contexto)) as (corriente, nuevo):
            opciones = _opciones(contexto)
            for espacio, modo, dato in grafo.stream(entrada, nuevo, **opciones):
                self._recibir(corriente, espacio, modo, dato)
        return _resultado(corriente)

    async def ejecutar_asincrono(
        self, grafo: Any, entrada: Any, config: Any = None, *, quien: str | None = None, contexto: Any = None
    ) -> Any:
        """Como `ejecutar`, con `astream`."""
        with self._ejecucion(grafo, entrada, config, (quien, contexto)) as (corriente, nuevo):
            opciones = _opciones(contexto)
            async for espacio, modo, dato in grafo.astream(entrada, nuevo, **opciones):
                self._recibir(corriente, espacio, modo, dato)
        return _resultado(corriente)

    @contextmanager
    def _ejecucion(
        self, grafo: Any, entrada: Any, config: Any, suyo: tuple[str | None, Any]
    ) -> Iterator[tuple[Corriente, dict[str, Any]]]:
        """Escribe `trace` y `run.start`, y al salir, pase lo que pase, cierra lo abierto y escribe `run.end`.

        `suyo` son quien reanuda y el contexto.
        """
        quien, contexto = suyo
        clase = _clase(entrada)
        lineas = self._lineas()
        corriente = Corriente(lineas, reanuda=clase != "input")
        manejador = Manejador(lineas, self._rutas_de(grafo))
        self._empezar(grafo)
        campos = {"thread": _hilo(config), "kind": clase, **({"by": quien} if quien else {})}
        dados = {"context": contexto, "configurable": _configurable(config)}
        con = {k: lineas.valores(v) for k, v in dados.items() if v is not None}
        lineas.escribir("run.start", **campos, **con, input=lineas.valores(entrada))
        self.estado = "cancelled"
        error: dict[str, Any] = {}
        try:
            with VIGIA.vigilar(manejador):
                yield corriente, _con_manejador(config, manejador)
            self.estado = "interrupted" if corriente.pausada else "ok"
        except BaseException as excepcion:
            self.estado = estado_de_ejecucion(excepcion)
            error = {"error": fallo(excepcion, lineas.json)}
            raise
        finally:
            manejador.cerrar()
            self.preguntas = corriente.preguntas
            corriente.cerrar(manejador.estado_de, acabo_mal=self.estado not in ("ok", "interrupted"))
            cuentas = {"redactions": self._redactar.cuenta, "lost": self.perdidas}
            lineas.escribir("run.end", status=self.estado, **error, **cuentas)

    def _recibir(self, corriente: Corriente, espacio: tuple[str, ...], modo: str, dato: Any) -> None:
        try:
            corriente.recibir(espacio, modo, dato)
        except Exception:
            self._destino.contar_perdida()

    def _lineas(self) -> Lineas:
        run = uuid.uuid4().hex[:12]
        return Lineas(self._destino, run=run, redactar=self._redactar, repetidos=self._repetidos, reloj=self._reloj)

    def _rutas_de(self, grafo: Any) -> RutasDeclaradas:
        if self._rutas is None or self._rutas[0] is not grafo:
            self._rutas = (grafo, _sin_lanzar(lambda: rutas_declaradas(grafo), RutasDeclaradas()))
        return self._rutas[1]

    def _empezar(self, grafo: Any) -> None:
        """La línea `trace`, una por grabadora."""
        if self._empezada:
            return
        self._empezada = True
        versiones = {"langgraph": _version("langgraph"), "langchain_core": _version("langchain-core")}
        datos: dict[str, Any] = {**self._cabecera, "graph": self._cabecera["graph"] or getattr(grafo, "name", None)}
        sin_saber: dict[str, str] = {}
        if parcial := _sin_lanzar(lambda: completitud(grafo), sin_saber):
            datos["completeness"] = parcial
        self._destino.escribir(
            "trace", v=VERSION, **datos, origin="recorded", **versiones, python=platform.python_version()
        )


class _ContadorDeRedacciones:
    """Un redactor que cuenta cuántas veces cambió algo."""

    def __init__(self, redactar: Redactor) -> None:
        self._redactar = redactar
        self.cuenta = 0

    def __call__(self, valor: Any) -> Any:
        limpio = self._redactar(valor)
        self.cuenta += limpio is not valor and limpio != valor
        return limpio


def _opciones(contexto: Any) -> dict[str, Any]:
    """Las de `stream`. Sin contexto no se nombra: hay grafos que no saben qué es."""
    return {"stream_mode": MODOS, "subgraphs": True, **({} if contexto is None else {"context": contexto})}


def _clase(entrada: Any) -> str:
    if entrada is None:
        return "continue"
    if isinstance(entrada, Command):
        return "resume" if entrada.resume is not None else "continue"
    return "input"


def _hilo(config: Any) -> str | None:
    hilo = ((config or {}).get("configurable") or {}).get("thread_id")
    return None if hilo is None else str(hilo)


def _configurable(config: Any) -> dict[str, Any] | None:
    """Lo que puso quien ejecuta, si puso algo: el hilo va aparte, y lo demás es de LangGraph."""
    todo = (config or {}).get("configurable") or {}
    suyo = {k: v for k, v in todo.items() if k != "thread_id" and not str(k).startswith(("__", "checkpoint_"))}
    return suyo or None


def _con_manejador(config: Any, manejador: Manejador) -> dict[str, Any]:
    """Una copia de `config` con el manejador añadido a los del usuario, que siguen recibiendo lo suyo."""
    suyos = (config or {}).get("callbacks")
    if isinstance(suyos, BaseCallbackManager):
        todos: Any = suyos.copy()
        todos.add_handler(manejador, inherit=True)
    else:
        todos = [*(suyos or ()), manejador]
    return {**(config or {}), "callbacks": todos}


def _resultado(corriente: Corriente) -> Any:
    valores = corriente.valores
    if corriente.interrupciones and isinstance(valores, dict):
        return {**valores, _INTERRUPCION: list(corriente.interrupciones)}
    return valores


def _sin_lanzar(hacer: Callable[[], T], si_falla: T) -> T:
    try:
        return hacer()
    except Exception:
        return si_falla


def _version(paquete: str) -> str:
    return importlib.metadata.version(paquete)
