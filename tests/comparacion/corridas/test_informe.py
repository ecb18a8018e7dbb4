"""El cotejo en texto y en JSON, y su código de salida."""

from __future__ import annotations

import json

import pytest

from generador.comparacion.corridas.cotejo import cotejar
from generador.comparacion.corridas.informe import codigo, como_json, texto
from generador.errores import Codigo
from generador.modelo.hallazgo import Cumple
from tests.comparacion.corridas.fabrica import caso, final, metrica, pasos, resumen


@pytest.mark.parametrize(
    ("antes", "ahora", "esperado"),
    [
        ([caso()], [caso()], Codigo.BIEN),
        ([caso()], [caso(pasos=pasos("a", "b"), final=final(x="1"))], Codigo.BIEN),
        ([caso()], [caso(cumple=Cumple.NO)], Codigo.DIFERENCIAS),
        ([caso(cumple=Cumple.NO)], [caso()], Codigo.DIFERENCIAS),
        ([caso()], [caso(desviacion=2)], Codigo.DIFERENCIAS),
        ([caso()], [caso(), caso("otro")], Codigo.PRUEBAS_INSUFICIENTES),
        ([caso()], [], Codigo.PRUEBAS_INSUFICIENTES),
        ([caso(leido=False, cumple=Cumple.NO_SE_SABE)], [caso()], Codigo.PRUEBAS_INSUFICIENTES),
        ([caso(cumple=Cumple.NO_SE_SABE)], [caso(cumple=Cumple.NO_SE_SABE)], Codigo.BIEN),
        ([caso(), caso("b")], [caso(cumple=Cumple.NO)], Codigo.DIFERENCIAS),
    ],
)
def test_el_codigo_dice_si_algun_veredicto_cambia_y_si_falta_con_que_juzgar(antes, ahora, esperado):
    assert codigo(cotejar(resumen(*antes), resumen(*ahora))) is esperado


def test_una_metrica_que_cruza_su_umbral_es_una_diferencia_y_moverse_sin_cruzarlo_no():
    a, b, c = (resumen(metricas=(metrica(valor=v),)) for v in (0.5, 0.45, 0.3))
    assert codigo(cotejar(a, b)) is Codigo.BIEN
    assert codigo(cotejar(a, c)) is Codigo.DIFERENCIAS


def test_un_fichero_ilegible_son_pruebas_insuficientes():
    assert codigo(cotejar(resumen(ilegibles=("grafo.v.json",)), resumen())) is Codigo.PRUEBAS_INSUFICIENTES


def test_el_texto_dice_que_cambio_en_cada_caso_y_calla_los_iguales():
    antes = resumen(caso("igual"), caso("c", pasos=pasos("a", "b", b={"x": "1"}), final=final(x="1")), corrida="r1")
    ahora = resumen(
        caso("igual"), caso("c", pasos=pasos("a", "n", "b", b={"x": "2"}), final=final(x="2")), corrida="r2"
    )
    lineas = [linea.texto for linea in texto(cotejar(antes, ahora))]
    assert lineas[0] == "r1 → r2"
    assert not any("igual" in x for x in lineas[2:-1])
    assert lineas[2:] == [
        "caso c: cumple",
        "+ paso — → 2 n",
        "~ paso 2 → 3 b: x",
        "estado final, x: 1 → 2",
        "ningún veredicto cambia",
    ]


def test_el_texto_distingue_lo_que_no_se_ejecuto():
    lineas = [x.texto for x in texto(cotejar(resumen(caso("a")), resumen(caso("b"))))]
    assert "caso b: no se ejecutó → cumple" in lineas and "caso a: cumple → no se ejecutó" in lineas


def test_sin_evaluacion_a_un_lado_no_se_listan_las_metricas():
    lineas = [x.texto for x in texto(cotejar(resumen(corrida="r1"), resumen(metricas=(metrica(),))))]
    assert "métricas: r1 no trae evaluación con que compararlas" in lineas


def test_el_json_lleva_los_pasos_emparejados_y_siempre_sale_igual():
    c = cotejar(resumen(caso()), resumen(caso(pasos=pasos("a", "b"))))
    datos = como_json(c)
    assert json.dumps(datos) == json.dumps(como_json(c))
    assert (datos["v"], datos["codigo"]) == (1, 0)
    (uno,) = datos["casos"]
    assert [p["suerte"] for p in uno["pasos"]] == ["igual", "aparece"]
    assert uno["pasos"][1]["ahora"] == {"paso": 2, "ambito": "", "nodos": ["b"], "fin": "ok"}
