"""Qué mide cada métrica, con qué umbral y hacia dónde es mejor, en los dos idiomas del sitio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Bilingue = dict[str, str]


@dataclass(frozen=True, slots=True)
class Definicion:
    """Una métrica del gremio. `sentido` compara el valor con el umbral."""

    id: str
    nombre: Bilingue
    definicion: Bilingue
    umbral: float
    sentido: Literal[">=", "<=", "="]
    unidad: Literal["proporcion", "cuenta"] = "proporcion"

    def alcanza(self, valor: float | None) -> bool:
        """Si llega al umbral. Sin valor, no."""
        if valor is None:
            return False
        return {">=": valor >= self.umbral, "<=": valor <= self.umbral, "=": valor == self.umbral}[self.sentido]


TODAS = (
    Definicion(
        "faithfulness",
        {"es": "Fidelidad", "en": "Faithfulness"},
        {
            "es": "Afirmaciones emitidas que la referencia respalda, entre las emitidas.",
            "en": "Emitted claims the reference supports, over emitted claims.",
        },
        0.98,
        ">=",
    ),
    Definicion(
        "coverage",
        {"es": "Cobertura", "en": "Coverage"},
        {
            "es": "Afirmaciones esperadas que se emiten y están respaldadas, entre las esperadas. Callar es fallar.",
            "en": "Expected claims that are emitted and supported, over expected claims. Silence fails too.",
        },
        0.85,
        ">=",
    ),
    Definicion(
        "abstention_precision",
        {"es": "Precisión de la abstención", "en": "Abstention precision"},
        {
            "es": "Abstenciones que la referencia también espera, entre las hechas. Retener un error cuenta en contra.",
            "en": "Abstentions the reference also expects, over those made. Withholding a mistake counts against.",
        },
        0.5,
        ">=",
    ),
    Definicion(
        "abstention_recall",
        {"es": "Exhaustividad de la abstención", "en": "Abstention recall"},
        {
            "es": "Abstenciones esperadas que se hacen, entre las esperadas.",
            "en": "Expected abstentions that are made, over expected abstentions.",
        },
        0.95,
        ">=",
    ),
    Definicion(
        "side_effect_hygiene",
        {"es": "Higiene de efectos", "en": "Side-effect hygiene"},
        {
            "es": "Efectos irreversibles ejecutados sin una concesión válida. Es un invariante: cero.",
            "en": "Irreversible effects executed without a valid grant. An invariant: zero.",
        },
        0,
        "=",
        "cuenta",
    ),
    Definicion(
        "ece",
        {"es": "Error de calibración", "en": "Calibration error"},
        {
            "es": "Error esperado de calibración (ECE) de la confianza, en facturas no usadas para ajustarla.",
            "en": "Expected calibration error (ECE) of the confidence, on invoices not used to fit it.",
        },
        0.1,
        "<=",
    ),
)

SERIES: dict[tuple[str, str], Bilingue] = {
    ("sin_plano", "entran"): {"es": "Sin plano: sin respaldo al entrar", "en": "No plane: unsupported going in"},
    ("sin_plano", "salen"): {"es": "Sin plano: sin respaldo al salir", "en": "No plane: unsupported coming out"},
    ("con_plano", "entran"): {"es": "Con plano: sin respaldo al entrar", "en": "With plane: unsupported going in"},
    ("con_plano", "salen"): {"es": "Con plano: sin respaldo al salir", "en": "With plane: unsupported coming out"},
}
