"""El JSON canónico y los tramos de bytes: lo que se señala es exactamente lo que hay."""

import json

from hypothesis import given
from hypothesis import strategies as st

from agentes.control.canonico import canonico, huella, tramos_de_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda hijos: st.lists(hijos, max_size=4) | st.dictionaries(st.text(max_size=6), hijos, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_cada_tramo_es_el_valor_de_su_puntero(valor):
    contenido = canonico(valor)
    for puntero, (inicio, fin) in tramos_de_json(contenido).items():
        assert json.loads(contenido[inicio:fin]) == _en(valor, puntero)


@given(JSON)
def test_la_huella_no_depende_del_orden_de_las_claves(valor):
    revuelto = json.loads(json.dumps(valor), object_pairs_hook=lambda pares: dict(reversed(pares)))
    assert huella(revuelto) == huella(valor)


def test_de_unos_bytes_que_no_son_json_canonico_no_se_senala_nada():
    assert dict(tramos_de_json(b'{"a": 1}')) == {}
    assert dict(tramos_de_json(b"hola")) == {}


def _en(valor, puntero):
    for parte in puntero.split("/")[1:]:
        clave = parte.replace("~1", "/").replace("~0", "~")
        valor = valor[int(clave)] if isinstance(valor, list) else valor[clave]
    return valor
