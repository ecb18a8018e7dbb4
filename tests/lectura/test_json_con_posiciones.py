"""JSON estricto: sintaxis, claves repetidas, números imposibles, profundidad y posiciones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.lectura import json_con_posiciones
from generador.lectura.documento import Sitio
from generador.lectura.json_con_posiciones import json_de_texto


def problemas(texto: str) -> list[tuple[int, int, str]]:
    with pytest.raises(ErrorDeEntrada) as error:
        json_de_texto(texto, "g.json")
    return [(p.linea, p.columna, p.que_pasa) for p in error.value.problemas]


def test_cada_clave_y_cada_valor_saben_su_sitio() -> None:
    documento = json_de_texto('{\n "a": [1,\n  {"b": "}x{"}],\n "é": null}', "g.json")
    assert documento.valor == {"a": [1, {"b": "}x{"}], "é": None}
    assert documento.sitio(("a", 1, "b")) == Sitio(3, 9)
    assert documento.sitio(("é",), en_clave=True) == Sitio(4, 2)


@pytest.mark.parametrize(
    ("texto", "linea", "columna", "trozo"),
    [
        ('{"a": 1,\n "a": 2}', 2, 2, "repetida (ya en la línea 1)"),
        ('{"a": NaN}', 1, 7, "«NaN» no es un número de JSON"),
        ('{"a": [-Infinity]}', 1, 8, "«-Infinity» no es"),
        ('{"a": 1e999}', 1, 7, "«1e999» no es"),
        ('["\\ud800"]', 1, 2, "media pareja"),
        ("[" + "9" * 5000 + "]", 1, 2, "cifras"),
        ('{"a" 1}', 1, 6, "faltan dos puntos"),
        ('{"a": "x', 1, 7, "comillas no se cierran"),
        ("", 1, 1, "falta un valor"),
        ("{} {}", 1, 4, "sobra texto"),
        ("[" * 100_000, 1, 101, "niveles"),
        ("[" * 101 + "]" * 101, 1, 101, "niveles"),
        ('{"a":' * 1000 + "1" + "}" * 1000, 1, 501, "niveles"),
    ],
)
def test_lo_que_no_es_json_estricto_se_dice_en_su_sitio(texto: str, linea: int, columna: int, trozo: str) -> None:
    assert any((n, c) == (linea, columna) and trozo in que for n, c, que in problemas(texto))


def test_una_coma_de_sobra_no_vale() -> None:
    assert problemas('{"a": 1,}')[0][2].startswith("no es JSON")


def test_los_corchetes_dentro_de_un_texto_no_cuentan_como_niveles() -> None:
    assert json_de_texto(json.dumps(["[" * 500, '"[' * 500]), "g").valor == ["[" * 500, '"[' * 500]


def test_todas_las_claves_repetidas_salen_juntas() -> None:
    assert len(problemas('{"a":1,"a":{"b":1,"b":2},"c":[{"d":1,"d":1}]}')) == 3


json_puro = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda hijos: st.lists(hijos, max_size=4) | st.dictionaries(st.text(max_size=5), hijos, max_size=4),
    max_leaves=15,
)


@given(json_puro, st.sampled_from([None, 1]))
def test_se_lee_lo_mismo_que_con_la_biblioteca_estandar(valor: Any, sangria: int | None) -> None:
    try:
        leido = json_de_texto(json.dumps(valor, indent=sangria, ensure_ascii=False), "g").valor
    except ErrorDeEntrada as error:
        assert all("está repetida" in p.que_pasa for p in error.problemas)
        raise
    assert leido == valor


@given(st.text('[]{}:,"\\ \n1eE.-antulf', max_size=60) | st.text(max_size=100))
def test_con_cualquier_texto_solo_lanza_error_de_entrada(texto: str) -> None:
    try:
        json_de_texto(texto, "g.json")
    except ErrorDeEntrada as error:
        assert error.problemas


@given(json_puro | st.text('[]{}:,"\\ \n1eE.-antulf', max_size=60), st.sampled_from([None, 1]))
def test_de_una_vez_se_lee_lo_mismo_que_simbolo_a_simbolo(valor: Any, sangria: int | None) -> None:
    """Un texto puede ser, además de un valor, un documento entero, bueno o malo."""
    for texto in {json.dumps(valor, indent=sangria), *([valor] if isinstance(valor, str) else [])}:
        try:
            despacio = json_con_posiciones._por_simbolos(texto, "g.json")
        except ErrorDeEntrada:
            with pytest.raises((ValueError, RecursionError)):
                json_con_posiciones._de_una_vez(texto)
        else:
            deprisa = json_de_texto(texto, "g.json")
            assert repr(deprisa.valor) == repr(despacio.valor)
            assert deprisa.posiciones() == despacio.posiciones()


@pytest.mark.parametrize(
    "texto",
    [
        '{"a": 1, "a": 2}', "[NaN]", "[1e999]", "[" + "1" * 301 + "]", "[0." + "1" * 301 + "]", '["\\ud800"]',
        "[" * 101 + "]" * 101, "[" * 100_000,
    ],
    ids=["repetida", "NaN", "infinito", "entero largo", "decimal largo", "media pareja", "hondo", "hondísimo"],
)  # fmt: skip
def test_lo_que_hay_que_decir_no_se_lee_de_una_vez(texto: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        json_con_posiciones._de_una_vez(texto)


def test_cien_niveles_caben_de_una_vez() -> None:
    assert json_con_posiciones._de_una_vez("[" * 100 + "]" * 100)
