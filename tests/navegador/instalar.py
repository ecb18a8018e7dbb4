"""Deja un Chromium disponible: el que haya, el de Playwright o el del sistema, por ese orden."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NOMBRES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTOS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def ejecutable() -> str | None:
    """Ruta del Chromium que usarán las pruebas, o `None`."""
    del_sistema = next((r for n in NOMBRES if (r := shutil.which(n))), None)
    return del_sistema or _de_playwright()


def _de_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        ruta = Path(p.chromium.executable_path)
    return str(ruta) if ruta.exists() else None


def _intentos() -> tuple[list[str], ...]:
    playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    if os.name == "posix" and shutil.which("apt-get") and os.geteuid() == 0:
        return (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"], playwright)
    return (playwright,)


def main() -> int:
    for orden in _intentos():
        if ejecutable():
            return 0
        print("Instalando Chromium:", " ".join(orden[-2:]), flush=True)
        subprocess.run(orden, stdout=subprocess.DEVNULL, check=False)
    if ejecutable():
        return 0
    print(
        "tests/navegador: no hay Chromium → instala «chromium» o ejecuta «playwright install chromium»", file=sys.stderr
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
