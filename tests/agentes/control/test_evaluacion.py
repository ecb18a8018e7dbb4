"""El arnés: métricas exactas, una compuerta que bloquea de verdad y un coste compuesto medido."""

from pathlib import Path

import pytest

from agentes.control.evaluacion import arnes, calibracion, compuerta, coste, definiciones, informe, referencia
from agentes.control.evaluacion.arnes import Cuenta
from agentes.control.evaluacion.metricas import metricas
from agentes.control.evaluacion.sintetico import Sintetico
from tests.congelados import replace

CASOS = referencia.leer()["casos"]
RAIZ = Path(__file__).parents[3]


def cuenta(factura="F", **cambios):
    base = Cuenta(factura, 10, 10, 20, 10, 4, 3, 6, 3, 2, 0, ())
    return replace(base, **cambios)


def test_las_metricas_son_razones_de_sumas():
    m = metricas([cuenta(), cuenta(emitidas=30, respaldadas=20)])
    assert m["faithfulness"] == 0.75
    assert m["coverage"] == 0.5
    assert m["f1"] == 0.6
    assert m["abstention_precision"] == 0.75
    assert m["abstention_recall"] == 0.5
    assert m["answer_rate"] == round(40 / 48, 4)
    assert m["side_effect_hygiene"] == 0


def test_sin_nada_que_medir_no_hay_cifra():
    vacia = Cuenta("F", *([0] * 10), ())
    assert metricas([vacia]) == {
        "faithfulness": None, "coverage": None, "f1": None, "abstention_precision": None, "abstention_recall": None,
        "answer_rate": None, "side_effect_hygiene": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("respaldadas", "codigo"), [(100, 0), (98, 0), (97, 1)])
def test_mas_de_dos_puntos_menos_de_fidelidad_bloquea(respaldadas, codigo):
    antes, ahora = cuenta(emitidas=100, respaldadas=100), cuenta(emitidas=100, respaldadas=respaldadas)
    v = compuerta.comparar([ahora], [antes])
    assert v.codigo == codigo
    assert bool(v.motivos) == bool(codigo)


def test_un_solo_efecto_sin_concesion_bloquea():
    v = compuerta.comparar([cuenta(sin_concesion=1)], [cuenta()])
    assert v.codigo == 1
    assert v.casos[0]["sin_concesion"] == 1


def test_sin_linea_base_para_una_factura_bloquea():
    assert compuerta.comparar([cuenta("nueva")], [cuenta()]).codigo == 1


def test_callarlo_todo_no_esquiva_la_compuerta():
    mudo = cuenta(emitidas=0, respaldadas=0, cubiertas=0)
    assert compuerta.comparar([mudo], [cuenta()]).codigo == 1


def test_el_diff_dice_la_factura_y_la_afirmacion_que_empeoran():
    v = compuerta.comparar([cuenta(respaldadas=5, cubiertas=8, fallos=("x",))], [cuenta()])
    assert v.casos == ({"factura": "F", "sin_respaldo": ["x"], "cobertura_perdida": 2, "sin_concesion": 0},)


def test_la_linea_base_versionada_es_lo_que_se_mide_hoy(cuentas):
    base = compuerta.leer_base()
    assert [c.como_dato() for c in cuentas] == [b.como_dato() for b in base]
    assert compuerta.comparar(cuentas, base).codigo == 0


def test_la_higiene_de_efectos_es_cero_en_toda_la_referencia_y_mayor_en_el_spike(cuentas):
    assert sum(c.irreversibles for c in cuentas) > 0
    assert metricas(cuentas)["side_effect_hygiene"] == 0
    assert metricas(arnes.medir_spike(CASOS[:12]))["side_effect_hygiene"] > 0


def test_todo_lo_que_emite_el_plano_lo_respalda_la_referencia(cuentas):
    assert metricas(cuentas)["faithfulness"] == 1.0
    assert [f for c in cuentas for f in c.fallos] == []


def test_con_un_agente_que_no_falla_la_referencia_se_cubre_entera():
    m = metricas(arnes.medir_plano(CASOS[:12], tasa=0.0))
    assert (m["faithfulness"], m["coverage"], m["abstention_precision"], m["abstention_recall"]) == (1, 1, 1, 1)


def test_una_regresion_plantada_en_el_verificador_bloquea():
    v = compuerta.comparar(arnes.medir_plano(CASOS[:16], regresion=True), compuerta.leer_base())
    assert v.codigo == 1
    assert v.motivos[0].startswith("faithfulness baja")
    assert any(c["sin_respaldo"] for c in v.casos)


def test_sin_plano_lo_que_no_se_sostiene_se_acumula_y_con_plano_no_sale():
    medido = coste.medir(CASOS[:12], 0.15)
    con = [f["sin_respaldo_salen"] for f in medido["con_plano"]]
    sin = [f["sin_respaldo_salen"] for f in medido["sin_plano"]]
    assert con == [0] * 5
    assert sin == sorted(sin)
    assert sin[-1] > 2 * sin[0] > 0
    assert all(f["sin_respaldo_entran"] > 0 for f in medido["con_plano"])


def test_el_agente_sintetico_falla_siempre_en_lo_mismo():
    uno, otro = Sintetico(tasa=0.3), Sintetico(tasa=0.3)
    piezas = [f"p{i}" for i in range(400)]
    assert [uno._falla(p) for p in piezas] == [otro._falla(p) for p in piezas]
    assert 0.2 < sum(uno._falla(p) for p in piezas) / 400 < 0.4
    assert not any(Sintetico(tasa=0.0)._falla(p) for p in piezas)


def test_la_calibracion_se_ajusta_con_unas_facturas_y_se_comprueba_con_otras(cuentas):
    c = calibracion.ajustar(cuentas)
    intentos = [i for x in cuentas for i in x.intentos]
    assert sum(p["n"] for p in c["predicados"].values()) + c["n"] == len(intentos)
    assert 0 <= c["ece"] <= 0.1
    assert 0 < c["brier"] < 0.25


def test_la_confianza_congelada_es_la_que_se_ajusta_hoy(cuentas):
    import json

    from agentes.control.verificador import confianza

    assert json.loads(confianza.FICHERO.read_text("utf-8")) == calibracion.ajustar(cuentas)
    assert confianza.calibrada()("exceeds_cap@1") > 0.5
    assert confianza.calibrada()("quote@1") is None


def test_cada_metrica_publicada_lleva_todo_lo_que_hace_falta_para_juzgarla(cuentas):
    publicadas = informe.con_umbral(cuentas, calibracion.ajustar(cuentas))
    assert {m["id"]: m["cumple"] for m in publicadas} == dict.fromkeys((d.id for d in definiciones.TODAS), True)
    for m in publicadas:
        assert m["definicion"]["es"] and m["definicion"]["en"] and m["nombre"]["es"] and m["nombre"]["en"]
        assert (RAIZ / m["prueba"]).is_file()
        assert m["n"] > 0


def test_los_fallos_de_una_metrica_dicen_la_factura_y_que_paso():
    malas = informe.del_spike([cuenta("F-1", cubiertas=9, sin_concesion=2, fallos=('{"args":{"a":1},"pred":"x@1"}',))])
    por_id = {m["id"]: m for m in malas}
    assert por_id["sin_plano_faithfulness"]["fallan"] == [{"caso": "F-1", "paso": None, "detalle": 'x@1 {"a": 1}'}]
    assert por_id["sin_plano_coverage"]["fallan"][0]["detalle"] == "faltan 11 afirmaciones de 20"
    assert por_id["sin_plano_side_effect_hygiene"]["fallan"][0]["detalle"] == "2 efectos sin concesión de 2"
    assert {m["cumple"] for m in malas} == {None}


def test_con_pocas_piezas_una_razon_no_se_juzga():
    pocas = informe.con_umbral([cuenta(abstenciones=2, justificadas=0)], {"ece": 0.0, "n": 100})
    precision = next(m for m in pocas if m["id"] == "abstention_precision")
    assert (precision["umbral"], precision["cumple"]) == (None, None)


def test_la_orden_evaluar_devuelve_el_codigo_de_la_compuerta(monkeypatch, capsys, cuentas):
    from agentes.control.__main__ import main

    malas = [replace(c, emitidas=c.emitidas + 5) for c in cuentas]
    monkeypatch.setattr(arnes, "medir_plano", lambda _casos, regresion: malas if regresion else cuentas)
    assert main(["evaluar"]) == 0
    assert main(["evaluar", "--regresion"]) == 1
    assert "bloquea: faithfulness baja" in capsys.readouterr().err
