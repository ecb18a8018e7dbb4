"""El banco de pruebas de lo hostil también se prueba: el comparador caza, y el gemelo no esconde nada."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape

from tests.hostiles import CADENAS, QUE_CREAN_ELEMENTOS, diferencia, elementos, gemelo

PAGINA = '<!doctype html><title>x</title><body><p title="{0}">{0}</p><svg><text>{0}</text></svg></body>'
JSON = st.recursive(st.none() | st.text(), lambda h: st.lists(h) | st.dictionaries(st.text(), h))


def test_hay_mas_de_veinte_cadenas_distintas():
    assert len(set(CADENAS.values())) == len(CADENAS) > 20
    assert len(QUE_CREAN_ELEMENTOS) > 15


@pytest.mark.parametrize("nombre", sorted(QUE_CREAN_ELEMENTOS))
def test_el_comparador_caza_lo_que_se_escribe_sin_escapar(nombre):
    cuerpo = "<!doctype html><body><main>{}</main></body>"
    assert diferencia(cuerpo.format(CADENAS[nombre]), cuerpo.format(gemelo(CADENAS[nombre])))


@pytest.mark.parametrize("nombre", ["atributo-doble", "cierra-atributo"])
def test_el_comparador_caza_un_atributo_inyectado(nombre):
    pagina = '<!doctype html><body><p title="{}">x</p></body>'
    assert diferencia(pagina.format(CADENAS[nombre]), pagina.format(gemelo(CADENAS[nombre])))


@pytest.mark.parametrize("nombre", CADENAS)
def test_escapada_es_igual_que_su_gemela(nombre):
    texto = CADENAS[nombre].encode("utf-8", "replace").decode()
    assert diferencia(PAGINA.format(escape(texto)), PAGINA.format(gemelo(texto))) == {}


@settings(deadline=None)
@given(JSON)
def test_el_gemelo_conserva_la_forma_y_solo_lleva_letras_cifras_y_saltos(valor):
    def mirar(uno, otro):
        assert type(uno) is type(otro)
        if isinstance(uno, str):
            assert len(uno) == len(otro)
            assert uno.count("\n") == otro.count("\n")
            assert all(c == "\n" or (c.isascii() and c.isalnum()) for c in otro)
        elif isinstance(uno, list):
            assert len(uno) == len(otro)
            for u, o in zip(uno, otro, strict=True):
                mirar(u, o)

    mirar(valor, gemelo(valor))
    assert gemelo(gemelo(valor)) == gemelo(valor)


def test_los_nombres_hostiles_tienen_gemelos_distintos():
    largas = [c for c in CADENAS.values() if c]
    assert len({gemelo(c) for c in largas}) == len(largas)


def test_los_elementos_se_cuentan_con_sus_atributos():
    cuenta = elementos(b'<p class="a" id="b">x</p><p id="c" class="d">y</p><!-- z -->')
    assert cuenta[("{http://www.w3.org/1999/xhtml}p", "class", "id")] == 2
    assert cuenta[("comentario",)] == 1
