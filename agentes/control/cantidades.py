"""Importes, horas y fechas. Dentro, `Decimal` exacto; al escribirlos, texto con su forma; nunca coma flotante."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

_CENTIMO = Decimal("0.01")
_DECIMAL = re.compile(r"-?\d{1,12}(\.\d{1,4})?", re.ASCII)
_ESPANOL = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:,\d{1,2})?", re.ASCII)


def euros(centimos: int) -> str:
    """`18050` → `180.50`, la forma con que viajan los importes en afirmaciones y registro."""
    return str((Decimal(centimos) / 100).quantize(_CENTIMO))


def horas(decimas: int) -> str:
    """`25` → `2.5`."""
    return str((Decimal(decimas) / 10).quantize(Decimal("0.1")))


def decimal(texto: object) -> Decimal | None:
    """El número de un texto con punto decimal, o `None` si no lo es de forma estricta. No acepta `int` ni `float`."""
    return Decimal(texto) if isinstance(texto, str) and _DECIMAL.fullmatch(texto) else None


def decimal_espanol(texto: str) -> Decimal | None:
    """`1.180,50` → `1180.50`. Un punto que no separa millares es ambiguo y da `None`."""
    if not _ESPANOL.fullmatch(texto):
        return None
    return Decimal(texto.replace(".", "").replace(",", "."))


def en_centimos(valor: Decimal) -> Decimal:
    """Redondeado al céntimo, mitades hacia arriba (ROUND_HALF_UP): la única regla de redondeo del dominio."""
    return valor.quantize(_CENTIMO, ROUND_HALF_UP)


def fecha(texto: object) -> date | None:
    """La fecha de un texto `AAAA-MM-DD`, o `None`."""
    if not isinstance(texto, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", texto, re.ASCII):
        return None
    try:
        return date.fromisoformat(texto)
    except ValueError:
        return None


def fin_de_plazo(desde: date, dias: int, festivos: Collection[date] | None) -> date:
    """El último día de un plazo que empieza al día siguiente. Con `festivos`, en días hábiles; sin él, naturales."""
    if festivos is None:
        return desde + timedelta(days=dias)
    actual = desde
    for _ in range(dias):
        actual += timedelta(days=1)
        while actual.weekday() >= 5 or actual in festivos:
            actual += timedelta(days=1)
    return actual
