"""Lo que comparten todas las pruebas: el reparto entre procesos, un Chromium y un hypothesis sin plazos ni azar.

Y dos ahorros que no cambian lo que se prueba: recolectar sin mirar lo que ya no va a morir, y compilar cada plantilla
una vez por proceso.
"""

import gc
import os
from collections import Counter
from pathlib import Path

import jinja2
import pytest
from hypothesis import HealthCheck, settings

from tests.navegador.instalar import ARGUMENTOS, ejecutable

settings.register_profile(
    "suite",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

gc.disable()  # hasta que están recogidas las pruebas: mientras, nada muere
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # las pruebas arrancan cientos de procesos: que no compile cada uno

_SIN_RED = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
_PESO = {"lenta": 200, "navegador": 50}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Los ficheros que más tardan, primero: se reparten enteros, y el último no debe dejar a un proceso esperando."""
    pesos: Counter[Path] = Counter()
    for item in items:
        pesos[item.path] += 1 + sum(peso for marca, peso in _PESO.items() if item.get_closest_marker(marca))
    items.sort(key=lambda item: (-pesos[item.path], item.path))


def pytest_collection_finish() -> None:
    """Las pruebas y todo lo importado viven hasta el final: recorrerlos en cada recolección era un 15 % de la suite."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def plantillas_compiladas_una_vez():
    """Compilar una plantilla del disco solo depende de su texto y de cómo es el entorno: cada pareja, una por proceso.

    Las que una prueba da escritas se compilan siempre: son las de la caché de compiladas, que es lo que prueban.
    """
    compilar, hechas = jinja2.Environment.compile, {}

    def una_vez(entorno, source, name=None, filename=None, raw=False, defer_init=False):
        if raw or filename is None or not isinstance(source, str):
            return compilar(entorno, source, name, filename, raw, defer_init)
        clave = (*_como_es(entorno), source, name, defer_init)
        if clave not in hechas:
            hechas[clave] = compilar(entorno, source, name, filename, raw, defer_init)
        return hechas[clave]

    with pytest.MonkeyPatch.context() as m:
        m.setattr(jinja2.Environment, "compile", una_vez)
        yield


def _como_es(entorno: jinja2.Environment) -> tuple:
    extensiones = tuple(sorted(entorno.extensions))
    return (
        *(type(entorno), entorno.undefined, entorno.finalize, entorno.autoescape, extensiones),
        *(entorno.trim_blocks, entorno.lstrip_blocks, entorno.keep_trailing_newline, entorno.optimized),
    )


@pytest.fixture(scope="module")
def chromium():
    """El navegador de un fichero de pruebas, que se cierra con él.

    Mientras está abierto hay un bucle de asyncio en marcha en este hilo: ni cabe otro Playwright ni vale `asyncio.run`.
    """
    from playwright.sync_api import sync_playwright

    ruta = ejecutable()
    assert ruta, "no hay Chromium: ejecuta «make pruebas», que lo instala"
    with sync_playwright() as p:
        navegador = p.chromium.launch(executable_path=ruta, args=[*ARGUMENTOS, _SIN_RED])
        yield navegador
        navegador.close()


@pytest.fixture(scope="module")
def ventana(chromium):
    from tests.navegador.ventana import Ventana

    abierta = Ventana(chromium)
    yield abierta
    abierta.cerrar()


@pytest.fixture(scope="module")
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
