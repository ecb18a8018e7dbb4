"""Trazas que grabó otro → conversaciones en líneas de nuestra v1. Lo usa `vitrina importar`; construir no lo conoce.

Para añadir un formato: un módulo con `NOMBRE`, `reconoce` y `leer`, y su línea en `FORMATOS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.ajenas import (
    burr,
    checkpoints,
    eventos,
    historial,
    inspect_ai,
    jaeger,
    langfuse,
    langsmith,
    mlflow,
    otlp,
    propias,
    zipkin,
)
from generador.lectura.ajenas.conversaciones import conversaciones_de
from generador.lectura.ajenas.documentos import Contenido, abrir
from generador.lectura.ajenas.repetidas import Venida, sin_repetir
from generador.lectura.ajenas.tramos import Conversacion, Lectura


class Formato(Protocol):
    """Lo que ofrece cada módulo de formato."""

    NOMBRE: str

    def reconoce(self, contenido: Contenido, /) -> bool:
        """Si el contenido es de este formato. Nunca lanza."""

    def leer(self, contenido: Contenido, /) -> Lectura:
        """Lo que hay dentro. Lo que no se entiende se salta y se cuenta; si no se entiende nada, `ErrorDeEntrada`."""


FORMATOS: tuple[Formato, ...] = (
    propias,
    langsmith,
    mlflow,
    langfuse,
    otlp,
    jaeger,
    zipkin,
    eventos,
    checkpoints,
    historial,
    inspect_ai,
    burr,
)


class Leido(Struct, frozen=True):
    """Un fichero y lo que dio."""

    ruta: Path
    lectura: Lectura


def leer(ruta: Path) -> Leido:
    """Lo que hay en un fichero. Lanza `ErrorDeEntrada` si no se puede leer o ningún formato lo reconoce."""
    admitidos = f"se admiten: {'; '.join(f.NOMBRE for f in FORMATOS)}"
    contenido = abrir(ruta, admitidos)
    for formato in FORMATOS:
        if formato.reconoce(contenido):
            return Leido(ruta, formato.leer(contenido))
    raise ErrorDeEntrada([problema(ruta, "no se reconoce de qué trazador es", admitidos)])


def leer_todos(rutas: Sequence[Path]) -> tuple[tuple[Leido, ...], tuple[Conversacion, ...]]:
    """Todos los ficheros y las conversaciones que suman: una pausa y su reanudación pueden venir en dos.

    La que viene igual en varios es una; si no dicen lo mismo, son varias y llevan un aviso. Lanza una `ErrorDeEntrada`
    con los problemas de todos.
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
    return tuple(leidos), sin_repetir(_venidas(leidos))


def _venidas(leidos: Sequence[Leido]) -> Iterator[Venida]:
    por_origen: dict[str, list[Leido]] = {}
    for leido in leidos:
        yield from (Venida(c, (leido.ruta,)) for c in leido.lectura.conversaciones)
        if leido.lectura.tramos:
            por_origen.setdefault(leido.lectura.origen, []).append(leido)
    for origen, suyos in por_origen.items():
        tramos = [t for leido in suyos for t in leido.lectura.tramos]
        rutas = tuple(leido.ruta for leido in suyos)
        yield from (Venida(c, rutas) for c in conversaciones_de(tramos, origen))
