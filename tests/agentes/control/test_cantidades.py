"""Números, fechas y plazos: exactos o nada."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.control.cantidades import decimal, decimal_espanol, en_centimos, euros, fecha, fin_de_plazo


@given(st.integers(0, 10**11))
def test_un_importe_va_y_vuelve_sin_perder_un_centimo(centimos):
    assert decimal(euros(centimos)) == Decimal(centimos) / 100


@pytest.mark.parametrize("valor", [1, 1.5, None, "", "1,5", "1e3", "NaN", "1.180,50", " 1", "١"])
def test_lo_que_no_es_un_decimal_en_texto_no_se_convierte(valor):
    assert decimal(valor) is None


@pytest.mark.parametrize(("texto", "numero"), [("1.180,50", "1180.50"), ("230,00", "230.00"), ("12.345", "12345")])
def test_un_numero_espanol_se_lee_entero(texto, numero):
    assert decimal_espanol(texto) == Decimal(numero)


@pytest.mark.parametrize("texto", ["12.34", "1,2,3", "1.18,0", "", "-5"])
def test_un_numero_espanol_ambiguo_no_se_lee(texto):
    assert decimal_espanol(texto) is None


def test_la_mitad_de_un_centimo_sube():
    assert en_centimos(Decimal("116.575")) == Decimal("116.58")


@pytest.mark.parametrize("texto", ["2026-13-01", "2026-02-30", "26-01-01", "1 de enero", None])
def test_una_fecha_que_no_lo_es_no_se_adivina(texto):
    assert fecha(texto) is None


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(1, 60))
def test_un_plazo_habil_nunca_acaba_en_fin_de_semana_ni_antes_que_el_natural(dia, dias):
    habil, natural = fin_de_plazo(dia, dias, frozenset()), fin_de_plazo(dia, dias, None)
    assert habil.weekday() < 5
    assert habil >= natural == dia + timedelta(days=dias)


def test_un_festivo_alarga_el_plazo_habil():
    assert fin_de_plazo(date(2026, 4, 1), 1, frozenset({date(2026, 4, 2), date(2026, 4, 3)})) == date(2026, 4, 6)
