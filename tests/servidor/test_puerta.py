"""A quién se contesta y qué ruta se busca."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.servidor.puerta import Reglas, juzgar, ruta_pedida

REGLAS = Reglas(puerto=8400)
EXPUESTO = Reglas(puerto=8400, expuesto=True)


def codigo(metodo="GET", objetivo="/", reglas=REGLAS, **cabeceras) -> int:
    """El código del rechazo, o 200."""
    todas = {"host": ["127.0.0.1:8400"], **{k.replace("_", "-"): v for k, v in cabeceras.items()}}
    rechazo = juzgar(metodo, objetivo, todas, reglas)
    return rechazo.codigo if rechazo else 200


@pytest.mark.parametrize("metodo", ["GET", "HEAD"])
@pytest.mark.parametrize("anfitrion", ["localhost:8400", "127.0.0.1:8400", "[::1]:8400", "LOCALHOST:8400"])
def test_se_contesta_a_quien_nos_llama_por_nuestro_nombre(metodo, anfitrion):
    assert codigo(metodo, host=[anfitrion]) == 200


@pytest.mark.parametrize("metodo", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "get", "X"])
def test_otro_metodo_es_405(metodo):
    assert codigo(metodo) == 405


@pytest.mark.parametrize(
    "anfitriones",
    [
        [],
        ["evil.example"],
        ["evil.example:8400"],
        ["127.0.0.1"],
        ["127.0.0.1:80"],
        ["127.0.0.1.evil.example:8400"],
        ["127.0.0.2:8400"],
        ["localhost:8400", "localhost:8400"],
        ["localhost:8400@evil"],
        ["192.168.1.5:8400"],
        [""],
    ],
)
def test_otro_anfitrion_ninguno_o_dos_es_403(anfitriones):
    assert codigo(host=anfitriones) == 403


def test_expuesto_admite_cualquier_ip_y_ningun_nombre():
    assert codigo(reglas=EXPUESTO, host=["192.168.1.5:8400"]) == 200
    assert codigo(reglas=EXPUESTO, host=["[fe80::1]:8400"]) == 200
    assert codigo(reglas=EXPUESTO, host=["evil.example:8400"]) == 403


@pytest.mark.parametrize(
    "origen", ["http://evil.example", "null", "https://127.0.0.1:8400", "http://localhost:8400", ""]
)
def test_otro_origen_es_403(origen):
    assert codigo(origin=[origen]) == 403


def test_el_mismo_origen_vale():
    assert codigo(origin=["http://127.0.0.1:8400"]) == 200


@pytest.mark.parametrize("desde", ["cross-site", "same-site"])
def test_un_recurso_pedido_desde_otro_sitio_es_403_y_seguir_un_enlace_vale(desde):
    """Sin esto, otra página cargaría nuestros scripts de datos con una etiqueta."""
    assert codigo(sec_fetch_site=[desde], sec_fetch_mode=["no-cors"], sec_fetch_dest=["script"]) == 403
    assert codigo(sec_fetch_site=[desde], sec_fetch_mode=["navigate"], sec_fetch_dest=["iframe"]) == 403
    assert codigo(sec_fetch_site=[desde], sec_fetch_mode=["navigate"], sec_fetch_dest=["document"]) == 200
    assert codigo(sec_fetch_site=["same-origin"], sec_fetch_mode=["cors"]) == 200


@pytest.mark.parametrize(
    "objetivo", ["//evil/", "http://evil/", "*", "", "sin-barra", "/a b", "/ñ", "/a\x00b", "/a\tb"]
)
def test_una_direccion_rara_es_400(objetivo):
    assert codigo(objetivo=objetivo) == 400


@pytest.mark.parametrize(
    ("objetivo", "ruta"),
    [
        ("/", "index.html"),
        ("/en/", "en/index.html"),
        ("/a/b.html?x=1", "a/b.html"),
        ("/a%20b.html", "a b.html"),
        ("/?x=/../", "index.html"),
    ],
)
def test_la_ruta_que_se_busca(objetivo, ruta):
    assert ruta_pedida(objetivo) == ruta


@pytest.mark.parametrize(
    "objetivo",
    ["/../x", "/..%2fx", "/%2e%2e/x", "/a/../../x", "/a%00b", "/%5c..%5cx", "/a//b", "/./x", "/%ff", "/%2e%2e%2fx"],
)
def test_un_recorrido_no_es_ninguna_ruta(objetivo):
    assert ruta_pedida(objetivo) is None


@given(st.text(alphabet="/.%25c0aeAE\\~", max_size=20))
def test_ninguna_ruta_buscada_sube_ni_empieza_por_barra(texto):
    ruta = ruta_pedida(f"/{texto}")
    assert ruta is None or (not ruta.startswith("/") and ".." not in ruta.split("/")[:-1])


EN_VIVO = Reglas(puerto=8400, envios="/_vivo/")
FORMULARIO = {
    "origin": ["http://127.0.0.1:8400"],
    "content_length": ["10"],
    "content_type": ["application/x-www-form-urlencoded; charset=utf-8"],
}


def envio(objetivo="/_vivo/es/empezar", **cambios) -> int:
    return codigo("POST", objetivo, EN_VIVO, **{**FORMULARIO, **cambios})


def test_un_formulario_nuestro_entra_y_solo_donde_se_envian():
    assert envio() == 200
    assert envio(sec_fetch_site=["same-origin"]) == 200
    assert envio("/index.html") == 405
    assert codigo("PUT", "/_vivo/es/empezar", EN_VIVO) == 405


@pytest.mark.parametrize(
    "cambios",
    [
        {"origin": []},
        {"origin": ["null"]},
        {"origin": ["http://evil.example"]},
        {"origin": ["http://127.0.0.1:8400"] * 2},
        {"sec_fetch_site": ["none"]},
        {"sec_fetch_site": ["same-site"]},
        {"sec_fetch_site": ["cross-site"], "sec_fetch_mode": ["navigate"], "sec_fetch_dest": ["document"]},
        {"host": ["evil.example"]},
    ],
)
def test_un_formulario_que_no_sale_de_aqui_es_403(cambios):
    assert envio(**cambios) == 403


@pytest.mark.parametrize("tamano", [[], ["-1"], ["1e3"], ["10", "10"], ["٣"], [""]])
def test_un_formulario_sin_un_tamano_claro_es_411(tamano):
    assert envio(content_length=tamano) == 411


def test_un_formulario_a_trozos_es_411_y_uno_enorme_413():
    assert envio(transfer_encoding=["chunked"]) == 411
    assert envio(content_length=["65537"]) == 413
    assert envio(content_length=["65536"]) == 200


@pytest.mark.parametrize("tipo", [[], ["application/json"], ["text/plain"], ["multipart/form-data; boundary=x"]])
def test_lo_que_no_es_un_formulario_es_415(tipo):
    assert envio(content_type=tipo) == 415
