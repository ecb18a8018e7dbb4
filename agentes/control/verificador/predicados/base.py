"""Qué es un predicado: un nombre con versión, el esquema de sus argumentos, cómo se juzga y cómo se enuncia."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agentes.control.verificador.hechos import Hechos, SinPrueba

Entailment = Literal["respalda", "contradice", "neutral"]

FACTURA = {"type": "string", "pattern": "^FAC-[0-9]{4}-[0-9]{3}$"}
LINEA = {"type": "integer", "minimum": 1, "maximum": 999}
EUROS = {"type": "string", "pattern": "^[0-9]{1,9}\\.[0-9]{2}$"}
FECHA = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
CODIGO = {"type": "string", "pattern": "^A[0-9]{3}$"}
CLIENTE = {"type": "string", "pattern": "^CL-[0-9]{2}$"}


@dataclass(frozen=True, slots=True)
class Dictamen:
    """El juicio de una proposición. `neutral` no es `contradice`: contradecir exige el mismo sujeto y otro valor."""

    entailment: Entailment
    motivo: str
    faltan: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Predicado:
    """`juzgar` recibe argumentos ya validados y los hechos citados; `enunciar` da la frase canónica."""

    referencia: str
    esquema: Mapping[str, Any]
    juzgar: Callable[[Mapping[str, Any], Hechos], Dictamen]
    enunciar: Callable[[Mapping[str, Any]], str]


def objeto(opcionales: tuple[str, ...] = (), **propiedades: Any) -> dict[str, Any]:
    """Un esquema de argumentos cerrado."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "required": [p for p in propiedades if p not in opcionales],
        "properties": propiedades,
    }


def segun(cierto: bool, motivo: str = "coincide", distinto: str = "otro_valor") -> Dictamen:
    """`respalda` o `contradice`."""
    return Dictamen("respalda", motivo) if cierto else Dictamen("contradice", distinto)


def exigir(condicion: bool, motivo: str, *faltan: str) -> None:
    """Corta el juicio en `neutral` si la condición no se da."""
    if not condicion:
        raise SinPrueba(motivo, *faltan)
