"""Lo que comparten todas las pruebas: un solo Chromium por proceso y un hypothesis sin plazos ni azar."""

import pytest
from hypothesis import settings

from tests.navegador.instalar import ARGUMENTOS, ejecutable

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def chromium():
    """El navegador de todas las pruebas: Playwright síncrono no admite dos a la vez en un mismo hilo."""
    from playwright.sync_api import sync_playwright

    ruta = ejecutable()
    assert ruta, "no hay Chromium: ejecuta «make pruebas», que lo instala"
    with sync_playwright() as p:
        navegador = p.chromium.launch(executable_path=ruta, args=list(ARGUMENTOS))
        yield navegador
        navegador.close()
