"""Lo que se edita conserva su tipo, y lo que no vale dice por qué."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.servidor.vivo.campos import CENTIMOS, LARGO, NoVale, cambios, campos_de, de_json, euros, leer, legible

HOJAS = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False) | st.text(max_size=20)
CLAVES = st.text(max_size=8) | st.sampled_from(["a.b", "a", "b", "a%2Eb", f"x{CENTIMOS}"])
ANIDADOS = st.recursive(HOJAS, lambda h: st.lists(h, max_size=3) | st.dictionaries(CLAVES, h, max_size=3), max_leaves=4)
OBJETOS = st.dictionaries(CLAVES, ANIDADOS, max_size=3)


def escrito(valor, **textos):
    """Lo que resulta de escribir eso en el formulario de `valor`."""
    return leer(campos_de(valor), {f"campo.{k}": v for k, v in textos.items()}, valor)


def error(valor, **textos):
    """El único error de un formulario."""
    (mal,) = [str(c.error) for c in escrito(valor, **textos)[0] if c.error]
    return mal


@given(OBJETOS)
def test_enviar_un_formulario_sin_tocarlo_no_cambia_nada(valor):
    campos = campos_de(valor)
    leidos, nuevo = leer(campos, {c.nombre: c.texto for c in campos}, valor)
    assert nuevo == json.loads(json.dumps(valor))
    assert not any(c.error for c in leidos)


@given(OBJETOS)
def test_dos_campos_no_comparten_nombre(valor):
    nombres = [c.nombre for c in campos_de(valor)]
    assert len(set(nombres)) == len(nombres)


@given(st.integers(0, 10**13))
def test_un_importe_va_y_vuelve_en_euros(centimos):
    assert escrito({f"i{CENTIMOS}": centimos}, **{f"i{CENTIMOS}": euros(centimos)})[1] == {f"i{CENTIMOS}": centimos}


@pytest.mark.parametrize(
    ("texto", "centimos"),
    [("24,90", 2490), ("24.9", 2490), (" 24 ", 2400), ("0,05", 5), ("3 €", 300)],
)
def test_un_importe_se_escribe_como_se_dice(texto, centimos):
    assert escrito({"importe_centimos": 1}, importe_centimos=texto)[1] == {"importe_centimos": centimos}


@pytest.mark.parametrize("texto", ["", "-1", "1,234", "1e3", "mucho", "1 000", "٣", "1,", "9" * 13])
def test_un_importe_que_no_lo_es_se_rechaza(texto):
    assert "euros" in error({"importe_centimos": 1}, importe_centimos=texto)


@pytest.mark.parametrize(
    ("antes", "texto", "motivo"),
    [
        (1, "1.5", "entero"),
        (1, "٣", "entero"),
        (1.5, "true", "número"),
        (1.5, "NaN", "número"),
        ("algo", "  ", "vacío"),
        ("algo", "x" * (LARGO + 1), "caracteres"),
        ([1], "[1", "JSON"),
        ([1], '{"a": 1, "a": 2}', "JSON"),
        ([1], "[" * 5_000, "JSON"),
        ([1], "[1e999]", "JSON"),
    ],
)
def test_cada_tipo_tiene_su_error(antes, texto, motivo):
    assert motivo in error({"x": antes}, x=texto)


def test_lo_anidado_se_edita_por_su_ruta_y_lo_fijo_no_sale():
    valor = {"sesion": {"cliente": "C-1"}, "pedido_id": "P-1", "urgente": False}
    campos = campos_de(valor, frozenset({"pedido_id"}))
    assert [(c.nombre, c.clase) for c in campos] == [("campo.sesion.cliente", "texto"), ("campo.urgente", "si_no")]
    nuevo = leer(campos, {"campo.sesion.cliente": "C-2", "campo.urgente": "true"}, valor)[1]
    assert nuevo == {"sesion": {"cliente": "C-2"}, "pedido_id": "P-1", "urgente": True}
    assert cambios(valor, nuevo) == {"sesion": {"cliente": "C-2"}, "urgente": True}


def test_una_entrada_que_no_es_un_objeto_es_un_solo_campo():
    assert escrito("hola", **{"": "adiós"})[1] == "adiós"


def test_un_texto_vacio_de_partida_puede_seguir_vacio():
    assert escrito({"x": ""}, x="")[1] == {"x": ""}


@pytest.mark.parametrize(("clave", "dicha"), [("importe_centimos", "Importe"), ("pedido_id", "Pedido"), ("_", "_")])
def test_una_clave_se_lee(clave, dicha):
    assert legible(clave) == dicha


@pytest.mark.parametrize("abre", ["[", '{"a":'])
def test_un_json_a_mano_tiene_un_limite_de_hondura(abre):
    cierra = {"[": "]"}.get(abre, "}")
    assert de_json(abre * 50 + "1" + cierra * 50)
    with pytest.raises(NoVale, match="niveles"):
        de_json(abre * 51 + "1" + cierra * 51)


def test_un_json_a_mano_que_no_vale_dice_que_no_vale():
    with pytest.raises(NoVale):
        de_json("Infinity")
