"""La orden que conviene dar ahora, escrita para copiarla y pegarla tal cual."""

from __future__ import annotations

import shlex
from pathlib import Path

_DE_SERIE = Path("corridas")


def orden(nombre: str, corridas: Path, demo: str | None = None) -> str:
    """`«vitrina comparar pedidos»`, con su `--corridas` si la demo no está donde se busca sin decirlo."""
    partes = ["vitrina", nombre, *([demo] if demo else [])]
    if corridas != _DE_SERIE:
        partes += ["--corridas", str(corridas)]
    return f"«{shlex.join(partes)}»"
