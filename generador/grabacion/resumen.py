"""Cómo acabó una corrida recién grabada, en una línea: para saberlo no hace falta abrir las trazas."""

from __future__ import annotations

import json
from pathlib import Path

from generador.errores import imprimible

_BIEN = "ok"
_NOMBRADOS = 5
"""A partir de cuántos casos con el mismo final se dejan de nombrar uno a uno."""


def resumir(corrida: Path) -> str:
    """`4 casos: 2 ok · 1 error (sin-vuelos) · …`, con las palabras de `espera.estado_de_la_traza`."""
    casos = json.loads((corrida / "manifiesto.json").read_text("utf-8"))["casos"]
    por_estado: dict[str, list[str]] = {_BIEN: []}
    for caso in casos:
        por_estado.setdefault(caso["estado"], []).append(caso["caso"])
    partes = [f"{len(ids)} {estado}{_cuales(estado, ids)}" for estado, ids in por_estado.items() if ids]
    return imprimible(f"{len(casos)} {'caso' if len(casos) == 1 else 'casos'}: {' · '.join(partes)}")


def _cuales(estado: str, ids: list[str]) -> str:
    if estado == _BIEN:
        return ""
    return f" ({', '.join(ids[:_NOMBRADOS])}{'…' if len(ids) > _NOMBRADOS else ''})"
