"""Lo que emite `graph.stream`, tal como va en un volcado. La carga es `Raw`: cada modo sabe leer la suya."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct


class Emision(Struct):
    """Una línea del volcado. `linea` es su número en el fichero."""

    call: int
    mode: str
    ns: list[str] = []
    payload: Raw = Raw(b"null")
    linea: int = 0


class TareaEmitida(Struct):
    """La carga de `tasks`: un inicio si trae `triggers`; si no, un final."""

    id: str
    name: str
    input: Raw = Raw()
    triggers: list[str] | None = None
    result: Raw = Raw()
    error: Raw = Raw(b"null")
    interrupts: Raw = Raw(b"[]")


class PuntoEmitido(Struct):
    """La carga de `checkpoints`. `tasks` son las tareas que abre: las del paso siguiente."""

    values: Raw = Raw()
    metadata: dict[str, Any] = {}
    next: list[str] = []
    config: dict[str, Any] = {}
    tasks: Raw = Raw(b"[]")


class Depuracion(Struct):
    """La carga de `debug`: la de `tasks` o la de `checkpoints`, con su paso y su hora."""

    type: str
    step: int
    payload: Raw
    timestamp: str | None = None
