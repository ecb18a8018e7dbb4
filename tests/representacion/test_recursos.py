"""Los estáticos que se publican: scripts aligerados sin cambiar lo que hacen, y todo dentro de su presupuesto."""

import pytest

from generador.representacion.recursos import aligerar, carpeta_de_plantillas, leer_estaticos

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
    assert len(publicado["inter.woff2"]) <= 24_000
