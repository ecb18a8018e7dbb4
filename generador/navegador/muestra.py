"""Qué páginas se abren en el navegador. Leerlas todas es barato; abrirlas, no.

Lo que se rompe, se rompe por plantilla: dos páginas del mismo tipo, demo e idioma llevan el mismo código. Por eso se
toma primero una de cada combinación (la mayor, que es la que tiene de todo) y luego se reparte por vueltas.
"""

from __future__ import annotations

from collections.abc import Iterable

from generador.errores import ErrorDeEntrada, problema
from generador.navegador.lectura import Pagina

POR_DEFECTO = 24
TODAS = "todas"


def elegir(paginas: Iterable[Pagina], cuantas: int | None) -> tuple[Pagina, ...]:
    """`cuantas` páginas (o todas, si es `None`), siempre las mismas para el mismo sitio, por ruta."""
    todas = sorted(paginas, key=lambda p: p.ruta)
    if cuantas is None or cuantas >= len(todas):
        return tuple(todas)
    grupos: dict[tuple[str, str, str], list[Pagina]] = {}
    for pagina in sorted(todas, key=lambda p: (-p.bytes, p.ruta)):
        grupos.setdefault((pagina.tipo, pagina.idioma, pagina.demo), []).append(pagina)
    vueltas = [(i, clave, p) for clave, grupo in grupos.items() for i, p in enumerate(grupo)]
    elegidas = [p for _, _, p in sorted(vueltas, key=lambda x: (x[0], x[1]))[:cuantas]]
    return tuple(sorted(elegidas, key=lambda p: p.ruta))


def cuantas(texto: str) -> int | None:
    """Lo escrito por una persona: un número, `todas` (`None`) o nada (las de por defecto). Lanza `ErrorDeEntrada`."""
    if texto == TODAS:
        return None
    if not texto:
        return POR_DEFECTO
    if texto.isascii() and texto.isdecimal() and int(texto) > 0:
        return int(texto)
    raise ErrorDeEntrada([problema("--paginas", f"«{texto[:40]}» no vale", "pon un número mayor que cero, o «todas»")])
