"""Lo que hay en marcha: cada ejecución con su proceso, su traza y sus decisiones, y la sala que las reúne.

Nada de esto vive en la página: recargarla, cerrarla o abrirla en otra pestaña no cambia lo que pasa.
"""

from __future__ import annotations

import queue
import secrets
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from generador.modelo.mensaje import Mensaje
from generador.modelo.plan import Caso
from generador.servidor.vivo import proceso
from generador.servidor.vivo.proceso import INTERRUMPIDO, Encargo, Respuesta

TRAZA = "traza.jsonl"
VIVAS = 4
"""Procesos de agente a la vez, contando los que esperan una decisión."""
RECORDADAS = 40
_CORTESIA = 15.0
"""Segundos que se espera a que un proceso cortado se vaya."""
SIN_TIEMPO, ABANDONADA = "sin_tiempo", "abandonada"
"""Cómo acaba lo que se corta: además de los de la traza."""


class Momento(StrEnum):
    """En qué está una ejecución."""

    CORRIENDO = "corriendo"
    ESPERANDO = "esperando"
    ACABADA = "acabada"
    ROTA = "rota"
    CORTADA = "cortada"


EN_CURSO = frozenset({Momento.CORRIENDO, Momento.ESPERANDO})


class Decision(Struct, frozen=True):
    """Quién contestó una pregunta, qué en pocas palabras, y los segundos que la tuvo delante."""

    quien: str
    que: Mensaje
    segundos: float


class Foto(Struct, frozen=True):
    """Cómo está una ejecución en un instante.

    `pregunta` cuenta las paradas desde 1. `fin` es el de la traza o, si se cortó, `SIN_TIEMPO` o `ABANDONADA`. `motivo`
    es por qué se rompió y `duracion`, los segundos que ha corrido sin contar esperas.
    """

    momento: Momento
    pregunta: int = 0
    fin: str = ""
    motivo: str = ""
    decisiones: tuple[Decision, ...] = ()
    guardada: str = ""
    duracion: float = 0.0


@dataclass(slots=True)
class Ejecucion:
    """Una ejecución de un caso. `propia` es que su entrada no es la del plan."""

    id: str
    encargo: Encargo
    propia: bool
    creada: datetime
    limite: float
    reloj: Callable[[], float] = time.monotonic
    _foto: Foto = field(default_factory=lambda: Foto(Momento.CORRIENDO))
    _vista: float | None = None
    _hijo: proceso.Hijo | None = None
    _abandonada: bool = False
    _hilo: threading.Thread | None = None
    _cambio: threading.Condition = field(default_factory=threading.Condition)
    _guardando: threading.Lock = field(default_factory=threading.Lock)
    _respuestas: queue.SimpleQueue[Respuesta | None] = field(default_factory=queue.SimpleQueue)

    @property
    def caso(self) -> Caso:
        return self.encargo.caso

    @property
    def traza(self) -> Path:
        return self.encargo.carpeta / TRAZA

    @property
    def foto(self) -> Foto:
        return self._foto

    def arrancar(self) -> None:
        """Empieza a ejecutar, en otro proceso, y lo atiende desde un hilo."""
        self._hilo = threading.Thread(target=self._atender, daemon=True)
        self._hilo.start()

    def mirar(self) -> None:
        """Alguien tiene la pregunta delante: desde ahora se cuenta. Volver a mirarla no reinicia la cuenta."""
        with self._cambio:
            if self._vista is None:
                self._vista = self.reloj()

    def segundos(self) -> float:
        """Los que lleva la pregunta delante de alguien."""
        with self._cambio:
            return 0.0 if self._vista is None else self.reloj() - self._vista

    def decidir(self, pregunta: int, que: Mensaje, respuesta: Respuesta) -> bool:
        """Contesta esa pregunta. Falso, y sin efecto, si no es la que se está haciendo: alguien llegó antes."""
        with self._cambio:
            f = self._foto
            if f.momento is not Momento.ESPERANDO or f.pregunta != pregunta:
                return False
            segundos = 0.0 if self._vista is None else self.reloj() - self._vista
            decidida = Decision(respuesta.quien, que, segundos)
            self._poner(momento=Momento.CORRIENDO, decisiones=(*f.decisiones, decidida))
        self._respuestas.put(respuesta)
        return True

    def guardar(self) -> str:
        """La deja como corrida de la demo, una vez, y devuelve su carpeta. Lanza `proceso.NoSeGuardo`."""
        with self._guardando:
            f = self._foto
            if not f.guardada:
                carpeta = proceso.guardar(self.encargo, self.creada, f.fin, f.duracion)
                with self._cambio:
                    self._poner(guardada=carpeta)
            return self._foto.guardada

    def esperar(self, segundos: float) -> Foto:
        """La foto cuando deje de correr, o la que haya si pasan esos segundos."""
        with self._cambio:
            self._cambio.wait_for(lambda: self._foto.momento is not Momento.CORRIENDO, segundos)
            return self._foto

    def cortar(self) -> None:
        """La deja donde esté y mata su proceso. No hace nada si ya acabó."""
        with self._cambio:
            if self._foto.momento not in EN_CURSO:
                return
            self._abandonada = True
        self._respuestas.put(None)
        if self._hijo is not None:
            self._hijo.matar()

    def soltar(self) -> None:
        """La corta y espera a que su proceso ya no escriba nada."""
        self.cortar()
        if self._hilo is not None:
            self._hilo.join(_CORTESIA)

    def _poner(self, **campos: object) -> None:
        """Con el cerrojo cogido."""
        valores = {c: getattr(self._foto, c) for c in Foto.__struct_fields__}
        self._foto = Foto(**{**valores, **campos})
        self._cambio.notify_all()

    def _atender(self) -> None:
        try:
            hijo = self._hijo = proceso.ejecutar(self.encargo)
        except Exception as error:  # sin procesos, sin memoria, o algo del plan que no se puede mandar a otro proceso
            with self._cambio:
                self._poner(momento=Momento.ROTA, motivo=f"no se puede abrir otro proceso: {error}")
            return
        if self._abandonada:  # lo abandonaron mientras nacía
            hijo.matar()
        try:
            while self._un_tramo(hijo) and (respuesta := self._respuestas.get()) is not None:
                hijo.mandar(respuesta)
        except Exception as error:  # sin este hilo seguiría «en marcha» para siempre
            hijo.matar()
            with self._cambio:
                self._poner(momento=Momento.ROTA, motivo=f"no se puede hablar con su proceso: {error}")
        with self._cambio:
            if self._foto.momento in EN_CURSO:
                self._poner(momento=Momento.CORTADA, fin=ABANDONADA)
        hijo.acabar()

    def _un_tramo(self, hijo: proceso.Hijo) -> bool:
        """Espera a que el agente acabe o pregunte. Verdadero si pregunta."""
        empieza = self.reloj()
        dicho = hijo.recibir(self.limite)
        if dicho is None:
            hijo.matar()
        with self._cambio:
            duracion = self._foto.duracion + self.reloj() - empieza
            self._vista = None
            match dicho:
                case None:
                    self._poner(momento=Momento.CORTADA, fin=SIN_TIEMPO, duracion=duracion)
                case "tramo", fin if fin == INTERRUMPIDO:
                    otra = self._foto.pregunta + 1
                    self._poner(momento=Momento.ESPERANDO, pregunta=otra, fin=fin, duracion=duracion)
                    return True
                case "tramo", fin:
                    self._poner(momento=Momento.ACABADA, fin=fin, duracion=duracion)
                case _ if self._abandonada:
                    self._poner(momento=Momento.CORTADA, fin=ABANDONADA, duracion=duracion)
                case _, motivo:
                    self._poner(momento=Momento.ROTA, motivo=str(motivo), duracion=duracion)
        return False


class DemasiadasALaVez(Exception):  # noqa: N818
    """Hay `VIVAS` agentes en marcha o esperando."""


@dataclass(slots=True)
class Sala:
    """Todas las ejecuciones de esta sesión. `carpeta` es suya, y quien la abrió la quita."""

    carpeta: Path
    demo: Path
    modelo: str | None
    limite: float
    pasos: int
    _cerrojo: threading.Lock = field(default_factory=threading.Lock)
    _todas: dict[str, Ejecucion] = field(default_factory=dict)

    def empezar(self, caso: Caso, *, propia: bool = False) -> Ejecucion:
        """Una ejecución nueva, ya en marcha. Lanza `DemasiadasALaVez`."""
        with self._cerrojo:
            if sum(e.foto.momento in EN_CURSO for e in self._todas.values()) >= VIVAS:
                raise DemasiadasALaVez
            self._olvidar_las_viejas()
            id = secrets.token_hex(8)
            carpeta = self.carpeta / id
            carpeta.mkdir()
            encargo = Encargo(self.demo, caso, carpeta, self.modelo, self.pasos)
            nueva = self._todas[id] = Ejecucion(id, encargo, propia, datetime.now(UTC), self.limite)
        nueva.arrancar()
        return nueva

    def buscar(self, id: str) -> Ejecucion | None:
        """La que tiene ese id, si aún se recuerda."""
        return self._todas.get(id)

    def todas(self) -> tuple[Ejecucion, ...]:
        """De la más nueva a la más vieja."""
        with self._cerrojo:
            return tuple(reversed(self._todas.values()))

    def cerrar(self) -> None:
        """Suelta los procesos."""
        for ejecucion in self.todas():
            ejecucion.soltar()

    def _olvidar_las_viejas(self) -> None:
        acabadas = [id for id, e in self._todas.items() if e.foto.momento not in EN_CURSO]
        for id in acabadas[: max(0, len(self._todas) - RECORDADAS + 1)]:
            shutil.rmtree(self._todas.pop(id).encargo.carpeta, ignore_errors=True)
