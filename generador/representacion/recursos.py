"""Dónde están las plantillas: dentro del paquete instalado o, en el repositorio, a su lado."""

from __future__ import annotations

import re
from pathlib import Path


def carpeta_de_plantillas() -> Path:
    """La carpeta `plantillas/`, también desde una rueda instalada."""
    paquete = Path(__file__).resolve().parents[1]
    instaladas = paquete / "plantillas"
    return instaladas if instaladas.is_dir() else paquete.parent / "plantillas"


JUNTOS = {"caso.js": ("caso.js", "caso_buscar.js", "caso_color.js")}
"""Lo que se publica → los ficheros que lo forman, en orden: van siempre en las mismas páginas, y juntos pesan menos."""


def leer_estaticos(plantillas: Path) -> dict[str, bytes]:
    """Nombre → bytes de lo que se publica: la fuente, su licencia y el icono tal cual; hojas y scripts, aligerados."""
    carpeta = plantillas / "estaticos"
    leidos = {f.name: f.read_bytes() for f in sorted(carpeta.iterdir()) if not f.name.startswith(".")}
    juntos = {n: b"".join(leidos.pop(parte) for parte in partes) for n, partes in JUNTOS.items()}
    publicados = leidos | juntos
    return {n: _ALIGERAR.get(Path(n).suffix, bytes)(c) for n, c in sorted(publicados.items())}


def aligerar(script: bytes) -> bytes:
    """El mismo script sin sangrías, líneas vacías ni líneas que son solo un comentario `//`.

    Vale porque ningún script nuestro tiene una plantilla de texto de varias líneas; una prueba lo vigila.
    """
    lineas = (linea.strip() for linea in script.split(b"\n"))
    return b"\n".join(linea for linea in lineas if linea and not linea.startswith(b"//")) + b"\n"


def aligerar_hoja(hoja: bytes) -> bytes:
    """La misma hoja en una línea y sin notas.

    Vale porque en las nuestras toda línea acaba donde cortar da igual; una prueba lo vigila.
    """
    return b"".join(linea.strip() for linea in _NOTA.sub(b"", hoja).split(b"\n")) + b"\n"


_NOTA = re.compile(rb"/\*.*?\*/", re.DOTALL)
_ALIGERAR = {".js": aligerar, ".css": aligerar_hoja}
