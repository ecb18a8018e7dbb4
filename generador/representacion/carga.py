"""La carga grabada → HTML con lo mínimo: es casi todo lo que pesa una página, y no pasa por ningún resaltador.

Solo se escapan `&`, `<` y `>` (dentro de un `<pre>` las comillas no hacen daño, y son uno de cada diez caracteres
de un JSON). Lo invisible se escribe como lo escribe JSON, `\\u202e`: se ve, y el texto sigue siendo el mismo JSON.
"""

from __future__ import annotations

import re

from markupsafe import Markup

_INVISIBLES = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)


def carga(json: str) -> Markup:
    """Un texto JSON listo para ir dentro de un `<pre>`. Leído de vuelta, da el mismo valor."""
    escapado = json.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return Markup(_INVISIBLES.sub(lambda m: f"\\u{ord(m[0]):04x}", escapado))  # noqa: S704 — sin `<` ni `&` no hay marca
