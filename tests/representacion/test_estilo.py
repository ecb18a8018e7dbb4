"""Los colores de la hoja común: cada texto se lee sobre cada fondo en que puede caer, en claro y en oscuro."""

import re
from itertools import product
from pathlib import Path

import pytest

ESTATICOS = Path(__file__).parents[2] / "plantillas" / "estaticos"
HOJA = (ESTATICOS / "estilo.css").read_text("utf-8")
COLORES = {
    nombre: {"claro": claro, "oscuro": oscuro}
    for nombre, claro, oscuro in re.findall(r"--([\w-]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)", HOJA)
}
TONOS = ("acento", "bien", "mal", "aviso", "nota")
PUBLICADOS = {"fondo", "panel", "borde", "texto", "tenue", "realce", *TONOS, *(f"{t}-suave" for t in TONOS)}


def _luminancia(hexa: str) -> float:
    canales = (int(hexa[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in canales)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contraste(uno: str, otro: str, tema: str) -> float:
    a, b = sorted((_luminancia(COLORES[n][tema]) for n in (uno, otro)), reverse=True)
    return (a + 0.05) / (b + 0.05)


def test_estan_todas_las_variables_que_usan_las_demas_hojas():
    assert set(COLORES) >= PUBLICADOS


TEMAS = ("claro", "oscuro")


@pytest.mark.parametrize("tema", TEMAS)
@pytest.mark.parametrize(
    ("texto", "fondo"), [*product(("texto", "tenue", *TONOS), ("fondo", "panel", "hundido")), ("texto", "realce")]
)
def test_un_texto_sobre_un_fondo_llega_a_aa(texto, fondo, tema):
    assert contraste(texto, fondo, tema) >= 4.5


@pytest.mark.parametrize("tema", TEMAS)
@pytest.mark.parametrize(("texto", "tono"), [*product(("texto", "tenue"), TONOS), *((t, t) for t in TONOS)])
def test_un_texto_sobre_un_fondo_suave_llega_a_aa(texto, tono, tema):
    assert contraste(texto, f"{tono}-suave", tema) >= 4.5


@pytest.mark.parametrize("tema", TEMAS)
def test_el_texto_sobre_el_acento_llega_a_aa(tema):
    assert contraste("sobre-acento", "acento", tema) >= 4.5


@pytest.mark.parametrize("tema", TEMAS)
@pytest.mark.parametrize(("control", "fondo"), [*product(("acento", "borde-fuerte"), ("fondo", "panel"))])
def test_el_foco_y_los_bordes_de_los_controles_se_distinguen(control, fondo, tema):
    assert contraste(control, fondo, tema) >= 3


def test_la_hoja_no_pide_nada_de_fuera():
    assert re.findall(r"url\(([^)]*)\)", HOJA) == ["inter.woff2"]
    assert "@import" not in HOJA


@pytest.mark.parametrize(
    ("ficheros", "maximo"), [(("estilo.css",), 17 * 1024), (("tema.js", "sitio.js", "buscar.js"), 10 * 1024)]
)
def test_lo_comun_deja_sitio_a_lo_del_grafo_y_el_caso(ficheros, maximo):
    assert sum((ESTATICOS / f).stat().st_size for f in ficheros) <= maximo


PROHIBIDO = (
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "eval(",
    "new Function",
    "fetch(",
    "import(",
)


@pytest.mark.parametrize("fichero", sorted(ESTATICOS.glob("*.js")), ids=lambda f: f.name)
def test_ningun_script_puede_volver_codigo_un_texto(fichero):
    codigo = fichero.read_text("utf-8")
    assert [p for p in PROHIBIDO if p in codigo] == []
