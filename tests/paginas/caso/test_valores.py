"""El JSON que se enseña: legible, con las mismas cifras y diciendo lo que se corta."""

import json

from hypothesis import given, settings

from generador.modelo.traza import Carga
from generador.paginas.caso.valores import corto, json_visible, valor_visible
from tests.paginas.caso.apoyo import CTX
from tests.paginas.test_estado import json_cualquiera


@settings(deadline=None)
@given(json_cualquiera)
def test_el_json_sangrado_se_lee_igual(valor):
    texto = valor_visible(CTX, valor).texto
    assert json.loads(texto) == json.loads(json.dumps(valor))


def test_ni_una_cifra_cambia():
    crudo = b'{"a": [9007199254740993, 0.1000000000000000055, 1E5, -0], "relleno": "' + b"x" * 90 + b'"}'
    texto = json_visible(CTX, Carga(crudo)).texto
    assert "[9007199254740993, 0.1000000000000000055, 1E5, -0]" in texto


def test_lo_corto_va_en_una_linea_y_lo_largo_se_abre():
    texto = valor_visible(CTX, [{"id": i, "texto": "x" * 30} for i in range(3)]).texto
    assert len(texto.split("\n")) == 5


def test_lo_que_no_cabe_dice_cuanto_se_ensena_de_cuanto():
    j = valor_visible(CTX, "x" * 3_000_000)
    assert len(j.texto) == 16_000
    assert "16.000 de 3.000.002" in j.recorte


def test_lo_que_no_es_json_se_ensena_tal_cual():
    assert json_visible(CTX, Carga(b"{no")).texto == "{no"


def test_trescientos_niveles_se_ensenan():
    hondo = b'{"a":' * 300 + b"1" + b"}" * 300
    assert "1" in json_visible(CTX, Carga(hondo)).texto


def test_un_resumen_corta_con_puntos_y_en_una_linea():
    assert corto("a\n b", 10) == "a b"
    assert corto("x" * 50, 10) == "x" * 9 + "…"
