"""Caracteres que una página no puede llevar, o que engañan a quien la lee, como marcas que se ven.

Un `\\0` o un sustituto suelto no sobreviven al navegador; un inversor de escritura hace que se lea otra cosa de
la que hay. En vez de borrarlos en silencio se enseña su código: `⟦U+202E⟧`.
"""

from __future__ import annotations

import re

_INVISIBLES = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)


_LLANOS = bytes([*b"\t\n", *range(0x20, 0x7F)])


def visible(texto: str) -> str:
    """`texto` con cada carácter invisible o imposible cambiado por `⟦U+XXXX⟧`, y los `\\r\\n` como `\\n`."""
    llano = texto.replace("\r\n", "\n") if "\r" in texto else texto
    return _INVISIBLES.sub(lambda m: f"⟦U+{ord(m[0]):04X}⟧", llano) if _hay_invisibles(llano) else llano


def _hay_invisibles(texto: str) -> bool:
    """Una página es casi toda ASCII imprimible: quitarlo de golpe cuesta diez veces menos que mirarlo."""
    raros = texto.encode("utf-8", "surrogatepass").translate(None, _LLANOS)
    return _INVISIBLES.search(raros.decode("utf-8", "surrogatepass")) is not None
