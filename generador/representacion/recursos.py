"""Dónde están las plantillas: dentro del paquete instalado o, en el repositorio, a su lado."""

from __future__ import annotations

from pathlib import Path


def carpeta_de_plantillas() -> Path:
    """La carpeta `plantillas/`, también desde una rueda instalada."""
    paquete = Path(__file__).resolve().parents[1]
    instaladas = paquete / "plantillas"
    return instaladas if instaladas.is_dir() else paquete.parent / "plantillas"
