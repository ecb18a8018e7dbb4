"""Trazas que grabó otro → conversaciones en líneas de nuestra v1. Lo usa `vitrina importar`; construir no lo conoce.

Para añadir un formato: un módulo con `NOMBRE`, `reconoce` y `leer`, y su línea en `FORMATOS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.ajenas import burr, checkpoints, inspect_ai, langfuse, langsmith, mlflow, otlp, propias
from generador.lectura.ajenas.conversaciones import conversaciones_de
from generador.lectura.ajenas.documentos import Contenido, abrir
from generador.lectura.ajenas.tramos import Conversacion, Lectura, Tramo


class Formato(Protocol):
    """Lo que ofrece cada módulo de formato."""

    NOMBRE: str

    def reconoce(self, contenido: Contenido, /) -> bool:
        """Si el contenido es de este formato. Nunca lanza."""

    def leer(self, contenido: Contenido, /) -> Lectura:
        """Lo que hay dentro. Lo que no se entiende se salta y se cuenta; si no se entiende nada, `ErrorDeEntrada`."""


FORMATOS: tuple[Formato, ...] = (propias, langsmith, mlflow, langfuse, otlp, checkpoints, inspect_ai, burr)


@dataclass(frozen=True, slots=True)
class Leido:
    """Un fichero y lo que dio."""

    ruta: Path
    lectura: Lectura


def leer(ruta: Path) -> Leido:
    """Lo que hay en un fichero. Lanza `ErrorDeEntrada` si no se puede leer o ningún formato lo reconoce."""
    contenido = abrir(ruta)
    for formato in FORMATOS:
        if formato.reconoce(contenido):
            return Leido(ruta, formato.leer(contenido))
    que_pasa = "no se reconoce de qué trazador es"
    raise ErrorDeEntrada([problema(ruta, que_pasa, f"se admiten: {'; '.join(f.NOMBRE for f in FORMATOS)}")])


def leer_todos(rutas: Sequence[Path]) -> tuple[tuple[Leido, ...], tuple[Conversacion, ...]]:
    """Todos los ficheros y las conversaciones que suman: una pausa y su reanudación pueden venir en dos.

    Lanza una `ErrorDeEntrada` con los problemas de todos.
    """
    problemas: list[Problema] = []
    leidos: list[Leido] = []
    for ruta in rutas:
        try:
            leidos.append(leer(ruta))
        except ErrorDeEntrada as error:
            problemas += error.problemas
    if problemas:
        raise ErrorDeEntrada(problemas)
    return tuple(leidos), tuple(_conversaciones(leidos))


def _conversaciones(leidos: Sequence[Leido]) -> Iterator[Conversacion]:
    por_origen: dict[str, list[Tramo]] = {}
    for leido in leidos:
        yield from leido.lectura.conversaciones
        if leido.lectura.tramos:
            por_origen.setdefault(leido.lectura.origen, []).extend(leido.lectura.tramos)
    for origen, tramos in por_origen.items():
        yield from conversaciones_de(tramos, origen)
