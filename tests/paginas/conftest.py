"""El sitio de muestra en disco, para las pruebas de navegador."""

import pytest

from tests.paginas.apoyo import escribir


@pytest.fixture(scope="session")
def muestra(tmp_path_factory):
    """La raíz del sitio de muestra. La carpeta lleva espacio y eñe a propósito."""
    return escribir(tmp_path_factory.mktemp("muestra") / "mi vitrina ñ")
