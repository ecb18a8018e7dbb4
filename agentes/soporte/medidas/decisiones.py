"""Las decisiones grabadas en las trazas de una corrida: quién, cuánto miró y cuánto esperó. Lee el JSONL, nada más."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentes.soporte.cola.cola import SIN_EFECTO


@dataclass(frozen=True, slots=True)
class Grabada:
    """Una decisión con efecto tal como quedó en la traza de un caso, y el paso en que está."""

    caso: str
    paso: int
    decision: str
    segundos: int | None
    en_cola: int | None


def grabadas(corrida: Path) -> tuple[Grabada, ...]:
    """Las decisiones con efecto de todos los casos de la corrida, por orden de caso."""
    manifiesto = json.loads((corrida / "manifiesto.json").read_text("utf-8"))
    return tuple(g for c in manifiesto["casos"] for g in _de_la_traza(c["caso"], corrida / c["traza"]))


def _de_la_traza(caso: str, ruta: Path) -> Iterator[Grabada]:
    for linea in ruta.read_text("utf-8").splitlines():
        fila = json.loads(linea)
        datos: Any = fila.get("data")
        if fila.get("t") != "custom" or not isinstance(datos, dict) or datos.get("tipo") != "decision":
            continue
        if datos["resultado"] not in (*SIN_EFECTO, "caducada"):
            yield Grabada(caso, fila["step"], datos["decision"], datos["segundos_mirandola"], datos["segundos_en_cola"])
