"""YAML sin conversiones, sin anclas y con la posición de cada cosa."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.lectura.documento import Sitio
from generador.lectura.yaml_con_posiciones import examinar_yaml, leer_yaml, yaml_de_texto


def problemas(texto: str) -> list[tuple[int, int, str]]:
    with pytest.raises(ErrorDeEntrada) as error:
        yaml_de_texto(texto, "plan.yaml")
    return [(p.linea, p.columna, p.que_pasa) for p in error.value.problemas]


@pytest.mark.parametrize(
    ("escrito", "valor"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("True", "True"),
        ("012", "012"),
        ("0x1f", "0x1f"),
        ("1:30", "1:30"),
        ("2020-01-01", "2020-01-01"),
        ("1_000", "1_000"),
        ("~", None),
        (".5", ".5"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("<<", "<<"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("'12'", "12"),
        ('"true"', "true"),
        ('"\\u00f1"', "ñ"),
    ],
)
def test_solo_lo_que_es_json_deja_de_ser_texto(escrito: str, valor: Any) -> None:
    leido = yaml_de_texto(f"k: {escrito}", "p").valor["k"]
    assert leido == valor
    assert type(leido) is type(valor)


def test_las_claves_son_siempre_texto() -> None:
    assert yaml_de_texto("1: a\nno: b\nnull: c\n", "p").valor == {"1": "a", "no": "b", "null": "c"}


def test_cada_clave_y_cada_valor_saben_su_linea_y_su_columna() -> None:
    documento = yaml_de_texto("é🚀: uno\nlista:\n  - {a: 1,\n     b: 2}\n", "p")
    assert documento.sitio(("é🚀",)) == Sitio(1, 5)
    assert documento.sitio(("lista",), en_clave=True) == Sitio(2, 1)
    assert documento.sitio(("lista", 0, "b")) == Sitio(4, 9)
    assert documento.sitio(("lista", 0, "b"), en_clave=True) == Sitio(4, 6)


def test_lo_que_no_esta_escrito_se_situa_en_lo_que_lo_contiene() -> None:
    documento = yaml_de_texto("a:\n  b: 1\n", "p")
    assert documento.sitio(("a", "falta", "mas")) == Sitio(2, 3)


def test_anclas_alias_etiquetas_y_repetidas_se_dicen_todas_a_la_vez() -> None:
    texto = "a: &x 1\nb: *x\nc: !!str 2\nd: !malo [1]\na: 3\n? [1]\n: 2\n*x : 4\n"
    assert problemas(texto) == [
        (1, 4, "hay un ancla (&x)"),
        (2, 4, "hay un alias (*x)"),
        (3, 4, "hay una etiqueta YAML (tag:yaml.org,2002:str)"),
        (4, 4, "hay una etiqueta YAML (!malo)"),
        (5, 1, "la clave «a» está repetida (ya en la línea 1)"),
        (6, 3, "una clave tiene que ser un texto"),
        (8, 1, "hay un alias (*x)"),
    ]


def test_con_una_clave_repetida_cuenta_la_primera() -> None:
    documento, problemas_ = examinar_yaml("a: 1\na: {b: 2, b: 3}\nc: 4", "p")
    assert documento.valor == {"a": 1, "c": 4}
    assert len(problemas_) == 2


def test_la_bomba_de_alias_se_rechaza_sin_crecer() -> None:
    niveles = "".join(f"n{i}: &n{i} [{', '.join([f'*n{i - 1}'] * 9)}]\n" for i in range(1, 10))
    assert problemas("n0: &n0 [x, x, x]\n" + niveles)[0] == (1, 5, "hay un ancla (&n0)")


@pytest.mark.parametrize("texto", ["[" * 3000, "- " * 3000, "{a: " * 200, "[" * 101 + "]" * 101])
def test_demasiada_hondura_es_un_error_y_no_un_desbordamiento(texto: str) -> None:
    assert "niveles" in problemas(texto)[0][2]


def test_cien_niveles_si_caben() -> None:
    assert yaml_de_texto("[" * 100 + "]" * 100, "p").valor


@pytest.mark.parametrize(
    ("texto", "linea", "trozo"),
    [
        ("a: 1\n\tb: 2", 2, "tabulador"),
        ("a: @x", 1, "entre comillas"),
        ("a: b: c", 1, "sobra «:»"),
        ("a:\n  - x\n  y: 1", 3, "sangría"),
        ("a: 'x", 1, "comillas"),
        ("a: [1, 2", 1, "lista que empieza aquí no se cierra"),
        ("a: {b: 1", 1, "objeto que empieza aquí no se cierra"),
        ('a: "\\ud800"', 1, "escape"),
        ('a: "\\q"', 1, "escape"),
        ("a: 1\nb: 2\x01", 2, "U+0001"),
        ("a: 1\n---\nb: 2", 2, "más de un documento"),
        ("a: 1e999", 1, "demasiado grande"),
        ("a: " + "9" * 5000, 1, "cifras"),
    ],
)
def test_un_error_de_sintaxis_se_dice_en_espanol_y_en_su_linea(texto: str, linea: int, trozo: str) -> None:
    with pytest.raises(ErrorDeEntrada) as error:
        yaml_de_texto(texto, "p")
    assert any(p.linea == linea and trozo in f"{p.que_pasa} {p.que_hacer}" for p in error.value.problemas)


def test_pasarse_de_256_kib_es_un_error(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("a: " + "x" * 256 * 1024)
    with pytest.raises(ErrorDeEntrada, match="256 KiB"):
        leer_yaml(tmp_path / "p.yaml")


json_puro = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(
        st.characters(exclude_categories=("Cs", "Cc", "Cn"), exclude_characters="\u2028\u2029\ufeff"), max_size=20
    ),
    lambda hijos: st.lists(hijos, max_size=4) | st.dictionaries(st.text("abcñé", max_size=5), hijos, max_size=4),
    max_leaves=12,
)


@given(json_puro)
def test_lo_que_es_json_se_lee_igual_que_como_json(valor: Any) -> None:
    assert yaml_de_texto(json.dumps(valor, ensure_ascii=False), "p").valor == valor


@given(st.text(max_size=300) | st.text("{}[]:,-&*!?|>'\"%@`# \nab1", max_size=60))
@example("? ? ? a")
@example("&a &b")
@example("*")
@example("%YAML 9.9\n---\na")
def test_con_cualquier_texto_solo_lanza_error_de_entrada(texto: str) -> None:
    try:
        yaml_de_texto(texto, "p")
    except ErrorDeEntrada as error:
        assert error.problemas


@given(st.binary(max_size=200))
def test_con_cualesquiera_bytes_solo_lanza_error_de_entrada(
    tmp_path_factory: pytest.TempPathFactory, datos: bytes
) -> None:
    ruta = tmp_path_factory.getbasetemp() / "azar.yaml"
    ruta.write_bytes(datos)
    try:
        leer_yaml(ruta)
    except ErrorDeEntrada as error:
        assert error.problemas
