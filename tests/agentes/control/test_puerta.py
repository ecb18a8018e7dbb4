"""La puerta: tipo, prueba y predicado, o no pasa. Ni conversiones ni campos para resúmenes."""

import json

import pytest

from agentes.control.puerta.paquete import FICHERO, Package, esquema
from agentes.control.puerta.puerta import examinar

ID = "sha256:" + "a" * 64
PROPOSICION = {
    "id": "p_1",
    "pred": "exceeds_cap@1",
    "args": {"factura": "FAC-2026-029", "linea": 3, "exceso": "17.00"},
    "ledger_ids": [ID],
}
CLAIM = {"id": "c_1", "type": "Assertion", "text": "La línea 3 excede 17.00 EUR.", "propositions": [PROPOSICION]}
VERIFICADA = {"c_1": {"id": "c_1", "enunciado": "La línea 3 de FAC-2026-029 supera el tope de su rol en 17.00 EUR."}}
INTENCION = {
    "tool": "marcar_linea",
    "args": {"factura_id": "FAC-2026-029", "linea": 3, "importe": "17.00"},
    "requires_grant": True,
    "depends_on": ["c_1"],
}


def con(**cambios):
    return {**CLAIM, **cambios}


def con_p(**cambios):
    return con(propositions=[{**PROPOSICION, **cambios}])


def motivos(paquete, verificadas=None):
    return [r.motivo for r in examinar(paquete, verificadas).rechazos]


def test_una_afirmacion_bien_hecha_pasa_con_sus_pruebas_reunidas_y_sin_juzgar():
    [pasa] = examinar({"claims": [CLAIM]}).claims
    assert pasa["ledger_ids"] == [ID]
    assert pasa["confidence"] is None
    assert pasa["propositions"][0]["entailment"] is None


@pytest.mark.parametrize("emitido", [None, "Todo bien.", {}, [], 3])
def test_lo_que_no_es_un_paquete_es_texto_sin_etiquetar(emitido):
    assert motivos(emitido) == ["texto_sin_etiquetar"]


@pytest.mark.parametrize(
    ("claim", "motivo"),
    [
        (con_p(entailment="respalda"), "entailment_ajeno"),
        (con(confidence=0.99), "confianza_ajena"),
        (con(summary="todo en orden"), "campo_no_admitido"),
        (con_p(ledger_ids=["investigador:nota-1"]), "id_no_es_del_registro"),
        (con_p(ledger_ids=["https://ejemplo.es/carta"]), "id_no_es_del_registro"),
        (con_p(ledger_ids=["sha256:" + "A" * 64]), "id_no_es_del_registro"),
        (con_p(ledger_ids=[]), "sin_id_de_registro"),
        (con(propositions=[{"id": "p_1", "pred": "quote@1", "args": {}}]), "sin_id_de_registro"),
        (con(propositions=[]), "afirmacion_vaga"),
        (con_p(pred="parece_caro@1"), "afirmacion_vaga"),
        (con_p(pred="exceeds_cap@2"), "afirmacion_vaga"),
        (con_p(args={"factura": "FAC-2026-029", "linea": 3}), "argumentos_de_predicado"),
        (con_p(args={**PROPOSICION["args"], "linea": "3"}), "argumentos_de_predicado"),
        (con_p(args={**PROPOSICION["args"], "exceso": "17.0"}), "argumentos_de_predicado"),
        (con_p(args={**PROPOSICION["args"], "exceso": 17.0}), "tipo_incorrecto"),
        (con(type="Fact"), "tipo_incorrecto"),
        (con(type="Quote"), "tipo_incorrecto"),
        (con(text="La línea 3 excede 17.00 EUR y la 4 otros 99.00."), "texto_dice_de_mas"),
        ("c_1", "tipo_incorrecto"),
    ],
)  # fmt: skip
def test_una_afirmacion_que_no_vale_se_rechaza_con_su_motivo(claim, motivo):
    paso = examinar({"claims": [claim]})
    assert [r.motivo for r in paso.rechazos] == [motivo]
    assert paso.claims == []


def test_una_pieza_mala_no_arrastra_a_las_buenas():
    paso = examinar({"claims": [con_p(ledger_ids=[]), con(id="c_2")]})
    assert [c["id"] for c in paso.claims] == ["c_2"]
    assert len(paso.rechazos) == 1


def test_dos_afirmaciones_con_el_mismo_id_no_pasan():
    assert motivos({"claims": [CLAIM, CLAIM]}) == ["id_repetido"]


def test_un_paquete_con_resumen_se_rechaza_entero():
    paso = examinar({"claims": [CLAIM], "summary": "todo en orden"})
    assert paso.vacio
    assert [(r.motivo, r.que) for r in paso.rechazos] == [("campo_no_admitido", "summary")]


def test_una_conjetura_pasa_sin_proposiciones_pero_sigue_siendo_conjetura():
    [pasa] = examinar({"claims": [con(type="Conjecture", text="Quizá.", propositions=[])]}).claims
    assert pasa["type"] == "Conjecture"


@pytest.mark.parametrize(
    ("fragmento", "motivo"),
    [
        ({"text": "La minuta está inflada.", "claim_ids": []}, "texto_sin_etiquetar"),
        ({"text": "La minuta está inflada."}, "texto_sin_etiquetar"),
        ({"text": "La línea 3.", "claim_ids": ["c_9"]}, "texto_sin_etiquetar"),
        ({"text": "La línea 3 excede 71.00 EUR.", "claim_ids": ["c_1"]}, "texto_dice_de_mas"),
    ],
)
def test_la_prosa_solo_cuenta_lo_verificado(fragmento, motivo):
    assert motivos({"narrative": [fragmento]}, VERIFICADA) == [motivo]


def test_la_prosa_puede_escribir_las_cifras_a_la_espanola():
    fragmento = {"text": "La línea 3 de FAC-2026-029 se pasa en 17,00 EUR.", "claim_ids": ["c_1"]}
    assert motivos({"narrative": [fragmento]}, VERIFICADA) == []


@pytest.mark.parametrize(
    ("cambio", "motivo"),
    [
        ({"requires_grant": False}, "tipo_incorrecto"),
        ({"depends_on": []}, "tipo_incorrecto"),
        ({"tool": "habria_que_pagar"}, "herramienta_inexistente"),
        ({"tool": "leer_factura"}, "herramienta_inexistente"),
        ({"args": {"factura_id": "FAC-2026-029", "linea": 3}}, "argumentos_invalidos"),
        ({"args": {**INTENCION["args"], "importe": "71.00"}}, "intencion_dice_de_mas"),
        ({"args": {**INTENCION["args"], "linea": 4}}, "intencion_dice_de_mas"),
    ],
)
def test_una_intencion_es_una_llamada_concreta_que_dice_lo_verificado(cambio, motivo):
    assert motivos({"action_intents": [INTENCION]}, VERIFICADA) == []
    assert motivos({"action_intents": [{**INTENCION, **cambio}]}, VERIFICADA) == [motivo]


def test_el_esquema_publicado_es_el_congelado_cerrado_y_sin_resumen():
    publicado = json.loads(FICHERO.read_text("utf-8"))
    assert publicado == esquema()
    assert publicado["additionalProperties"] is False
    assert "summary" not in publicado["properties"]
    assert set(publicado["properties"]) == set(Package.model_fields)
