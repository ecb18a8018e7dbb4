"""Los estáticos que se publican: scripts aligerados sin cambiar lo que hacen, y todo dentro de su presupuesto."""

import re

import pytest

from generador.representacion.recursos import aligerar, aligerar_hoja, carpeta_de_plantillas, leer_estaticos

HOJAS = sorted((carpeta_de_plantillas() / "estaticos").glob("*.css"))
SCRIPTS = sorted((carpeta_de_plantillas() / "estaticos").glob("*.js"))


def test_aligerar_quita_sangria_lineas_vacias_y_lineas_de_comentario():
    assert aligerar(b"// nota\n  let a = 1;\n\n\tf('// esto no');\n") == b"let a = 1;\nf('// esto no');\n"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda f: f.name)
def test_ningun_script_tiene_una_plantilla_de_texto_de_varias_lineas(script):
    impares = [n for n, linea in enumerate(script.read_text("utf-8").split("\n"), 1) if linea.count("`") % 2]
    assert impares == []


def test_lo_publicado_cabe_en_su_presupuesto():
    publicado = leer_estaticos(carpeta_de_plantillas())
    assert sum(len(c) for n, c in publicado.items() if n.endswith(".js")) <= 40_000
    assert sum(len(c) for n, c in publicado.items() if n.endswith(".css")) <= 30_000
    assert len(publicado["inter.woff2"]) <= 11_000


def test_las_hojas_se_publican_en_una_linea_y_sin_notas():
    assert aligerar_hoja(b"/* nota\n larga */\na{b:c;\n  d:e}\n\nf{g:h}\n") == b"a{b:c;d:e}f{g:h}\n"


@pytest.mark.parametrize("hoja", HOJAS, ids=lambda f: f.name)
def test_toda_linea_de_una_hoja_acaba_donde_se_puede_juntar_con_la_siguiente(hoja):
    lineas = re.sub(r"/\*.*?\*/", "", hoja.read_text("utf-8"), flags=re.DOTALL).split("\n")
    assert [linea for linea in lineas if linea.strip() and linea.rstrip()[-1] not in "{};,"] == []


def test_los_guiones_de_un_caso_se_publican_en_uno():
    publicado = leer_estaticos(carpeta_de_plantillas())
    assert not {"caso_buscar.js", "caso_color.js"} & publicado.keys()
    assert publicado["caso.js"].count(b'"use strict"') == 3
