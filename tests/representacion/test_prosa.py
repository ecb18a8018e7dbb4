"""Markdown del autor: lo que pasa, lo que se queda en texto y lo que no se calla."""

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.representacion.prosa import MAXIMO_DE_BYTES, MAXIMO_DE_NIVELES, prosa

BLOQUES = {"html", "head", "body", "p", "br", "pre", "ul", "ol", "li", "blockquote", "hr", "div"}
PERMITIDAS = BLOQUES | {"em", "strong", "s", "code", "a", "h2", "h3", "h4", "h5", "h6"}
PERMITIDAS |= {"table", "thead", "tbody", "tr", "th", "td"}


def como_html(texto: str, **enlaces: str) -> str:
    return str(prosa(texto, enlaces, lambda t: t))


def elementos(html: str):
    return list(html5lib.parse(html, namespaceHTMLElements=False).iter())


def texto_de(html: str) -> str:
    return "".join(html5lib.parse(html, namespaceHTMLElements=False).itertext())


def _titulos(texto: str, nivel: int) -> list[str]:
    html = str(prosa(texto, {}, lambda t: t, nivel))
    return [e.tag for e in elementos(html) if e.tag[0] == "h" and e.tag[1:].isdigit()]


def test_el_titulo_mas_alto_sale_con_el_nivel_que_se_pide():
    assert _titulos("# Uno\n\n## Dos", 2) == ["h2", "h3"]
    assert _titulos("### Uno\n\n#### Dos", 3) == ["h3", "h4"]


def test_ningun_titulo_se_salta_un_nivel_aunque_el_autor_lo_haga():
    assert _titulos("# Uno\n\n#### Dos\n\n## Tres", 2) == ["h2", "h3", "h3"]
    assert _titulos("## Uno\n\n# Dos", 2) == ["h2", "h2"]


def test_dos_titulos_iguales_no_comparten_ancla():
    ids = [e.get("id") for e in elementos(como_html("# A b\n\n# A b")) if e.tag == "h2"]
    assert len(set(ids)) == 2


@pytest.mark.parametrize(
    "crudo", ["<b>x</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->"]
)
def test_el_html_se_ve_escrito_y_no_se_interpreta(crudo):
    html = como_html(f"antes {crudo} después")
    assert not {e.tag for e in elementos(html)} & {"b", "script", "img"}
    assert crudo in texto_de(html)


def test_una_imagen_remota_no_se_carga():
    html = como_html("![alternativa](https://ejemplo.test/x.png)")
    assert "<img" not in html
    assert "alternativa" in html


@pytest.mark.parametrize(
    "destino",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//ajeno.test/x",
        "../../fuera.html",
        "ms-settings:x",
        "intent://x",
        "x",
    ],
)
def test_un_enlace_a_otro_esquema_o_relativo_se_queda_en_texto(destino):
    html = como_html(f"[ven]({destino})")
    assert "<a" not in html
    assert "ven" in html


@pytest.mark.parametrize("destino", ["https://ejemplo.test/a", "http://ejemplo.test", "mailto:a@ejemplo.test"])
def test_un_enlace_absoluto_pasa_con_su_rel(destino):
    html = como_html(f"[ven]({destino})")
    assert f'href="{destino}"' in html
    assert 'rel="noopener noreferrer nofollow ugc"' in html


def test_un_enlace_a_un_documento_publicado_lleva_a_su_pagina_con_su_ancla():
    html = como_html("[adr](documentos/1.md#x)", **{"documentos/1.md": "documentos/1.html"})
    assert 'href="documentos/1.html#x"' in html


def test_un_enlace_deshecho_dentro_de_otro_texto_no_descoloca_los_demas():
    html = como_html("[no](javascript:x) y [sí](https://ejemplo.test/)")
    assert html.count("<a ") == html.count("</a>") == 1


def test_una_direccion_suelta_no_se_vuelve_enlace():
    assert "<a" not in como_html("ve a https://ejemplo.test/ ahora")


def test_una_tabla_lleva_cabeceras_con_ambito_y_no_lleva_estilos():
    html = como_html("| a | b |\n| :-- | --: |\n| 1 | 2 |")
    assert html.count('scope="col"') == 2
    assert "style" not in html


def test_lo_demasiado_hondo_se_ensena_entero_y_con_aviso():
    hondo = ">" * (MAXIMO_DE_NIVELES * 3) + " en el fondo"
    html = como_html(hondo)
    assert 'class="aviso"' in html
    assert "en el fondo" in html


def test_lo_demasiado_largo_se_ensena_entero_y_con_aviso():
    html = como_html("a*" * MAXIMO_DE_BYTES)
    assert 'class="aviso"' in html
    assert "a*" * MAXIMO_DE_BYTES in html


@pytest.mark.parametrize(
    "trampa", ["![" * 30000, "[" * 30000, "a " + "*" * 60000, "[a](" * 10000, "a " + "`" * 60000, "<" * 60000]
)
def test_lo_que_haria_cuadratico_al_analizador_no_pierde_texto(trampa):
    assert trampa[:20] in texto_de(como_html(trampa))


@given(st.text(max_size=400))
@settings(max_examples=60, deadline=None)
def test_ningun_texto_crea_un_elemento_o_un_atributo_que_no_este_permitido(texto):
    for e in elementos(como_html(texto)):
        assert e.tag in PERMITIDAS
        assert not any(a.startswith("on") or a == "style" for a in e.attrib)
        assert e.get("href", "https:").startswith(("http", "mailto:"))


def test_los_inversores_de_escritura_se_ven():
    assert "⟦U+202E⟧" in como_html("factura\u202efdp.exe")
