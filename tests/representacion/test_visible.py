"""Lo invisible se ve y lo demás no se toca."""

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

from generador.representacion.isla import isla
from generador.representacion.visible import visible


@pytest.mark.parametrize("c", ["\0", "\x1b", "\x7f", "\u202e", "\u2066", "\ufeff", "\ud800", "\uffff", "\u200b", "\r"])
def test_cada_caracter_invisible_se_ve_con_su_codigo(c):
    assert visible(f"a{c}b") == f"a⟦U+{ord(c):04X}⟧b"


def test_los_saltos_y_tabuladores_no_se_tocan():
    assert visible("a\tb\nc\r\nd") == "a\tb\nc\nd"


def test_un_emoji_compuesto_no_se_rompe():
    assert visible("👩\u200d⚕️ ñ á") == "👩\u200d⚕️ ñ á"


@given(st.text())
def test_lo_que_sale_sobrevive_al_navegador_y_a_utf8(texto):
    limpio = visible(texto)
    limpio.encode("utf-8")
    leido = "".join(html5lib.parse(f"<pre>\n{escape(limpio)}</pre>", namespaceHTMLElements=False).itertext())
    assert leido == limpio


@given(st.recursive(st.text() | st.integers() | st.none(), lambda h: st.lists(h, max_size=3), max_leaves=10))
def test_una_isla_no_puede_cerrar_su_script_y_se_lee_igual(valor):
    import json

    texto = str(isla(valor))
    assert not set("<>&") & set(texto)
    assert json.loads(texto) == valor


def test_una_isla_no_admite_lo_que_json_no_sabe_leer():
    with pytest.raises(ValueError, match="not JSON compliant"):
        isla([float("nan")])
