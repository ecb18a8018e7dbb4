"""El estado de una revisión. Solo tipos JSON: el checkpoint lo guarda sin clases nuestras y otro proceso lo lee."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Json = dict[str, Any]
Salida = Literal["", "informada", "ejecutada", "denegada", "sin_concesion", "abstencion"]


class Entrada(TypedDict):
    """Lo que se encarga: `{factura_id, preguntas}`."""

    encargo: Json


class Estado(TypedDict, total=False):
    """Las claves de una revisión.

    `ruta` es lo que decidió el último nodo del plano (la etiqueta de la arista); `vueltas`, las veces que se ha vuelto
    al planificador; `registro`, el índice de lo archivado (los bytes están en el libro) y `cabeza`, el hash de su
    última entrada; `emitido`, lo último que entregó un agente, sin examinar; `candidatas`, lo que pasó la puerta;
    `afirmaciones`, lo respaldado; `pendientes`, lo que no; `previos`, qué pruebas citó ya cada intento fallido.
    """

    encargo: Json
    run_id: str
    ruta: str
    vueltas: int
    objetivos: list[Json]
    propuestas: list[Json]
    registro: list[Json]
    cabeza: str
    emitido: Json
    candidatas: list[Json]
    afirmaciones: list[Json]
    pendientes: list[Json]
    preguntas: list[Json]
    previos: dict[str, list[str]]
    rechazos: list[Json]
    informe: list[Json]
    intenciones: list[Json]
    concesiones: list[Json]
    decision: Json
    efectos: list[Json]
    abstenciones: list[Json]
    salida: Salida


def respaldadas(estado: Estado) -> dict[str, Json]:
    """Las afirmaciones respaldadas por su id: lo único que la prosa y las intenciones pueden usar."""
    return {a["id"]: a for a in estado.get("afirmaciones", [])}


def inicial(encargo: Json, run_id: str) -> Estado:
    """El estado al empezar: todo en blanco, también lo que dejara una revisión anterior del mismo hilo."""
    return Estado(
        encargo=encargo, run_id=run_id, ruta="", vueltas=0, objetivos=[], propuestas=[], registro=[], cabeza="",
        emitido={}, candidatas=[], afirmaciones=[], pendientes=[], preguntas=[], previos={}, rechazos=[], informe=[],
        intenciones=[], concesiones=[], decision={}, efectos=[], abstenciones=[], salida="",
    )  # fmt: skip
