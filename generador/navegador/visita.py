"""Una pestaña que escucha: abre páginas una tras otra y apunta de cada una lo que dijo la consola y lo que pidió."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from generador.navegador.informe import Cuaderno

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route, ViewportSize

_ESPERA = 60_000
_TAMANO: ViewportSize = {"width": 1280, "height": 900}
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

    @contextmanager
    def visitar(self, ruta: str, cuaderno: Cuaderno, donde: str) -> Iterator[Page]:
        """La página abierta y, al acabar de mirarla, lo que dijo. La que no se deja mirar es una falta más."""
        from playwright.sync_api import Error

        try:
            self.abrir(ruta)
            yield self.pagina
        except Error as fallo:
            que_pasa = f"{donde}, no se deja mirar: {_corto(fallo.message.splitlines()[:1])}"
            cuaderno.apuntar("consola", ruta, False, que_pasa, "ábrela: algo en ella detiene al navegador")
            with suppress(Error):
                self._reponer()
        self.apuntar(ruta, cuaderno, donde)

    def _reponer(self) -> None:
        """Como recién abierta: quien falló pudo dejarla a medio mirar."""
        self.pagina.emulate_media(media="screen", color_scheme="light", forced_colors="none")
        self.pagina.set_viewport_size(_TAMANO)

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
    contexto = navegador.new_context(viewport=_TAMANO, reduced_motion="reduce", **opciones)
    try:
        yield Pestana(contexto.new_page(), base)
    finally:
        contexto.close()


def _corto(textos: list[str]) -> str:
    return " ".join("; ".join(textos).split())[:300]
