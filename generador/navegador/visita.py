"""Una pestaña que escucha: abre páginas una tras otra y apunta de cada una lo que dijo la consola y lo que pidió."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from generador.navegador.informe import Cuaderno

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

_ESPERA = 60_000
_PROPIAS = ("data:", "blob:")


class Pestana:
    """Una página de Playwright y lo que se oyó desde la última vez que se abrió algo en ella.

    `base` es la dirección del sitio, acabada en `/`: todo lo que se pida fuera de ella se corta y se apunta.
    """

    def __init__(self, pagina: Page, base: str) -> None:
        self.pagina = pagina
        self.base = base
        self._errores: list[str] = []
        self._fuera: list[str] = []
        pagina.set_default_timeout(_ESPERA)
        pagina.on("console", lambda m: self._errores.append(m.text) if m.type in ("error", "warning") else None)
        pagina.on("pageerror", lambda e: self._errores.append(str(e)))
        propias = "|".join(map(re.escape, (base, *_PROPIAS)))
        pagina.route(re.compile(f"^(?!{propias})"), self._cortar)  # con una expresión, lo propio ni pasa por aquí

    def abrir(self, ruta: str) -> None:
        """Abre una página del sitio y olvida lo oído en la anterior."""
        self._errores.clear()
        self._fuera.clear()
        self.pagina.goto(self.base + quote(ruta))

    def apuntar(self, ruta: str, cuaderno: Cuaderno, donde: str) -> None:
        """Apunta en `consola` y `peticiones` lo oído desde que se abrió."""
        errores, fuera = list(dict.fromkeys(self._errores)), list(dict.fromkeys(self._fuera))
        que_pasa = f"{donde}, la consola dice: {_corto(errores)}"
        cuaderno.apuntar("consola", ruta, not errores, que_pasa, "ábrela y mira la consola: la página no debe quejarse")
        que_pasa = f"{donde}, pide fuera del sitio: {_corto(fuera)}"
        cuaderno.apuntar("peticiones", ruta, not fuera, que_pasa, "publica ese fichero con el sitio, o no lo pidas")

    def _cortar(self, peticion: Route) -> None:
        self._fuera.append(peticion.request.url)
        peticion.abort()


@contextmanager
def pestana(navegador: Browser, base: str, **opciones: Any) -> Iterator[Pestana]:
    """Una pestaña en un contexto nuevo, sin nada guardado. `opciones` son las de `new_context`."""
    contexto = navegador.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", **opciones)
    try:
        yield Pestana(contexto.new_page(), base)
    finally:
        contexto.close()


def _corto(textos: list[str]) -> str:
    return " ".join("; ".join(textos).split())[:300]
