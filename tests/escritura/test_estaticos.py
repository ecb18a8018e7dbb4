"""Estáticos con huella: el nombre depende solo del contenido y las hojas de estilos siguen encontrando lo suyo."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.escritura.estaticos import con_huella

NOMBRES = st.from_regex(r"[a-z]{1,8}\.(js|woff2|svg)", fullmatch=True)


def test_el_nombre_lleva_ocho_cifras_de_la_huella_y_conserva_la_extension():
    e = con_huella({"visor.js": b"1", "inter.LICENSE.txt": b"x"})
    assert re.fullmatch(r"estaticos/visor\.[0-9a-f]{8}\.js", e.rutas["visor.js"])
    assert re.fullmatch(r"estaticos/inter\.LICENSE\.[0-9a-f]{8}\.txt", e.rutas["inter.LICENSE.txt"])
    assert e.ficheros[e.rutas["visor.js"]] == b"1"


@settings(deadline=None)
@given(st.dictionaries(NOMBRES, st.binary(max_size=20), max_size=5))
def test_mismo_contenido_mismo_nombre_y_otro_contenido_otro_nombre(ficheros):
    una, otra = con_huella(ficheros), con_huella(dict(reversed(ficheros.items())))
    assert (una.rutas, una.ficheros) == (otra.rutas, otra.ficheros)
    cambiada = con_huella({n: c + b"!" for n, c in ficheros.items()})
    assert not set(una.rutas.values()) & set(cambiada.rutas.values())


@pytest.mark.parametrize("url", ["url(inter.woff2)", 'url("inter.woff2")', "url( 'inter.woff2' )"])
def test_la_hoja_de_estilos_apunta_al_nombre_nuevo(url):
    e = con_huella({"estilo.css": f"@font-face{{src:{url} format('woff2')}}".encode(), "inter.woff2": b"\0\1"})
    nueva = e.rutas["inter.woff2"].removeprefix("estaticos/")
    assert f'url("{nueva}")'.encode() in e.ficheros[e.rutas["estilo.css"]]


def test_si_cambia_lo_que_usa_la_hoja_cambia_tambien_el_nombre_de_la_hoja():
    def ruta(fuente: bytes) -> str:
        return con_huella({"estilo.css": b"a{src:url(f.woff2)}", "f.woff2": fuente}).rutas["estilo.css"]

    assert ruta(b"1") != ruta(b"2")


def test_los_data_y_los_fragmentos_se_dejan_como_estan():
    css = b"a{background:url(data:image/png;base64,AA==)}b{clip-path:url(#x)}"
    e = con_huella({"estilo.css": css})
    assert e.ficheros[e.rutas["estilo.css"]] == css


def test_nombrar_lo_que_no_esta_es_un_error_con_su_linea():
    with pytest.raises(ErrorDeEntrada, match=r"estilo\.css:2: url\(no\.woff2\)"):
        con_huella({"estilo.css": b"a{}\nb{src:url(no.woff2)}"})
