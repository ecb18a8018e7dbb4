"""La rueda lleva sus plantillas y construye la demo de otro repositorio, sin el nuestro al lado."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

RAIZ = Path(__file__).parent.parent
pytestmark = pytest.mark.lenta


@pytest.fixture(scope="module")
def instalada(tmp_path_factory) -> Path:
    """La rueda recién hecha, desempaquetada como la dejaría pip."""
    carpeta = tmp_path_factory.mktemp("rueda")
    fuente = carpeta / "fuente"
    for nombre in ("generador", "plantillas"):
        shutil.copytree(RAIZ / nombre, fuente / nombre, ignore=shutil.ignore_patterns("__pycache__"))
    for nombre in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(RAIZ / nombre, fuente)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(carpeta)],
        cwd=fuente,
        check=True,
        capture_output=True,
    )
    zipfile.ZipFile(next(carpeta.glob("vitrina-*.whl"))).extractall(carpeta / "sitio-de-paquetes")
    return carpeta / "sitio-de-paquetes"


def vitrina(instalada: Path, cwd: Path, *argumentos: str) -> subprocess.CompletedProcess[str]:
    orden = [sys.executable, "-P", "-m", "generador", *argumentos]
    entorno = {**os.environ, "PYTHONPATH": str(instalada)}
    return subprocess.run(orden, cwd=cwd, env=entorno, capture_output=True, text=True, check=False, timeout=240)


def test_instalada_fuera_del_repo_construye_y_compara_la_demo_de_otro(instalada, tmp_path):
    shutil.copytree(RAIZ / "corridas" / "adherencia", tmp_path / "corridas" / "adherencia")
    hecho = vitrina(instalada, tmp_path, "construir")
    assert hecho.returncode == 0, hecho.stderr
    assert (tmp_path / "sitio" / "en" / "adherencia" / "index.html").is_file()
    assert vitrina(instalada, tmp_path, "comparar", "adherencia").returncode == 0


def test_la_rueda_lleva_plantillas_catalogo_y_licencia_de_la_fuente(instalada):
    plantillas = instalada / "generador" / "plantillas"
    assert (plantillas / "base.html").is_file()
    assert (plantillas / "idiomas" / "en" / "LC_MESSAGES" / "vitrina.po").is_file()
    assert (plantillas / "estaticos" / "inter.LICENSE.txt").is_file()
