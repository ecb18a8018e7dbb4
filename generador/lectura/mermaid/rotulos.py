"""El texto visible de un rótulo de Mermaid: sin HTML, sin entidades y en una línea."""

from __future__ import annotations

import html
import re

_SALTO = re.compile(r"<br\s*/?>|&nbsp;?<br\s*/?>&nbsp;?|\\n", re.IGNORECASE)
_HTML = re.compile(r"</?[a-zA-Z][^<>]*>")
_CODIGO = re.compile(r"(?<!&)#(\d{1,7}|[a-zA-Z]{2,10});")


def visible(texto: str) -> str:
    """Quita etiquetas HTML, comillas y acentos graves de envoltura, y resuelve entidades (`&lt;`, `#quot;`, `#35;`)."""
    texto = desenvuelto(texto.strip())
    texto = _HTML.sub("", _SALTO.sub(" ", texto))
    return " ".join(sin_entidades(texto).replace("\xa0", " ").split())


def desenvuelto(texto: str) -> str:
    """`"texto"`, `` "`texto`" `` → `texto`."""
    if len(texto) > 1 and texto[0] == texto[-1] == '"':
        texto = texto[1:-1]
        if len(texto) > 1 and texto[0] == texto[-1] == "`":
            texto = texto[1:-1]
    return texto


def sin_entidades(texto: str) -> str:
    """Resuelve las entidades de HTML y las de Mermaid, que cambian `&` por `#`."""
    return html.unescape(_CODIGO.sub(_como_html, texto))


def _como_html(codigo: re.Match[str]) -> str:
    return f"&#{codigo[1]};" if codigo[1].isdigit() else f"&{codigo[1]};"
