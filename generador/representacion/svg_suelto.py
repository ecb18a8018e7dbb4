"""El grafo en un `.svg` que se abre solo: sin la hoja de estilos ni los colores del sitio, los lleva dentro."""

from __future__ import annotations

import re

from msgspec.structs import replace

from generador.paginas.dibujo.figura import Figura, filtrar
from generador.paginas.dibujo.palabras import Traducir
from generador.representacion.svg import elemento, pintar

COLORES = {
    "--panel": ("#ffffff", "#161b22"),
    "--texto": ("#171c26", "#e7eaef"),
    "--tenue": ("#59616e", "#9ca7b5"),
    "--borde": ("#e2dfd7", "#2b333d"),
    "--borde-fuerte": ("#8b8a86", "#6d7885"),
    "--acento": ("#1b4fd1", "#85b3ff"),
    "--acento-suave": ("#e6edfc", "#172a4a"),
    "--bien": ("#0f6b36", "#72d69d"),
    "--bien-suave": ("#e2f3e8", "#12301f"),
    "--mal": ("#b02318", "#ff9d92"),
    "--mal-suave": ("#fde9e7", "#3d1916"),
    "--aviso": ("#845000", "#f3c367"),
    "--aviso-suave": ("#fef2d6", "#33270e"),
    "--nota": ("#66389c", "#ccadf7"),
    "--nota-suave": ("#f1e9fb", "#2a1e3d"),
}
"""Los colores de la hoja base, claro y oscuro: un SVG suelto no la tiene."""


def descarga(figura: Figura, traducir: Traducir, estilo: str) -> bytes:
    """Un `.svg` que se abre solo: las capas encendidas, sin enlaces y con `estilo` (el texto de `grafo.css`) dentro.

    Es claro u oscuro según el sistema de quien lo abre.
    """
    suelta = replace(figura, dibujo=filtrar(figura.dibujo, figura.capas), enlaces={})
    claro, oscuro = (_con_colores(f"svg{{background:var(--panel)}}{estilo}", tema) for tema in (0, 1))
    letra = "svg{font-family:Inter,system-ui,sans-serif}"
    hoja = elemento("style", f"{letra}{claro}@media (prefers-color-scheme:dark){{{oscuro}}}")
    abre, _, dentro = str(pintar(suelta, traducir)).partition(">")
    raiz = abre.replace('<svg class="', '<svg xmlns="http://www.w3.org/2000/svg" class="grafo ', 1)
    return f'{raiz} data-capas="{" ".join(figura.capas)}">{hoja}{dentro}\n'.encode()


def _con_colores(estilo: str, tema: int) -> str:
    """La hoja con los colores escritos, y no por su nombre: hay visores de SVG sin variables. `tema` es 0 o 1."""
    return re.sub(r"var\((--[\w-]+)\)", lambda m: COLORES[m[1]][tema] if m[1] in COLORES else m[0], estilo)
