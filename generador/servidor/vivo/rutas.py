"""Las direcciones de lo que se sirve en vivo. Ninguna puede ser la de una página publicada."""

from __future__ import annotations

from generador.modelo.nombres import nombre_de_fichero

BASE = "/_vivo/"
IDIOMAS = ("es", "en")
ESTATICOS = f"{BASE}estaticos/"


def inicio(idioma: str) -> str:
    """Donde se elige un caso."""
    return f"{BASE}{idioma}/"


def empezar(idioma: str) -> str:
    """Adonde se envía lo que se quiere ejecutar."""
    return f"{BASE}{idioma}/empezar"


def entrada(idioma: str, caso: str) -> str:
    """Donde se escribe otra entrada para un caso."""
    return f"{BASE}{idioma}/entrada/{nombre_de_fichero(caso)}"


def ejecucion(idioma: str, id: str, hacer: str = "") -> str:
    """Una ejecución, o lo que se hace con ella: `decidir`, `guardar`, `abandonar`, `traza.jsonl`."""
    return f"{BASE}{idioma}/ejecuciones/{id}" + (f"/{hacer}" if hacer else "")
