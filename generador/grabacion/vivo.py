"""Un caso que se ejecuta mientras alguien lo mira: tramo a tramo, con la decisión que se tome y no la del plan.

Es lo mismo que `grabar` hace con un caso —fábrica, guion, checkpoints y grabadora—, parado donde el agente pregunta.
"""

from __future__ import annotations

import shutil
from contextlib import chdir
from datetime import datetime
from pathlib import Path
from typing import Any

from langgraph.types import Command
from msgspec import Struct

from generador.cuaderno import Cuaderno, en_obras
from generador.grabacion.casos import Taller, abrir_taller
from generador.grabacion.ejecucion import Banco, tramo
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso

TRAZA = "traza.jsonl"


class EnVivo(Struct, frozen=True):
    """Un caso a medio ejecutar. Su traza es `TRAZA`, en la carpeta con que se abrió."""

    caso: Caso
    banco: Banco

    def empezar(self) -> str:
        """Ejecuta desde la entrada hasta que acaba o pregunta. Devuelve cómo: `ok`, `interrupted`, `error`…"""
        return self._tramo(self.caso.entrada)

    def contestar(self, valor: Any, quien: str | None, interrupcion: str | None = None) -> str:
        """Reanuda con la respuesta. `interrupcion` es su id, cuando hay varias preguntas a la vez."""
        return self._tramo(Command(resume=valor if interrupcion is None else {interrupcion: valor}), quien)

    def seguir(self, quien: str | None) -> str:
        """Sigue tras una parada sin pregunta (`interrupt_before`, `interrupt_after`)."""
        return self._tramo(None, quien)

    def _tramo(self, entrada: Any, quien: str | None = None) -> str:
        with chdir("."):
            return tramo(self.caso, self.banco, entrada, quien).estado


def abrir(demo: Path, caso: Caso, carpeta: Path, *, modelo: str | None, pasos: int) -> EnVivo:
    """Prepara el caso (del plan, quizá con otra entrada) en una carpeta vacía. Lanza `ErrorDeEntrada`."""
    taller = abrir_taller(demo, modelo)
    muestra = taller.exportar_una(caso.variante, Cuaderno(carpeta))
    return EnVivo(caso, taller.banco(caso, carpeta / TRAZA, muestra, carpeta, pasos))


def guardar(demo: Path, caso: Caso, traza: Path, *, creada: datetime, estado: str, duracion: float) -> Path:
    """Deja una traza ya acabada como corrida nueva de la demo, con sus grafos y fuentes, y devuelve su carpeta."""
    taller: Taller = abrir_taller(demo)
    with en_obras(demo) as temporal:
        cuaderno = Cuaderno(temporal)
        muestras = taller.exportar(cuaderno)
        suya = cuaderno.ruta_de_traza(nombre_de_fichero(caso.id))
        shutil.copyfile(traza, suya)
        grabado = cuaderno.grabado(caso, suya, estado, duracion)
        return taller.publicar(cuaderno, creada, [grabado], muestras)
