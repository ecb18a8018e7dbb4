"""axe, con las mismas reglas en todas las pruebas y los modos en que tiene que callar."""

from collections.abc import Iterable, Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ETIQUETAS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_OPCIONES = {"runOnly": {"type": "tag", "values": ETIQUETAS}, "resultTypes": ["violations"], "preload": False}
_AXE = Axe()
CLARO, OSCURO, FORZADO, ESTRECHO = "claro", "oscuro", "forzado", "oscuro a 360 px"
MODOS = {
    CLARO: {"color_scheme": "light", "forced_colors": "none"},
    OSCURO: {"color_scheme": "dark", "forced_colors": "none"},
    FORZADO: {"color_scheme": "light", "forced_colors": "active"},
    ESTRECHO: {"color_scheme": "dark", "forced_colors": "none"},
}


def violaciones(pagina: Page) -> list[tuple[str, list[str]]]:
    """Las reglas que no se cumplen y hasta tres elementos de cada una. Axe se pone una vez en cada página cargada."""
    if pagina.evaluate("typeof axe === 'undefined'"):
        pagina.evaluate(_AXE.axe_script)
    encontradas = pagina.evaluate("opciones => axe.run(opciones).then((r) => r.violations)", _OPCIONES)
    return [(v["id"], [n["html"][:160] for n in v["nodes"]][:3]) for v in encontradas]


def poner(pagina: Page, modo: str) -> None:
    """Cambia de modo sin recargar."""
    pagina.emulate_media(**MODOS[modo])
    pagina.set_viewport_size({"width": 360, "height": 780} if modo == ESTRECHO else {"width": 1280, "height": 900})


def en_cada_modo(pagina: Page, modos: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """De cada modo, lo que se incumple: lo que cumple todo no sale."""
    for modo in modos:
        poner(pagina, modo)
        if mal := violaciones(pagina):
            yield modo, mal
