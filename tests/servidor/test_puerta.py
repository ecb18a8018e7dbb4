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
