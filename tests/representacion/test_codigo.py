"""El extracto de fuente: una marca por línea, el texto intacto y el color una sola vez."""

import html5lib
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.representacion import codigo
from generador.representacion.codigo import MAXIMO_DE_BYTES, colorear
from generador.representacion.visible import visible


def _texto(marcas) -> list[str]:
    return ["".join(html5lib.parse(f"<pre>\n{m}", namespaceHTMLElements=False).itertext()) for m in marcas]


FUENTE = 'def f(x):\n    """Dos\n    líneas."""\n\n    return f"<b>{x}</b>"\n'


def test_hay_una_marca_por_linea_y_su_texto_es_el_de_la_fuente():
    assert _texto(colorear(FUENTE, {})) == FUENTE.rstrip("\n").split("\n")


def test_un_texto_de_varias_lineas_no_deja_marcas_abiertas():
    for linea in colorear(FUENTE, {}):
        assert linea.count("<span") == linea.count("</span>")


def test_el_html_de_la_fuente_se_ve_y_no_se_interpreta():
    assert "&lt;b&gt;" in "".join(colorear(FUENTE, {}))


def test_no_hay_estilos_en_linea():
    assert "style=" not in "".join(colorear(FUENTE, {}))


def test_el_mismo_codigo_se_colorea_una_sola_vez(monkeypatch):
    veces = []
    original = codigo.pygments.highlight
    monkeypatch.setattr(codigo.pygments, "highlight", lambda *a: veces.append(1) or original(*a))
    cache: dict[str, str] = {}
    assert colorear(FUENTE, cache) == colorear(FUENTE, cache)
    assert len(veces) == len(cache) == 1


def test_lo_que_pasa_del_tope_sale_entero_y_sin_color():
    enorme = "x = '<'\n" * (MAXIMO_DE_BYTES // 4)
    lineas = colorear(enorme, {})
    assert len(lineas) == enorme.count("\n")
    assert "<span" not in lineas[0]
    assert "&lt;" in lineas[0]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
@settings(max_examples=60, deadline=None)
def test_ninguna_linea_se_pierde_ni_cambia(texto):
    limpio = visible(texto.expandtabs(4).rstrip("\n"))
    assert _texto(colorear(texto, {})) == limpio.split("\n")
