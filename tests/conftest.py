"""Lo que comparten todas las pruebas: el reparto entre procesos, un Chromium y un hypothesis sin plazos ni azar."""

from collections import Counter

import pytest
from hypothesis import settings

from tests.navegador.instalar import ARGUMENTOS, ejecutable

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")

_SIN_RED = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
_PESO = {"lenta": 200, "navegador": 50}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Cada fichero entero a un proceso, para que sus fixtures caras se hagan una vez; lo que más tarda, primero."""
    grupos = {item: _grupo(item) for item in items}
    pesos: Counter[str] = Counter()
    for item, grupo in grupos.items():
        item.add_marker(pytest.mark.xdist_group(grupo))
        pesos[grupo] += 1 + sum(peso for marca, peso in _PESO.items() if item.get_closest_marker(marca))
    items.sort(key=lambda item: (-pesos[grupos[item]], grupos[item]))


def _grupo(item: pytest.Item) -> str:
    """El que pida su marca `xdist_group`, o su fichero."""
    pedido = item.get_closest_marker("xdist_group")
    return pedido.args[0] if pedido else item.nodeid.partition("::")[0].removeprefix("tests/")


@pytest.fixture(scope="session")
def chromium():
    """El navegador de todas las pruebas: Playwright síncrono no admite dos a la vez en un mismo hilo."""
    from playwright.sync_api import sync_playwright

    ruta = ejecutable()
    assert ruta, "no hay Chromium: ejecuta «make pruebas», que lo instala"
    with sync_playwright() as p:
        navegador = p.chromium.launch(executable_path=ruta, args=[*ARGUMENTOS, _SIN_RED])
        yield navegador
        navegador.close()


@pytest.fixture(scope="session")
def ventana(chromium):
    from tests.navegador.ventana import Ventana

    abierta = Ventana(chromium)
    yield abierta
    abierta.cerrar()


@pytest.fixture(scope="session")
def ventana_sin_js(chromium):
    from tests.navegador.ventana import Ventana

    abierta = Ventana(chromium, java_script_enabled=False)
    yield abierta
    abierta.cerrar()


@pytest.fixture
def abrir(ventana):
    """`abrir(url_o_ruta)` → (la pestaña de siempre, su vigía)."""
    yield ventana.abrir
    ventana.recoger()


@pytest.fixture
def abrir_sin_js(ventana_sin_js):
    """Lo mismo, sin JavaScript."""
    yield ventana_sin_js.abrir
    ventana_sin_js.recoger()
