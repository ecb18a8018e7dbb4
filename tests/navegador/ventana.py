"""La pestaña que comparten las pruebas de un fichero: un contexto por prueba costaba más que casi todas ellas."""

from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

PANTALLA = ViewportSize(width=1280, height=900)
MEDIOS = {"media": "null", "color_scheme": "light", "forced_colors": "none", "reduced_motion": "no-preference"}
PLAZO_MS = 60_000


class Vigia:
    """Apunta los errores de consola y las peticiones que salen del propio sitio, hasta que se le suelta."""

    def __init__(self, pagina: Page, origen: str) -> None:
        self.errores: list[str] = []
        self.externas: list[str] = []
        self._pagina, self._origen = pagina, origen
        self._escuchas = {"console": self._consola, "pageerror": self._error, "request": self._peticion}
        for suceso, escucha in self._escuchas.items():
            pagina.on(suceso, escucha)

    def _consola(self, mensaje) -> None:
        if mensaje.type in ("error", "warning"):
            self.errores.append(mensaje.text)

    def _error(self, error) -> None:
        self.errores.append(str(error))

    def _peticion(self, peticion) -> None:
        if not peticion.url.startswith((self._origen, "data:", "blob:")):
            self.externas.append(peticion.url)

    def limpio(self) -> bool:
        return not self.errores and not self.externas

    def soltar(self) -> None:
        for suceso, escucha in self._escuchas.items():
            self._pagina.remove_listener(suceso, escucha)


class Ventana:
    """Un contexto con una sola pestaña. Entre prueba y prueba, `recoger` la deja como recién abierta."""

    def __init__(self, navegador: Browser, **opciones) -> None:
        self._contexto = navegador.new_context(viewport=PANTALLA, **opciones)
        self._contexto.set_default_timeout(PLAZO_MS)
        self._pagina = self._contexto.new_page()
        self._vigias: list[Vigia] = []

    def abrir(self, donde: str | Path, ancho: int = PANTALLA["width"]) -> tuple[Page, Vigia]:
        """La pestaña, ya en esa dirección o fichero, y lo que se apunta de ella desde antes de cargar."""
        url = donde if isinstance(donde, str) else donde.as_uri()
        if _sin_ancla(self._pagina.url) == _sin_ancla(url):
            self._pagina.goto("about:blank")
        vigia = Vigia(self._pagina, "file:" if url.startswith("file:") else "/".join(url.split("/")[:3]))
        self._vigias.append(vigia)
        if ancho != PANTALLA["width"]:
            self._pagina.set_viewport_size({"width": ancho, "height": PANTALLA["height"]})
        self._pagina.goto(url)
        return self._pagina, vigia

    def recoger(self) -> None:
        """Sin escuchas, sin nada guardado, sin otras pestañas, con la pantalla y los medios de partida y en blanco."""
        while self._vigias:
            self._vigias.pop().soltar()
        for pagina in self._contexto.pages:
            if pagina is not self._pagina:
                pagina.close()
        if self._pagina.is_closed():
            self._pagina = self._contexto.new_page()
        if not self._pagina.url.startswith("about:"):
            self._pagina.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self._pagina.set_viewport_size(PANTALLA)
        self._pagina.emulate_media(**MEDIOS)
        self._pagina.mouse.move(0, 0)
        self._pagina.goto("about:blank")

    def cerrar(self) -> None:
        self._contexto.close()


def _sin_ancla(url: str) -> str:
    return url.partition("#")[0]
