"""Las métricas, con el nombre y el sentido del gremio. Sin nada que medir no hay cifra: `None`, nunca 0 ni 1."""

from __future__ import annotations

from collections.abc import Sequence

from agentes.control.evaluacion.arnes import Cuenta

Metricas = dict[str, float | int | None]


def metricas(cuentas: Sequence[Cuenta]) -> Metricas:
    """Las de un conjunto de facturas, sumando primero y dividiendo después (micro-media)."""
    s = {campo: sum(getattr(c, campo) for c in cuentas) for campo in _CAMPOS}
    fiel, cubre = _razon(s["respaldadas"], s["emitidas"]), _razon(s["cubiertas"], s["esperadas"])
    return {
        "faithfulness": fiel,
        "coverage": cubre,
        "f1": _armonica(fiel, cubre),
        "abstention_precision": _razon(s["justificadas"], s["abstenciones"]),
        "abstention_recall": _razon(s["abstenciones_acertadas"], s["abstenciones_esperadas"]),
        "answer_rate": _razon(s["emitidas"], s["emitidas"] + s["abstenciones"]),
        "side_effect_hygiene": s["sin_concesion"],
    }


_CAMPOS = (
    *("respaldadas", "emitidas", "cubiertas", "esperadas", "justificadas", "abstenciones"),
    *("abstenciones_acertadas", "abstenciones_esperadas", "sin_concesion", "irreversibles"),
)


def denominadores(cuentas: Sequence[Cuenta]) -> dict[str, int]:
    """Sobre cuántas piezas se calcula cada métrica."""
    s = {campo: sum(getattr(c, campo) for c in cuentas) for campo in _CAMPOS}
    return {
        "faithfulness": s["emitidas"],
        "coverage": s["esperadas"],
        "f1": s["emitidas"] + s["esperadas"],
        "abstention_precision": s["abstenciones"],
        "abstention_recall": s["abstenciones_esperadas"],
        "answer_rate": s["emitidas"] + s["abstenciones"],
        "side_effect_hygiene": s["irreversibles"],
    }


def _razon(parte: int, total: int) -> float | None:
    return round(parte / total, 4) if total else None


def _armonica(a: float | None, b: float | None) -> float | None:
    if a is None or b is None or a + b == 0:
        return None
    return round(2 * a * b / (a + b), 4)
