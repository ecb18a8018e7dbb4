"""Cada predicado: cuándo respalda, cuándo contradice y cuándo no se sabe. La propiedad de fondo es la exactitud."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentes.control.verificador.hechos import Hecho, Hechos
from agentes.control.verificador.predicados import PREDICADOS

F = "FAC-2026-029"
LINEA = {"sujeto": f"linea:{F}/3", "atributo": "tarifa", "valor": "240.00", "unidad": "EUR/h"}
REPITE = {"factura": F, "linea": 3, "otra_factura": F}
IMPORTE = st.decimals(Decimal("0.01"), Decimal("999999.99"), places=2).map(lambda d: f"{d:.2f}")


def hecho(sujeto, atributo, valor, unidad, **vigencia):
    return Hecho(sujeto, atributo, valor, unidad, "sha256:" + "0" * 64, 0, 1, **vigencia)


def juzga(pred, args, *hechos):
    return PREDICADOS[pred].juzgar(args, Hechos((), hechos)).entailment


@given(IMPORTE, IMPORTE)
@settings(deadline=None)
def test_un_valor_se_respalda_si_y_solo_si_es_igual_en_decimal(real, dicho):
    args = {**LINEA, "valor": dicho}
    igual = Decimal(real) == Decimal(dicho)
    assert juzga("value_is@1", args, hecho(LINEA["sujeto"], "tarifa", real, "EUR/h")) == (
        "respalda" if igual else "contradice"
    )


@given(st.integers(1, 400), IMPORTE, st.integers(-3, 3))
@settings(deadline=None)
def test_un_producto_se_respalda_si_y_solo_si_es_exacto_al_centimo(decimas, tarifa, error):
    horas = f"{Decimal(decimas) / 10:.1f}"
    exacto = (int(Decimal(tarifa) * 100) * decimas + 5) // 10
    args = {"factura": F, "linea": 1, "importe": f"{Decimal(exacto + error) / 100:.2f}", "moneda": "EUR"}
    hechos = [hecho(f"linea:{F}/1", "horas", horas, "h"), hecho(f"linea:{F}/1", "tarifa", tarifa, "EUR/h")]
    assert juzga("amount_is_product@1", args, *hechos) == ("contradice" if error else "respalda")


@given(st.lists(IMPORTE, min_size=1, max_size=8), st.integers(-2, 2))
@settings(deadline=None)
def test_una_suma_se_respalda_si_y_solo_si_es_exacta(importes, error):
    total = sum(map(Decimal, importes)) + Decimal(error) / 100
    hechos = [hecho(f"linea:{F}/{n}", "importe", x, "EUR") for n, x in enumerate(importes, 1)]
    hechos.append(hecho(f"factura:{F}", "n_lineas", str(len(importes)), "texto"))
    args = {"factura": F, "total": f"{total:.2f}", "moneda": "EUR"}
    assert juzga("sum_is@1", args, *hechos) == ("contradice" if error else "respalda")


@pytest.mark.parametrize(
    ("pred", "args", "entailment", "motivo"),
    [
        ("value_is@1", LINEA, "respalda", "coincide"),
        ("value_is@1", {**LINEA, "valor": "240.0"}, "respalda", "coincide"),
        ("value_is@1", {**LINEA, "valor": "220.00"}, "contradice", "otro_valor"),
        ("value_is@1", {**LINEA, "valor": "doscientos cuarenta"}, "contradice", "otro_valor"),
        ("value_is@1", {**LINEA, "unidad": "USD/h"}, "neutral", "otra_unidad"),
        ("value_is@1", {**LINEA, "sujeto": f"linea:{F}/9"}, "neutral", "sin_hecho"),
        ("value_is@1", {**LINEA, "en": "2026-08-04"}, "neutral", "sin_vigencia"),
        ("exceeds_cap@1", {"factura": F, "linea": 3, "exceso": "17.00"}, "respalda", "coincide"),
        ("exceeds_cap@1", {"factura": F, "linea": 3, "exceso": "17.01"}, "contradice", "otro_exceso"),
        ("exceeds_cap@1", {"factura": F, "linea": 4, "exceso": "17.00"}, "contradice", "no_supera_el_tope"),
        ("exceeds_cap@1", {"factura": F, "linea": 9, "exceso": "17.00"}, "neutral", "sin_hecho"),
        ("sum_is@1", {"factura": F, "total": "1417.84", "moneda": "EUR"}, "respalda", "coincide"),
        ("sum_is@1", {"factura": F, "total": "1417.84", "moneda": "USD"}, "neutral", "otra_unidad"),
        ("not_billable@1", {"factura": F, "linea": 3, "codigo": "A104"}, "contradice", "fuera_de_una_relacion_cerrada"),
        ("not_billable@1", {"factura": F, "linea": 3, "codigo": "A106"}, "contradice", "otro_codigo"),
        ("duplicate_of@1", {**REPITE, "otra_linea": 3}, "neutral", "la_misma_linea"),
        ("duplicate_of@1", {**REPITE, "otra_linea": 4}, "contradice", "tuplas_distintas"),
    ],
)  # fmt: skip
def test_el_juicio_de_un_predicado_sobre_una_factura_de_verdad(banco, pred, args, entailment, motivo):
    veredicto = banco.veredicto(banco.claim(pred, **args))
    assert (veredicto["entailment"], veredicto["motivo"]) == (entailment, motivo)


@pytest.mark.parametrize(
    ("factura", "pred", "args", "motivo"),
    [
        ("FAC-2026-001", "exceeds_cap@1", {"linea": 2, "exceso": "1.00"}, "sin_hecho"),
        ("FAC-2026-002", "exceeds_cap@1", {"linea": 3, "exceso": "1.00"}, "fuera_de_vigencia"),
        ("FAC-2026-006", "exceeds_cap@1", {"linea": 1, "exceso": "1.00"}, "otra_unidad"),
        ("FAC-2026-005", "not_billable@1", {"linea": 1, "codigo": None}, "lista_abierta"),
        ("FAC-2026-008", "within_term@1", {"resultado": "dentro", "limite": "2027-01-18"}, "sin_calendario"),
    ],
)
def test_lo_que_la_fuente_no_dice_es_neutral_y_dice_que_falta(bancos, factura, pred, args, motivo):
    b = bancos[factura]
    if args.get("codigo", "") is None:
        args = {**args, "codigo": _codigo(b, args["linea"])}
    veredicto = b.veredicto(b.claim(pred, factura=factura, **args))
    assert (veredicto["entailment"], veredicto["motivo"]) == ("neutral", motivo)
    assert veredicto["missing_evidence"]


def _codigo(banco, linea):
    from agentes.control.dominio.archivo import congelado

    return congelado().facturas[banco.factura]["lineas"][linea - 1]["codigo"]


def test_una_busqueda_incompleta_no_prueba_una_ausencia(bancos):
    b = bancos["FAC-2026-003"]
    e = b.caso["encargo"]
    args = {
        "cliente": e["cliente_id"],
        "desde": e["desde"],
        "hasta": e["hasta"],
        "excepto": b.factura,
        "numero": "2026/003",
    }
    veredicto = b.veredicto(b.claim("absent@1", **args))
    assert (veredicto["entailment"], veredicto["motivo"]) == ("neutral", "busqueda_incompleta")


def test_pruebas_que_discrepan_no_respaldan_ni_contradicen():
    hechos = [hecho(LINEA["sujeto"], "tarifa", v, "EUR/h") for v in ("240.00", "250.00")]
    from agentes.control.verificador.hechos import SinPrueba

    with pytest.raises(SinPrueba, match="pruebas_en_conflicto"):
        juzga("value_is@1", LINEA, *hechos)


def test_el_tope_se_puede_probar_con_la_letra_de_la_carta(banco):
    args = {"sujeto": "tope:CE-04/socio", "atributo": "tope", "valor": "230.00", "unidad": "EUR/h", "en": "2026-08-04"}
    claim = banco.claim("value_is@1", **args)
    claim["propositions"][0]["ledger_ids"] = [banco.archivado.ids["leer_carta"]]
    veredicto = banco.veredicto(claim)
    assert veredicto["entailment"] == "respalda"
    assert veredicto["evidencia"][0]["texto"].startswith("El tope de tarifa de socio será de 230,00 EUR por hora")


def test_un_tope_sin_fecha_no_se_puede_afirmar(banco):
    args = {"sujeto": "tope:CE-04/socio", "atributo": "tope", "valor": "230.00", "unidad": "EUR/h"}
    claim = banco.claim("value_is@1", **args)
    claim["propositions"][0]["ledger_ids"] = [banco.archivado.ids["tarifas_de"]]
    assert banco.veredicto(claim)["motivo"] == "fuera_de_vigencia"


def test_cada_predicado_tiene_un_esquema_cerrado_y_una_frase():
    for nombre, predicado in PREDICADOS.items():
        assert predicado.referencia == nombre
        assert predicado.esquema["additionalProperties"] is False
