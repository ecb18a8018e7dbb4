"""Dónde están las plantillas: dentro del paquete instalado o, en el repositorio, a su lado."""

from __future__ import annotations

from pathlib import Path


def carpeta_de_plantillas() -> Path:
    """La carpeta `plantillas/`, también desde una rueda instalada."""
    paquete = Path(__file__).resolve().parents[1]
    instaladas = paquete / "plantillas"
    return instaladas if instaladas.is_dir() else paquete.parent / "plantillas"


def leer_estaticos(plantillas: Path) -> dict[str, bytes]:
    """Nombre → bytes de lo que se publica tal cual: hojas, scripts, la fuente y su licencia."""
    return {f.name: f.read_bytes() for f in sorted((plantillas / "estaticos").iterdir()) if not f.name.startswith(".")}
