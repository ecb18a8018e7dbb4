"""La hora, siempre inyectada. Se guarda como texto ISO 8601 en UTC, que compara igual en SQLite y en PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

Reloj: TypeAlias = Callable[[], datetime]


def del_sistema() -> datetime:
    """La hora de verdad."""
    return datetime.now(UTC)


def fijo(instante: datetime) -> Reloj:
    """Un reloj parado."""
    return lambda: instante


def iso(instante: datetime) -> str:
    """`2026-03-10T09:00:00+00:00`, sin fracciones."""
    return instante.astimezone(UTC).isoformat(timespec="seconds")


def dentro_de(instante: datetime, *, segundos: float = 0, horas: float = 0) -> str:
    """El instante más ese tiempo, como texto."""
    return iso(instante + timedelta(seconds=segundos, hours=horas))


def segundos_entre(antes: str, despues: str) -> int:
    """Segundos enteros entre dos instantes guardados."""
    return int((datetime.fromisoformat(despues) - datetime.fromisoformat(antes)).total_seconds())
