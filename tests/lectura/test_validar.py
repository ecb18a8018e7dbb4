"""Los errores de pydantic, en español, en su línea y uno por valor malo."""

from __future__ import annotations

from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.forma import Forma
from generador.lectura.validar import enumerar, examinar_tolerante, parecido, validar
from generador.lectura.yaml_con_posiciones import yaml_de_texto
from generador.modelo.plan import Bilingue, Caso, Esperado, Texto, Variante


def que_pasa(clase: Any, texto: str) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        validar(Forma(clase), yaml_de_texto(texto, "p"))
    return [f"{p.linea}:{p.columna} {p.que_pasa}" for p in error.value.problemas]


@pytest.mark.parametrize(
    ("texto", "esperado"),
    [
        ("[a]", ["1:1 la raíz debe ser un texto o un objeto con claves y es una lista"]),
        ("{es: a}", ["1:1 falta «en» en la raíz"]),
        ("{es: a, en: 3}", ["1:13 «en» debe ser un texto y es el número 3"]),
        ("{es: a, en: b, fr: c}", ["1:16 la clave «fr» no existe en la raíz"]),
        ("null", ["1:1 la raíz debe ser un texto o un objeto con claves y es nada (null)"]),
    ],
)
def test_un_texto_bilingue_mal_escrito_da_un_solo_problema(texto: str, esperado: list[str]) -> None:
    assert que_pasa(Texto, texto) == esperado


def test_una_clave_que_se_llama_como_una_rama_no_confunde() -> None:
    assert que_pasa(Texto, "{str: a, es: x, en: y}") == ["1:2 la clave «str» no existe en la raíz"]


def test_en_una_union_se_dice_lo_de_la_rama_que_mejor_encaja() -> None:
    assert que_pasa(Esperado, "recorrido: [a, [b, 3], 4]") == [
        "1:20 «recorrido[1][1]» debe ser un texto y es el número 3",
        "1:24 «recorrido[2]» debe ser un texto o una lista y es el número 4",
    ]


def test_una_clave_desconocida_propone_la_parecida() -> None:
    with pytest.raises(ErrorDeEntrada) as error:
        validar(Forma(Variante), yaml_de_texto("id: a\ntitulo: b\ncontrat: x\nzzz: y", "p"))
    parecida, lejana = error.value.problemas
    assert parecida.que_pasa.endswith("(¿quisiste decir «contrato»?)")
    assert "aquí valen «contrato», «descripcion»" in lejana.que_hacer


def test_una_clave_desconocida_propone_las_del_objeto_en_que_esta() -> None:
    caso = "id: a\ntitulo: b\nvariante: v\nentrada: {}\nespera: {llamadas: {modelos: 1}}"
    assert que_pasa(Caso, caso) == [
        "5:21 la clave «modelos» no existe en «espera.llamadas» (¿quisiste decir «modelo»?)"
    ]


def test_un_valor_fuera_de_lista_dice_los_que_valen() -> None:
    with pytest.raises(ErrorDeEntrada, match="usa «ok», «interrupted», «error», «cancelled» o «out_of_steps»"):
        validar(Forma(Esperado), yaml_de_texto("estado_de_la_traza: bien", "p"))


def test_no_hay_conversiones() -> None:
    assert que_pasa(Esperado, "sin_interrupcion: yes\nllamadas: {modelo: '1', embebedor: 1.5}") == [
        "1:19 «sin_interrupcion» debe ser true o false y es el texto «yes»",
        "2:20 «llamadas.modelo» debe ser un número entero y es el texto «1»",
        "2:36 «llamadas.embebedor» debe ser un número entero y es el número 1.5",
    ]


def test_de_manera_tolerante_lo_desconocido_se_aparta_y_se_avisa() -> None:
    dato, problemas, avisos = examinar_tolerante(Forma(Bilingue), yaml_de_texto("{es: a, en: b, fr: c}", "p"))
    assert dato is not None and dato.valor == Bilingue(es="a", en="b")
    assert problemas == []
    assert tuple(map(str, avisos)) == ("clave desconocida «fr»",)


def test_de_manera_tolerante_lo_que_falta_sigue_siendo_un_error() -> None:
    dato, problemas, _ = examinar_tolerante(Forma(Bilingue), yaml_de_texto("{es: a, fr: c}", "p"))
    assert dato is None
    assert [p.que_pasa for p in problemas] == ["falta «en» en la raíz"]


def test_enumerar_y_parecido() -> None:
    assert enumerar(["a"]) == "«a»"
    assert enumerar(["a", "b", "a", "c"]) == "«a», «b» o «c»"
    assert enumerar([str(n) for n in range(20)]).endswith("«11» o …")
    assert parecido("intke", ["intake", "closing"]) == " (¿quisiste decir «intake»?)"
    assert parecido("zzz", ["intake"]) == ""
