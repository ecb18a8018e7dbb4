"""Las cantidades: en cifras, en letra, con fracciones y con cualquier unidad."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.adherencia.barreras.cantidades import dosis_de, en_cifras
from tests.agentes.adherencia.dobles import SIN_PLAZO

_ES = re.findall(
    r"\w+",
    """
cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho
diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve
treinta cuarenta cincuenta sesenta setenta ochenta noventa
ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos
""",
)
_EN = re.findall(
    r"\w+",
    """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety
""",
)
UNO_ES, DIEZ_ES, CIEN_ES = _ES[:30], _ES[30:37], _ES[37:]
UNO_EN, DIEZ_EN = _EN[:20], _EN[20:]


def _es(n):
    if n >= 1000:
        return f"{'' if n < 2000 else _es(n // 1000)} mil {_es(n % 1000) if n % 1000 else ''}".strip()
    if n >= 100:
        return "cien" if n == 100 else f"{CIEN_ES[n // 100 - 1]} {_es(n % 100) if n % 100 else ''}".strip()
    if n < 30:
        return UNO_ES[n]
    return DIEZ_ES[n // 10 - 3] + (f" y {UNO_ES[n % 10]}" if n % 10 else "")


def _en(n):
    if n >= 1000:
        return f"{_en(n // 1000)} thousand {_en(n % 1000) if n % 1000 else ''}".strip()
    if n >= 100:
        return f"{_en(n // 100)} hundred{f' and {_en(n % 100)}' if n % 100 else ''}"
    if n < 20:
        return UNO_EN[n]
    return DIEZ_EN[n // 10 - 2] + (f"-{UNO_EN[n % 10]}" if n % 10 else "")


@SIN_PLAZO
@given(st.integers(2, 9999))
def test_un_numero_en_letra_es_la_misma_cantidad_que_en_cifras(n):
    assert dosis_de(f"bastan {_es(n)} mililitros") == (f"{n} ml",)
    assert dosis_de(f"that is {_en(n)} millilitres") == (f"{n} ml",)


@SIN_PLAZO
@given(st.text(max_size=200))
def test_leer_cantidades_es_total_y_determinista(texto):
    assert dosis_de(texto) == dosis_de(texto)


@pytest.mark.parametrize(
    ("texto", "dosis"),
    [
        ("media pastilla", ("0.5 pastilla",)),
        ("pastilla y media no: una pastilla y media", ("1.5 pastilla",)),
        ("dos comprimidos y medio", ("2.5 comprimido",)),
        ("un cuarto de comprimido", ("0.25 comprimido",)),
        ("½ comprimido o 1/2 comprimido", ("0.5 comprimido",)),
        ("medio gramo", ("0.5 g",)),
        ("un gramo", ("1 g",)),
        ("un par de gotas", ("2 gota",)),
        ("una docena de gotas", ("12 gota",)),
        ("half a capsule", ("0.5 capsule",)),
        ("two and a half tablets", ("2.5 tablet",)),
        ("a pill and a half", ("1.5 pill",)),
        ("a third of a tablet", ("0.333 tablet",)),
        ("a hundred and twenty mg", ("120 mg",)),
        ("a couple of sachets", ("2 sachet",)),
        ("1.000 mg y 1,000 mg", ("1000 mg",)),
        ("cada seis horas", ("6 hora de pauta",)),
        ("four times a day", ("4 times a day de pauta",)),
        ("tómate dos y media ahora", ("2.5 sin unidad",)),
        ("take three now", ("3 sin unidad",)),
        ("500 miligramos, quinientos mg", ("500 mg",)),
    ],
)
def test_fracciones_unidades_y_pautas(texto, dosis):
    assert dosis_de(texto) == dosis


@pytest.mark.parametrize(
    "texto",
    ["No partas un comprimido", "Take it once daily", "Tómate dos minutos", "take two steps back", "llama al 112",
     "quedan dos días", "a tablet", "una toma olvidada", "one dose at a time"],
)  # fmt: skip
def test_lo_que_no_es_una_cantidad_no_se_cuenta(texto):
    assert dosis_de(texto) == ()


def test_once_en_ingles_no_es_once():
    assert en_cifras("once opened") == "once opened"
