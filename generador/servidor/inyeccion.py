"""El cliente de recarga se pone al servir, en memoria: lo publicado no lo lleva nunca.

La página publicada prohíbe conectarse a nada (`connect-src 'none'`). Aquí se relaja justo eso, y solo hasta nosotros.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

_POLITICA, _RELAJADA = b"connect-src 'none'", b"connect-src 'self'"
_FIN_DE_CABECERA = b"</head>"
CLIENTE = Path(__file__).with_name("cliente")
FICHEROS = {"cliente.js": "text/javascript; charset=utf-8", "cliente.css": "text/css; charset=utf-8"}


def leer_cliente() -> dict[str, bytes]:
    """Nombre → bytes de lo que se sirve bajo la ficha."""
    return {n: (CLIENTE / n).read_bytes() for n in FICHEROS}


def con_cliente(html: bytes, base: str, ruta: str, huella: str) -> bytes:
    """La página con el cliente puesto. `base` es el prefijo con la ficha; `ruta` y `huella`, lo que se está viendo."""
    datos = f'data-base="{escape(base)}" data-pagina="{escape(ruta)}" data-huella="{escape(huella)}"'
    puesto = (
        f'<link rel="stylesheet" href="{escape(base)}cliente.css">'
        f'<script src="{escape(base)}cliente.js" {datos} defer></script>'
    )
    cabecera, marca, cuerpo = html.partition(_FIN_DE_CABECERA)
    return cabecera.replace(_POLITICA, _RELAJADA, 1) + puesto.encode() + marca + cuerpo


def pagina_suelta(titulo: str, texto: str) -> bytes:
    """Una página mínima para cuando no hay sitio que servir. Todo es texto."""
    politica = (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'none'; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    return (
        f'<!doctype html><html lang="es"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{politica}">'
        f"<title>{escape(titulo)}</title></head><body><main><h1>{escape(titulo)}</h1>"
        f"<pre>{escape(texto)}</pre></main></body></html>"
    ).encode("utf-8", "replace")
