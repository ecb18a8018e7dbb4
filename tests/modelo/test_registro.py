"""La cadena: bien hecha cuadra, y cambiar cualquier cosa se nota en la entrada en que se cambió."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.modelo.registro import ENTERO_MAXIMO, canonico, comprobar, hash_de
from tests.congelados import replace
from tests.paginas.muestra_medida import BINARIO, ORIGEN, PREFIJO, TEXTO, cadena

BUENA = cadena("caso", (TEXTO, BINARIO, b""))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-ENTERO_MAXIMO, ENTERO_MAXIMO) | st.text(),
    lambda h: st.lists(h, max_size=4) | st.dictionaries(st.text(), h, max_size=4),
    max_leaves=12,
)


def con(indice, **campos):
    """La cadena buena con esos campos cambiados en una entrada."""
    entradas = list(BUENA.entradas)
    entradas[indice] = replace(entradas[indice], campos={**entradas[indice].campos, **campos})
    return replace(BUENA, entradas=tuple(entradas))


def alterada(cadena):
    mal = comprobar(cadena, PREFIJO, ORIGEN)
    return mal and (mal.entrada, mal.campo)


def test_una_cadena_bien_hecha_cuadra():
    assert alterada(BUENA) is None


@settings(deadline=None)
@given(st.integers(0, 2), st.integers(0, 100), st.integers(1, 255))
def test_un_bit_de_los_bytes_se_nota_en_su_entrada(indice, donde, mascara):
    contenido = bytearray(BUENA.entradas[indice].contenido or b"x")
    contenido[donde % len(contenido)] ^= mascara
    entradas = list(BUENA.entradas)
    entradas[indice] = replace(entradas[indice], contenido=bytes(contenido))
    assert alterada(replace(BUENA, entradas=tuple(entradas))) == (indice, "sha256")


@pytest.mark.parametrize("campo", ["run_id", "clase", "tipo_de_medio", "meta", "n_bytes", "v", "nuevo"])
def test_un_campo_cambiado_se_nota_en_su_entrada(campo):
    assert alterada(con(1, **{campo: "otro"})) == (1, "hash")


def test_un_campo_cambiado_y_resellado_rompe_la_siguiente():
    campos = {**BUENA.entradas[0].campos, "clase": "humano"}
    assert alterada(con(0, clase="humano", hash=hash_de(PREFIJO, campos))) == (1, "previo")


def test_quitar_o_repetir_una_entrada_se_nota():
    a, b, c = BUENA.entradas
    assert alterada(replace(BUENA, entradas=(a, c))) == (1, "previo")
    assert alterada(replace(BUENA, entradas=(a, a, b, c))) == (1, "previo")
    assert alterada(replace(BUENA, entradas=(a, b))) == (None, "cabeza")


def test_sin_entradas_la_cabeza_es_el_origen():
    assert alterada(replace(BUENA, entradas=(), cabeza=ORIGEN)) is None


def test_sin_sus_bytes_no_se_da_por_buena():
    sin = replace(BUENA.entradas[2], contenido=None)
    assert alterada(replace(BUENA, entradas=(*BUENA.entradas[:2], sin))) == (2, "sha256")


@settings(deadline=None)
@given(JSON)
def test_el_json_canonico_dice_el_mismo_valor_y_no_depende_del_orden(valor):
    assert json.loads(canonico(valor)) == valor
    al_reves = json.loads(json.dumps(valor), object_pairs_hook=lambda pares: dict(reversed(pares)))
    assert canonico(al_reves) == canonico(valor)


def test_las_claves_se_ordenan_por_utf16_como_en_el_navegador():
    assert canonico({"\ufb33": 1, "😀": 2, "a": 3}).decode() == '{"a":3,"😀":2,"\ufb33":1}'


def test_el_canonico_es_el_de_la_biblioteca():
    rfc8785 = pytest.importorskip("rfc8785")
    valor = {"ñ": ["\u2028", "\x07", '"\\/', -1, ENTERO_MAXIMO, True, None], "😀": {}, "\r": "€"}
    assert canonico(valor) == rfc8785.dumps(valor)


@pytest.mark.parametrize("valor", [0.5, {"a": [1.0]}, ENTERO_MAXIMO + 1])
def test_lo_que_no_tiene_una_sola_forma_no_se_encadena(valor):
    with pytest.raises(ValueError, match="canónica"):
        canonico(valor)


def test_el_hash_es_el_de_la_formula_publicada():
    campos = {"b": 1, "a": "x", "hash": "no cuenta"}
    assert hash_de("p\n", campos) == hashlib.sha256(b'p\n{"a":"x","b":1}').hexdigest()
