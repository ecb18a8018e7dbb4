"""De un id cualquiera a un nombre de fichero y a un ancla que no chocan ni hacen daño.

Los ids vienen de trazas y grafos ajenos: `..`, `con`, `a`/`A`, `é` compuesta o descompuesta, vacíos o de mil
caracteres. Un id ya limpio se queda como está (las direcciones se leen y se recuerdan); cualquier otro es
`pizarra--huella`. Un id limpio no puede contener `--`, así que los dos mundos no se pisan.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

_LIMPIO = re.compile(r"[a-z0-9_]+(-[a-z0-9_]+)*")
_RESERVADOS = re.compile(r"(con|prn|aux|nul|com\d|lpt\d|index)", re.ASCII)
_MAXIMO = 40


def huella(texto: str) -> str:
    """Doce cifras hexadecimales del SHA-256 de `texto`."""
    return hashlib.sha256(texto.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def nombre_de_fichero(id: str) -> str:
    """Nombre ASCII sin extensión, de 58 bytes como mucho, único sin mirar mayúsculas."""
    if len(id) <= _MAXIMO and _LIMPIO.fullmatch(id) and not _RESERVADOS.fullmatch(id):
        return id
    return f"{_pizarra(id)}--{huella(id)}"


def ancla(prefijo: str, id: str) -> str:
    """Id de elemento HTML: `<prefijo>-<nombre>`. El prefijo impide que un dato se apropie de un id nuestro."""
    return f"{prefijo}-{nombre_de_fichero(id)}"


def _pizarra(id: str) -> str:
    ascii_ = unicodedata.normalize("NFKD", id).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9_]+", "-", ascii_).strip("-")[:_MAXIMO].strip("-") or "x"
