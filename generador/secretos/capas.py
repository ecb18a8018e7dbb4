"""Un secreto escrito de otra manera sigue siendo un secreto: las formas en que un texto se esconde a la vista.

`aplanar` deshace, en un solo paso, lo que no cambia el orden del texto: escapes de JSON (`\\u0070`, con cualquier
número de barras: también JSON dentro de JSON), `%70` de URL, caracteres de ancho cero (o su marca `⟦U+200B⟧`, que es
como los enseña una página) y formas de compatibilidad.
`en_base64` da lo que hay dentro de cada tramo largo de base64. `SENALES` es lo que, en el prefiltro, avisa de que
hay algo que deshacer.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from unicodedata import normalize

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_COMPATIBLE = (
    "\u02b0-\u02b8\u02e0-\u02e4\u017f\u1d2c-\u1dbf\u2070-\u209f\u2100-\u214f\u2150-\u218b\u2460-\u24ff"
    "\ufb00-\ufb06\ufe4d-\ufe6f\uff01-\uff5e\U0001d400-\U0001d7ff\U0001f100-\U0001f16f"
)
_MARCA_VISIBLE = "⟦U\\+[0-9A-F]{4,6}⟧"
_FICHA = "[A-Za-z0-9_-]"
BASE64_DE_TEXTO = "(?:[A-Za-f][A-HQ-Xg-nw-z0-3][A-Za-z0-9+/_-]{2}){10}"
"""Cuarenta caracteres de base64 que llevan ASCII: el bit alto de cada byte, que es cero, deja fuera a media letra de
cada dos. Una huella hexadecimal o una palabra larga casi nunca lo cumplen diez grupos seguidos."""

SENALES = (  # alternativas para el motor lineal
    rf"\\u00[0-7]|:\\/\\/|%[2-7][0-9A-Fa-f]|[!-~][{_INVISIBLE}]|{_MARCA_VISIBLE}|{_FICHA}[{_COMPATIBLE}]"
    rf"|[{_COMPATIBLE}]{_FICHA}|[{_COMPATIBLE}]{{8}}|{BASE64_DE_TEXTO}"
)

_ESCAPE = re.compile(r"\\+u00([0-7][0-9a-fA-F])|%([0-7][0-9a-fA-F])")
_FUERA = re.compile(f"[{_INVISIBLE}]|{_MARCA_VISIBLE}")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,}")
_A_COMUN = str.maketrans("-_", "+/")


def aplanar(texto: str) -> str:
    """El texto como lo leería una persona. Puede tener otro largo; no cambia el orden."""
    texto = _ESCAPE.sub(lambda m: chr(int(m[1] or m[2], 16)), texto).replace("\\/", "/")
    return normalize("NFKC", _FUERA.sub("", texto))


def en_base64(texto: str) -> Iterator[tuple[int, int, str]]:
    """Cada tramo de 40 o más caracteres de base64 (normal o de URL): principio, fin y lo que lleva dentro.

    Se prueban las cuatro alineaciones, porque el tramo puede venir pegado a otra palabra.
    """
    for m in _BASE64.finditer(texto):
        tramo = m[0].translate(_A_COMUN)
        for salto in range(4):
            trozo = tramo[salto:]
            claro = base64.b64decode(trozo[: len(trozo) // 4 * 4])
            yield m.start(), m.end(), claro.decode("latin-1")
