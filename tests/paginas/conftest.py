"""El sitio de muestra en disco, con el Chromium que comparten las pruebas de navegador."""

import pytest

from tests.navegador.conftest import abrir, contexto  # noqa: F401 — son fixtures
from tests.paginas.apoyo import escribir


@pytest.fixture(scope="session")
def muestra(tmp_path_factory):
    """La raíz del sitio de muestra. La carpeta lleva espacio y eñe a propósito."""
    return escribir(tmp_path_factory.mktemp("muestra") / "mi vitrina ñ")
