"""El revisor: da por buena una página buena y caza cada fallo por separado, con su fichero y su línea."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape

from generador.errores import ErrorDeEntrada
from generador.escritura import revision
from generador.escritura.revision import problemas, revisar
from tests.escritura.muestra import BANDA, CSP, pagina, sitio

VALIDO = """
<nav><ul><li><a href="#s1">s1</a></li><li><a href="casos/c0.html?q=1#x">caso</a></li></ul></nav>
<section id="s1"><h2>Algo</h2><p>a &lt; b &amp;&amp; c &gt; d, «ñ» 🚀<br>fin</p></section>
<p><a href="https://example.org/x?a=1&amp;b=2" rel="noopener">fuera</a> <a href="mailto:a@example.com">correo</a></p>
<svg role="group" viewBox="0 0 9 9"><title>Grafo</title><a href="#s1"><rect x="1" width="2"/></a><use href="#s1"/></svg>
<img src="data:image/png;base64,AA==" alt=""><input type="search" hidden disabled>
<script type="application/json">{"a":"\\u003c/script>"}</script>
<dialog><form method="dialog"><button>x</button></form></dialog><!-- nota -->
"""


def de(cuerpo: str = "", **opciones) -> str:
    """Los problemas de un sitio cuya portada lleva `cuerpo`, en una línea cada uno."""
    ficheros = sitio() | {"index.html": pagina(cuerpo, **opciones), "img.png": b"\x89PNG"}
    return "\n".join(map(str, problemas(ficheros)))


def test_un_sitio_bueno_no_tiene_problemas():
    assert problemas(sitio()) == ()
    assert de(VALIDO) == ""
    revisar(sitio())


def test_se_admite_la_politica_sin_font_src_y_con_las_comillas_escapadas():
    assert de(csp=CSP.replace("font-src 'self'; ", "")) == ""
    assert de(csp=CSP.replace("'", "&#39;")) == ""


@pytest.mark.parametrize(
    ("cuerpo", "dice"),
    [
        ('<a href="no.html">x</a>', "«no.html» no lleva a ningún fichero"),
        ('<a href="casos/">x</a>', "«casos/» no lleva a ningún fichero"),
        ('<a href="casos">x</a>', "«casos» no lleva"),
        ('<a href="">x</a>', "«» no lleva"),
        ('<a href="?q=1">x</a>', "no lleva"),
        ('<a href="../fuera.html">x</a>', "no lleva"),
        ('<a href="Casos/c0.html">x</a>', "no lleva"),
        ('<a href="#no">x</a>', "«#no» lleva a un ancla que no existe"),
        ('<a href="casos/c0.html#no">x</a>', "ancla que no existe"),
        ('<a href="/index.html">x</a>', "empieza por «/»"),
        ('<a href="//evil.example/x">x</a>', "empieza por «/»"),
        ('<a href="javascript:alert(1)">x</a>', "no es un enlace admitido"),
        ('<a href="java&#10;script:alert(1)">x</a>', "no es un enlace admitido"),
        ('<a href=" javascript:alert(1)">x</a>', "no es un enlace admitido"),
        ('<a href="JaVaScRiPt:alert(1)">x</a>', "no es un enlace admitido"),
        ('<a href="data:text/html,x">x</a>', "no es un enlace admitido"),
        ('<a href="vbscript:x">x</a>', "no es un enlace admitido"),
        ('<a href="\\\\evil.example">x</a>', "no es un enlace admitido"),
        ('<a href="https://">x</a>', "no es un enlace admitido"),
        ('<svg><a xlink:href="javascript:x"><text>x</text></a></svg>', "no es un enlace admitido"),
        ('<img src="https://evil.example/p.png" alt="">', "es un recurso de fuera"),
        ('<img src="no.png" alt="">', "no lleva a ningún fichero"),
        ('<img src="data:text/html,x" alt="">', "es un recurso de fuera"),
        ('<script src="https://cdn.example/x.js"></script>', "es un recurso de fuera"),
        ('<script src="img.png" type="module"></script>', "un módulo"),
        ("<script>alert(1)</script>", "un <script> en línea"),
        ('<link rel="stylesheet" href="http://x.example/a.css">', "es un recurso de fuera"),
        ('<link rel="prefetch" href="casos/c0.html">', "un <link> que no es"),
        ('<svg><use href="https://x.example/a.svg#b"/></svg>', "es un recurso de fuera"),
        ('<svg><image href="https://x.example/a.png"/></svg>', "es un recurso de fuera"),
        ('<p style="color:red">x</p>', "«style=»"),
        ('<p onclick="x()">x</p>', "un manejador «onclick=»"),
        ('<p ONLOAD="x()">x</p>', "un manejador «onload=»"),
        ('<form action="https://x.example"></form>', "«action=»"),
        ('<button formaction="x">x</button>', "«formaction=»"),
        ('<img srcset="https://x.example/a.png 2x" alt="">', "«srcset=»"),
        ('<a href="#s" target="_blank">x</a>', "«target=»"),
        ('<iframe src="casos/c0.html"></iframe>', "un <iframe>"),
        ("<style>p{}</style>", "un <style>"),
        ('<base href="https://x.example/">', "un <base>"),
        ('<object data="x"></object>', "un <object>"),
        ("<svg><foreignObject></foreignObject></svg>", "un <foreignobject>"),
        ('<svg><set attributeName="href" to="javascript:x"></set></svg>', "un <set>"),
        ('<meta http-equiv="refresh" content="0;url=https://x.example">', "un <meta http-equiv>"),
        ('<p id="a">x</p><p id="a">y</p>', "el id «a» está 2 veces"),
        ('<p id="a">x</p><div id="a"></div>', "el id «a» está 2 veces"),
        ('<p id="a b">x</p>', "lleva espacios"),
        ('<p id="">x</p>', "el id está vacío"),
        ('<p class="a" class="b">x</p>', "atributo repetido"),
        ("<p class=a>x</p>", "no se entiende <p class=a>"),
        ("<p class='a'>x</p>", "no se entiende"),
        ('<p title="a > b">x</p>', "no se entiende"),
        ('<p title="a" "b">x</p>', "no se entiende"),
        ("a < b", "un «<» que no abre"),
        ("<p>x", "faltan 1 etiquetas de cierre"),
        ("x</p>", "sobran 1 etiquetas de cierre"),
        ("<h1>otro</h1>", "hay 2 <h1>"),
        ("<!-- a -- b -->", "no se entiende"),
        ("<?php x ?>", "no se entiende"),
        ("<![CDATA[x]]>", "no se entiende"),
        (BANDA, "no está una vez y solo una"),
    ],
)
def test_caza_cada_fallo_del_cuerpo(cuerpo, dice):
    assert dice in de(cuerpo)


@pytest.mark.parametrize(
    ("opciones", "dice"),
    [
        ({"banda": ""}, "la banda de divulgación no está"),
        ({"banda": '<aside data-divulgacion="caso"> <p>&nbsp;</p>\n</aside>'}, "está vacía"),
        ({"banda": BANDA.replace("<aside", "<aside hidden")}, "está escondida"),
        ({"banda": BANDA.replace("<aside", '<aside aria-hidden="true"')}, "está escondida"),
        ({"titulo": " "}, "hay 1 <title>"),
        ({"cabeza": "<title>otro</title>"}, "hay 2 <title>"),
        ({"csp": CSP.replace("connect-src 'none'", "connect-src *")}, "no es la acordada"),
        ({"csp": CSP + "; child-src *"}, "no es la acordada"),
        ({"csp": CSP.replace("base-uri 'none'; ", "")}, "no es la acordada"),
        ({"csp": CSP + "; script-src 'unsafe-inline'"}, "no es la acordada"),
        ({"csp": ""}, "no es la acordada"),
    ],
)
def test_caza_cada_fallo_del_esqueleto(opciones, dice):
    assert dice in de(**opciones)


@pytest.mark.parametrize(
    ("quita", "pon", "dice"),
    [
        (b' lang="es"', b"", "falta «lang»"),
        (b'lang="es"', b'lang=" "', "falta «lang»"),
        (b' data-pagina="prueba"', b"", "falta «data-pagina»"),
        (b'<meta charset="utf-8">\n', b"", "no es lo primero"),
        (b'<meta charset="utf-8">', b'<meta charset="utf-8"><script src="x.js"></script>', "no es lo primero"),
        (b"<!doctype html>", b"", "no es lo primero"),
        (b"<h1>", b"<h2>", "hay 0 <h1>"),
    ],
)
def test_caza_lo_que_falta_al_principio(quita, pon, dice):
    mala = pagina().replace(quita, pon)
    assert mala != pagina()
    assert dice in "\n".join(map(str, problemas(sitio() | {"index.html": mala})))


def test_los_problemas_salen_juntos_con_fichero_linea_y_columna():
    malos = sitio() | {
        "index.html": pagina('<p>\n  <a href="no.html">x</a></p>'),
        "casos/c0.html": pagina('<p id="x" style="x">y</p>'),
    }
    with pytest.raises(ErrorDeEntrada) as e:
        revisar(malos)
    assert [(p.fichero, p.linea, p.columna) for p in e.value.problemas] == [
        ("casos/c0.html", 11, 2),
        ("index.html", 12, 4),
    ]


def test_un_enlace_desde_una_subcarpeta_se_resuelve_desde_ella():
    ficheros = sitio() | {
        "casos/c0.html": pagina('<p id="x"><a href="index.html">mal</a><a href="../index.html">bien</a></p>')
    }
    assert [p.que_pasa for p in problemas(ficheros)] == ["«index.html» no lleva a ningún fichero del sitio"]


def test_un_enlace_a_una_descarga_que_existe_vale_y_si_no_existe_no():
    ficheros = sitio() | {"index.html": pagina('<a href="d/traza.jsonl" download>x</a>')}
    assert len(problemas(ficheros)) == 1
    assert problemas(ficheros | {"d/traza.jsonl": b"{}"}) == ()


def test_la_pagina_404_puede_usar_la_direccion_absoluta_del_sitio():
    base = "https://ejemplo.org/proyecto/"
    cuerpo = f'<a href="{base}casos/c0.html#x">x</a><img src="{base}img.png" alt="">'
    ficheros = sitio() | {"404.html": pagina(cuerpo), "img.png": b""}
    assert problemas(ficheros, base=base) == ()
    assert len(problemas(ficheros)) == 1
    assert len(problemas(sitio() | {"404.html": pagina(f'<a href="{base}no.html">x</a>')}, base=base)) == 1


@pytest.mark.parametrize(
    "css", ["@import 'x.css';", "a{b:url(https://x.example/a.png)}", 'a{b:url( "//x.example/a" )}']
)
def test_una_hoja_de_estilos_no_carga_nada_de_fuera(css):
    (p,) = problemas(sitio() | {"a.css": f"a{{}}\n{css}".encode()})
    assert (p.fichero, p.linea) == ("a.css", 2)


def test_un_svg_suelto_se_mira_sin_pedirle_el_esqueleto_de_pagina():
    bueno = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>'
    assert problemas(sitio() | {"i.svg": bueno}) == ()
    (p,) = problemas(sitio() | {"i.svg": bueno.replace(b"<rect", b'<rect onload="x"')})
    assert "onload" in p.que_pasa


def test_un_svg_suelto_lleva_su_hoja_de_estilos_dentro_pero_no_carga_nada_de_fuera():
    bueno = b'<svg xmlns="http://www.w3.org/2000/svg"><style>rect{fill:red}</style><use href="#a"/><g id="a"/></svg>'
    assert problemas(sitio() | {"i.svg": bueno}) == ()
    (p,) = problemas(sitio() | {"i.svg": bueno.replace(b"fill:red", b"fill:url(https://x.example/a.svg)")})
    assert "carga algo de fuera" in p.que_pasa


def test_un_alud_de_fallos_en_una_pagina_se_recorta():
    muchos = "".join(f'<a href="no{i}.html">x</a>' for i in range(500))
    assert len(problemas(sitio() | {"index.html": pagina(muchos)})) == 20


def test_de_un_sitio_entero_mal_se_dicen_doscientas_y_que_hay_mas():
    rota = pagina("".join(f'<a href="no{n}.html">x</a>' for n in range(15)))
    *dichas, ultima = problemas(sitio() | {f"p{n:03}.html": rota for n in range(20)})
    assert len(dichas) == 200 and all("no lleva a ningún fichero" in p.que_pasa for p in dichas)
    assert "200 primeras" in ultima.que_pasa
    justas = problemas(sitio() | {f"p{n:03}.html": rota for n in range(10)})
    assert len(justas) == 150


def test_la_memoria_no_cambia_el_resultado_y_olvida_lo_viejo():
    memoria = {}
    malos = sitio() | {"index.html": pagina('<a href="no.html">x</a>')}
    assert problemas(malos, memoria=memoria) == problemas(malos, memoria=memoria) == problemas(malos)
    assert len(memoria) == len({c for r, c in malos.items() if r.endswith((".html", ".css"))})
    del_malo = f"html {sha256(malos['index.html']).hexdigest()}"
    assert del_malo in memoria
    assert problemas(sitio(), memoria=memoria) == ()
    assert del_malo not in memoria


def test_la_memoria_ahorra_trocear_lo_que_ya_se_miro(monkeypatch):
    memoria = {}
    problemas(sitio(), memoria=memoria)
    monkeypatch.setattr(revision, "_trocear", lambda *_: pytest.fail("no hacía falta"))
    assert problemas(sitio(), memoria=memoria) == ()


def test_un_enlace_se_rompe_aunque_su_pagina_no_cambie():
    memoria = {}
    enlaza = {"a.html": pagina('<a href="b.html#x">x</a>'), "b.html": pagina('<p id="x">x</p>')}
    assert problemas(enlaza, memoria=memoria) == ()
    sin_ancla = enlaza | {"b.html": pagina("<p>x</p>")}
    assert problemas(sin_ancla, memoria=memoria) == problemas(sin_ancla) != ()
    sin_pagina = {"a.html": enlaza["a.html"]}
    assert problemas(sin_pagina, memoria=memoria) == problemas(sin_pagina) != ()


_SITIOS = st.dictionaries(
    st.sampled_from(["a.html", "b/c.html", "d.txt"]),
    st.lists(st.sampled_from(["a.html#x", "../a.html", "b/c.html#y", "d.txt", "../d.txt", "#x"]), max_size=2),
)


@settings(deadline=None)
@given(st.lists(st.tuples(_SITIOS, st.sets(st.sampled_from("xy"))), min_size=2, max_size=5))
def test_tras_un_sitio_sano_se_caza_lo_mismo_que_sin_recordarlo(sitios):
    memoria, sano = {}, {}
    for enlaces, anclas in sitios:
        ids = "".join(f'<p id="{a}">x</p>' for a in sorted(anclas))
        ficheros = {r: pagina(ids + "".join(f'<a href="{u}">x</a>' for u in us)) for r, us in enlaces.items()}
        assert problemas(ficheros, memoria=memoria, sano=sano) == problemas(ficheros)


def test_tras_un_sitio_sano_solo_se_siguen_los_enlaces_de_lo_que_cambia(monkeypatch):
    sano, de = {}, []
    enlaza = {"a.html": pagina('<a href="b.html#x">x</a>'), "b.html": pagina('<p id="x">x</p><a href="a.html">x</a>')}
    assert problemas(enlaza, sano=sano) == ()
    original = revision.Comprobador.de
    monkeypatch.setattr(revision.Comprobador, "de", lambda c, pagina: de.append(pagina) or original(c, pagina))
    assert problemas(enlaza | {"b.html": pagina('<p id="x">y</p><p id="y">y</p>')}, sano=sano) == ()
    assert de == ["b.html"]


@settings(deadline=None)
@given(st.text())
def test_cualquier_texto_escapado_pasa_el_revisor(texto):
    assert problemas({"index.html": pagina(f'<p title="{escape(texto)}">{escape(texto)}</p>')}) == ()


@settings(deadline=None)
@given(st.text(alphabet="<>\"'=/ abhrefid-!#\n&;", max_size=60))
def test_ningun_texto_sin_escapar_cuela_una_etiqueta_rara(texto):
    """Lo que el revisor deja pasar, html5lib lo ve sin manejadores, sin estilos y sin nada que se cargue de fuera."""
    import html5lib

    if problemas({"index.html": pagina(texto)}):
        return
    arbol = html5lib.parse(pagina(texto).decode(), namespaceHTMLElements=False)
    for elemento in arbol.iter():
        assert not any(str(k).startswith("on") or k == "style" for k in elemento.attrib)
        assert elemento.tag not in ("base", "iframe", "style", "object")
