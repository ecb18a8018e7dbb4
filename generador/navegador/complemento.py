"""Complemento de pytest: el sitio de un proyecto ajeno, comprobado en su propia integración continua.

Se carga solo (punto de entrada `pytest11`), así que aquí no se importa nada pesado: el navegador se abre al pedir el
informe, una vez por sesión.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generador.errores import ErrorDeVitrina
from generador.navegador.informe import Informe

_SIN_SITIO = "no se dice qué sitio comprobar → pon «vitrina_sitio = sitio» en la configuración o usa --vitrina-sitio"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Las opciones y sus equivalentes en el fichero de configuración."""
    grupo = parser.getgroup("vitrina")
    grupo.addoption("--vitrina-sitio", metavar="CARPETA", help="carpeta del sitio construido por Vitrina")
    grupo.addoption("--vitrina-paginas", metavar="N|todas", help="cuántas páginas se abren en el navegador")
    parser.addini("vitrina_sitio", "carpeta del sitio construido por Vitrina, desde la raíz del proyecto")
    parser.addini("vitrina_paginas", "cuántas páginas se abren en el navegador: un número, o «todas»")


@pytest.fixture(scope="session")
def vitrina_sitio(request: pytest.FixtureRequest) -> Path:
    """La carpeta del sitio. La línea de órdenes manda sobre la configuración."""
    dicho = request.config.getoption("--vitrina-sitio")
    if dicho:
        return Path(dicho).resolve()
    configurado = request.config.getini("vitrina_sitio")
    if configurado:
        return request.config.rootpath / str(configurado)
    raise pytest.UsageError(_SIN_SITIO)


@pytest.fixture(scope="session")
def vitrina_informe(request: pytest.FixtureRequest, vitrina_sitio: Path) -> Informe:
    """El sitio comprobado, una vez por sesión. Falla con su remedio si no es un sitio o no hay navegador."""
    from generador.navegador.comprobar import comprobar
    from generador.navegador.muestra import cuantas

    dicho = request.config.getoption("--vitrina-paginas") or request.config.getini("vitrina_paginas")
    try:
        return comprobar(vitrina_sitio, paginas=cuantas(str(dicho or "")))
    except ErrorDeVitrina as error:
        pytest.fail(str(error), pytrace=False)
