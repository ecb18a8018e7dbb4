"""El estado de un turno. Solo tipos JSON: así el checkpoint lo guarda sin clases nuestras y se lee en otro proceso."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict

Idioma = Literal["es", "en"]

ANTERIORES = ("validacion_entrada", "ambito", "escalamiento")
"""Decisiones de `guardrail_pre` que, si fallan, apartan el turno de la recuperación y del modelo."""


class Decision(TypedDict):
    """Lo que decidió una barrera. `motivo` es un código estable; `detalle`, lo que hace falta para explicarlo."""

    resultado: Literal["pasa", "falla", "no_aplica"]
    motivo: str
    detalle: dict[str, Any]


class Pasaje(TypedDict):
    """Una ficha recuperada, en el idioma del turno. `puntuacion` va redondeada a tres decimales."""

    id: str
    titulo: str
    texto: str
    puntuacion: float


class Entrada(TypedDict):
    """Lo que recibe el grafo: el mensaje tal como llegó. Es lo único que puede llevar datos personales sin redactar."""

    mensaje: str


class Estado(TypedDict, total=False):
    """Las claves de un turno. `mensaje` se sobrescribe redactado en `guardrail_pre`; no hay copia del original."""

    mensaje: str
    idioma: Idioma
    turno: int
    decisiones: dict[str, Decision]
    pasajes: list[Pasaje]
    borrador: str
    origen: str
    respuesta: str
    estado_del_turno: str
    auditoria: dict[str, Any]


def pasa(motivo: str, **detalle: Any) -> Decision:
    """Una decisión favorable."""
    return Decision(resultado="pasa", motivo=motivo, detalle=detalle)


def falla(motivo: str, **detalle: Any) -> Decision:
    """Una decisión desfavorable: viaja en el estado, nunca se lanza."""
    return Decision(resultado="falla", motivo=motivo, detalle=detalle)


def no_aplica(motivo: str, **detalle: Any) -> Decision:
    """La barrera no llegó a mirarse; `motivo` dice por qué."""
    return Decision(resultado="no_aplica", motivo=motivo, detalle=detalle)


def fallidas(decisiones: Mapping[str, Any], nombres: Iterable[str]) -> tuple[str, ...]:
    """Cuáles de esas decisiones están y fallaron, en el orden pedido."""
    return tuple(n for n in nombres if _resultado(decisiones.get(n)) == "falla")


def _resultado(decision: object) -> object:
    return decision.get("resultado") if isinstance(decision, Mapping) else None
