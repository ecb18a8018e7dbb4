"""El extracto de fuente de un nodo, coloreado línea a línea.

Pygments es lo más lento de construir el sitio, así que solo pasa por él el código (nunca el JSON grabado), se
guarda por la huella de lo que entra y tiene un tope: más allá se enseña sin color.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping

import pygments  # type: ignore[import-untyped]
from markupsafe import Markup, escape
from pygments.formatters.html import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]

from generador.representacion.visible import visible

MAXIMO_DE_BYTES = 64 * 1024


def colorear(codigo: str, cache: MutableMapping[str, str]) -> tuple[Markup, ...]:
    """Una marca por línea de `codigo`, con clases de Pygments y sin estilos en línea. `cache` se lee y se escribe."""
    limpio = visible(codigo.expandtabs(4).rstrip("\n"))
    if len(limpio.encode()) > MAXIMO_DE_BYTES:
        return tuple(escape(linea) for linea in limpio.split("\n"))
    huella = hashlib.sha256(f"{pygments.__version__}\0{limpio}".encode()).hexdigest()
    if huella not in cache:
        cache[huella] = pygments.highlight(limpio, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    return tuple(Markup(linea) for linea in _lineas(cache[huella], limpio.count("\n") + 1))  # noqa: S704


def _lineas(html: str, cuantas: int) -> list[str]:
    """Las líneas del HTML de Pygments, que cierra y reabre sus `span` en cada salto."""
    lineas = html.rstrip("\n").split("\n")
    return lineas + [""] * (cuantas - len(lineas))
