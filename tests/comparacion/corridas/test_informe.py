"""El cotejo en texto y en JSON, y su código de salida."""

from __future__ import annotations

import json

import pytest

from generador.comparacion.corridas.cotejo import cotejar
from generador.comparacion.corridas.informe import codigo, como_json, texto
from generador.errores import Codigo
from generador.modelo.hallazgo import Cumple, Veredicto
from generador.modelo.traza import Fin
from tests.comparacion.corridas.fabrica import GRAFO, caso, elemento, final, metrica, pasos, resumen


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


SIN_GRAFO = {"elementos": ()}


@pytest.mark.parametrize(
    ("antes", "ahora", "motivos"),
    [
        (resumen(caso(), corrida="r1", **SIN_GRAFO), resumen(caso()), ["r1 no trae el grafo de «v»"]),
        (resumen(caso()), resumen(caso(), corrida="r2", **SIN_GRAFO), ["r2 no trae el grafo de «v»"]),
        (resumen(caso(), **SIN_GRAFO), resumen(caso(), **SIN_GRAFO), ["ninguna de las dos trae un grafo"]),
        (resumen(total=1), resumen(total=1), ["ningún caso del plan se ejecutó en las dos"]),
        (resumen(caso("a")), resumen(caso("b")), ["ningún caso del plan se ejecutó en las dos"]),
        (
            resumen(caso(), corrida="r1"),
            resumen(caso(), metricas=(metrica(),)),
            ["r1 no trae evaluación con que comparar las métricas"],
        ),
        (
            resumen(caso(), metricas=(metrica(), metrica("otra")), corrida="r1"),
            resumen(caso(), metricas=(metrica(),)),
            ["métricas que solo se juzgaron en r1: otra"],
        ),
        (
            resumen(caso(), metricas=(metrica(valor=None),)),
            resumen(caso(), metricas=(metrica(),), corrida="r2"),
            ["métricas que solo se juzgaron en r2: m"],
        ),
        (resumen(caso(), ilegibles=("grafo.v.json",)), resumen(caso()), ["no se pudo leer de r: grafo.v.json"]),
    ],
)
def test_lo_que_una_no_trae_son_pruebas_insuficientes_y_se_dice_por_que(antes, ahora, motivos):
    c = cotejar(antes, ahora)
    assert codigo(c) is Codigo.PRUEBAS_INSUFICIENTES
    assert como_json(c)["sin_pruebas"] == motivos
    assert [linea.texto for linea in texto(c)[2 : 2 + len(motivos)]] == motivos


def test_sin_casos_en_el_plan_el_grafo_basta():
    assert codigo(cotejar(resumen(), resumen())) is Codigo.BIEN


@pytest.mark.parametrize(
    ("suyo", "esperado"),
    [
        (elemento("n", prometido=True), Codigo.DIFERENCIAS),
        (elemento("n", veredicto=Veredicto.SOBRA), Codigo.DIFERENCIAS),
        (elemento("n", veredicto=Veredicto.NO_PUEDE_DECIRLO), Codigo.BIEN),
    ],
)
def test_que_aparezca_o_se_vaya_algo_del_contrato_o_que_sobra_es_otro_veredicto(suyo, esperado):
    con, sin = resumen(caso(), elementos=(*GRAFO, suyo)), resumen(caso())
    assert codigo(cotejar(con, sin)) is codigo(cotejar(sin, con)) is esperado


def test_si_una_no_trae_el_grafo_no_se_sabe_si_falta_lo_prometido():
    con = resumen(caso(), elementos=(elemento("n", prometido=True),))
    assert codigo(cotejar(con, resumen(caso(), **SIN_GRAFO))) is Codigo.PRUEBAS_INSUFICIENTES


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


def test_acabar_de_otra_manera_se_dice_aunque_los_pasos_sean_los_mismos_y_no_es_otro_veredicto():
    c = cotejar(resumen(caso(fin=Fin.BIEN)), resumen(caso(fin=Fin.INTERRUMPIDO)))
    assert "cómo acaba: ok → interrupted" in [x.texto for x in texto(c)]
    assert [x["fin"] for x in como_json(c)["casos"]] == [{"antes": "ok", "ahora": "interrupted"}]
    assert codigo(c) is Codigo.BIEN
    assert not any("acaba" in x.texto for x in texto(cotejar(resumen(caso(fin=Fin.BIEN)), resumen(caso(fin=Fin.BIEN)))))


def test_el_texto_distingue_lo_que_no_se_ejecuto():
    lineas = [x.texto for x in texto(cotejar(resumen(caso("a")), resumen(caso("b"))))]
    assert "caso b: no se ejecutó → cumple" in lineas and "caso a: cumple → no se ejecutó" in lineas


def test_sin_evaluacion_a_un_lado_no_se_listan_las_metricas():
    lineas = [x.texto for x in texto(cotejar(resumen(corrida="r1"), resumen(metricas=(metrica(),))))]
    assert "r1 no trae evaluación con que comparar las métricas" in lineas
    assert not any(x.startswith("+ métrica") for x in lineas)


def test_el_json_lleva_los_pasos_emparejados_y_siempre_sale_igual():
    c = cotejar(resumen(caso()), resumen(caso(pasos=pasos("a", "b"))))
    datos = como_json(c)
    assert json.dumps(datos) == json.dumps(como_json(c))
    assert (datos["v"], datos["codigo"]) == (1, 0)
    (uno,) = datos["casos"]
    assert [p["suerte"] for p in uno["pasos"]] == ["igual", "aparece"]
    assert uno["pasos"][1]["ahora"] == {"paso": 2, "ambito": "", "nodos": ["b"], "fin": "ok"}
