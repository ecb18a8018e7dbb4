"""Abrir un Chromium: el de Playwright si está, y si no, el del sistema. Sin ninguno se dice cómo conseguirlo."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from generador.errores import ErrorDeEntrada, problema

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_DEL_SISTEMA = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTOS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_EXTRA = "instala el extra: pip install 'vitrina[comprobar]'"
_INSTALAR = "ejecuta «playwright install chromium», o instala «chromium» en el sistema"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Un navegador abierto y sin interfaz. Lanza `ErrorDeEntrada` si falta Playwright, axe o el propio navegador."""
    try:
        import axe_playwright_python  # type: ignore[import-untyped]  # noqa: F401 — que falte, se sabe ya
        from playwright.sync_api import Error, sync_playwright
    except ImportError as fallo:
        raise ErrorDeEntrada([problema("comprobar", f"falta «{fallo.name}»", _EXTRA)]) from fallo
    with sync_playwright() as playwright:
        ejecutable = _ejecutable(playwright.chromium.executable_path)
        try:
            navegador = playwright.chromium.launch(executable_path=ejecutable, args=list(_ARGUMENTOS))
        except Error as fallo:
            que_pasa = f"Chromium no arranca: {fallo.message.splitlines()[0]}"
            raise ErrorDeEntrada([problema(ejecutable, que_pasa, _INSTALAR)]) from fallo
        try:
            yield navegador
        finally:
            navegador.close()


def _ejecutable(de_playwright: str) -> str:
    if Path(de_playwright).exists():
        return de_playwright
    del_sistema = next((ruta for nombre in _DEL_SISTEMA if (ruta := shutil.which(nombre))), None)
    if del_sistema is None:
        raise ErrorDeEntrada([problema("comprobar", "no hay ningún Chromium", _INSTALAR)])
    return del_sistema
