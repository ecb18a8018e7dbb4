"""El informe en texto y en JSON, y el código de salida."""

from __future__ import annotations

import json

from generador.comparacion import comparar as comparar_demo
from generador.comparacion.informe import Nivel, codigo, como_json, texto
from generador.errores import Codigo
from generador.modelo.grafo import FIN, INICIO, Lugar
from generador.modelo.hallazgo import DIFERENCIAS, Comparacion, Veredicto
from tests.comparacion.demos import caso, corrida, demo
from tests.comparacion.grafos import comparar, desconocida, fija, grafo, lineal, ruta, tarea, traza
from tests.congelados import replace


def lineas(c: Comparacion) -> list[str]:
    return [linea.texto for linea in texto({"v": c})]


# --- código --------------------------------------------------------------------------------------------------


def test_conforme_es_cero():
    assert codigo({"v": comparar(lineal("a"), lineal("a"), traza(["a"]))}) is Codigo.BIEN


def test_sin_nada_comparado_no_hay_nada_conforme():
    assert codigo({}) is Codigo.PRUEBAS_INSUFICIENTES


def test_cualquier_diferencia_es_uno_aunque_tambien_falten_pruebas():
    sin_saber = comparar(grafo(ruta("a", "b")), grafo(desconocida("a"), nodos=["b"]))
    distinta = comparar(lineal("a"), lineal("b"))
    assert codigo({"v": distinta}) is Codigo.DIFERENCIAS
    assert codigo({"v": sin_saber, "w": distinta}) is Codigo.DIFERENCIAS


def test_una_traza_que_se_sale_es_uno():
    assert codigo({"v": comparar(None, lineal("a", "b"), traza(["b"]))}) is Codigo.DIFERENCIAS


def test_lo_que_el_grafo_no_puede_decir_es_tres_hasta_que_una_traza_lo_resuelve():
    real = grafo(fija(INICIO, "a"), desconocida("a"), fija("b", FIN))
    contrato = grafo(fija(INICIO, "a"), ruta("a", "b"), fija("b", FIN))
    assert codigo({"v": comparar(contrato, real)}) is Codigo.PRUEBAS_INSUFICIENTES
    assert codigo({"v": comparar(contrato, real, traza([tarea("a", va=["b"])], ["b"]))}) is Codigo.BIEN


def test_sin_contrato_lo_que_el_grafo_calla_no_se_le_habia_pedido():
    real = grafo(fija(INICIO, "a"), desconocida("a"))
    assert codigo({"v": comparar(None, real, traza(["a"]))}) is Codigo.BIEN


def test_lo_que_ningun_caso_recorre_es_cobertura_y_no_cuenta():
    g = grafo(fija(INICIO, "a"), ruta("a", "b"), ruta("a", FIN), fija("b", FIN))
    assert codigo({"v": comparar(g, g, traza([tarea("a", va=[FIN])]))}) is Codigo.BIEN
    assert Veredicto.DECLARADA_SIN_RECORRER not in DIFERENCIAS


def test_un_caso_sin_traza_o_del_que_no_se_sabe_es_tres():
    assert codigo(comparar_demo(demo(casos=(caso(), caso("otro"))))) is Codigo.PRUEBAS_INSUFICIENTES
    perdida = corrida({"c": traza(["a"], ["b"], saltadas=(1,))})
    assert codigo(comparar_demo(demo(perdida, casos=(caso(visita=("x",)),)))) is Codigo.PRUEBAS_INSUFICIENTES


# --- texto ---------------------------------------------------------------------------------------------------


def test_el_texto_dice_lo_que_no_coincide_con_su_sitio_su_motivo_y_su_remedio():
    contrato = grafo(fija(INICIO, "a"), fija("a", "b", lugar=Lugar("contrato.md", 9)), nodos=["b"])
    c = comparar(contrato, grafo(fija(INICIO, "a"), nodos=["b"]))
    (falta,) = [x for x in texto({"v": c}) if "falta arista" in x.texto]
    assert falta.nivel is Nivel.MAL
    assert falta.texto.startswith("contrato.md:9: falta arista a → b: ") and "→ impleméntala" in falta.texto


def test_el_texto_no_ensena_lo_conforme_uno_a_uno_pero_lo_cuenta():
    salida = lineas(comparar(lineal("a"), lineal("a"), traza(["a"])))
    assert salida[0] == "sueltos"
    assert "conforme: 5" in salida[1] and "nodos recorridos: 1/1" in salida[1]
    assert salida[-1] == "conforme"
    assert not any("nodo a" in x for x in salida)


def test_el_texto_dice_que_fue_de_cada_elemento_frente_al_spike():
    spike = grafo(fija(INICIO, "a"), fija("a", "viejo"), fija("viejo", FIN), nodos=["viejo"])
    salida = lineas(comparar(lineal("a"), lineal("a"), spike=spike))
    assert "frente al spike, conservado: 4" in salida
    assert "frente al spike, abandonado: 3: viejo, a → viejo, viejo → __end__" in salida


def test_el_texto_cuenta_la_primera_desviacion_de_cada_traza():
    salida = lineas(comparar(None, lineal("a", "b"), traza(["b"], caso="x"), traza(["a"], ["b"], caso="y")))
    assert any(x.startswith("traza x: se sale en el paso 1: ") for x in salida)
    assert "debía: a · ocurrió: b" in salida
    assert "traza y: conforme" in salida


def test_el_texto_cuenta_los_casos_y_los_hallazgos():
    salida = [x.texto for x in texto(comparar_demo(demo(casos=(caso(recorrido=("a", "x")), caso("otro")))))]
    assert "caso c: recorrido: se esperaba «a → x» y hay «a → b» (paso 2)" in salida
    assert any("casos_sin_traza" in x and "«vitrina grabar demo --caso otro»" in x for x in salida)
    assert salida[-1] == "hay diferencias"


def test_sin_grafo_se_dice_una_vez_y_no_por_cada_elemento():
    salida = lineas(comparar(lineal("a", "b", "c")))
    (dicha,) = [x for x in salida if "aún no hay grafo exportado" in x]
    assert dicha == "sin pruebas: aún no hay grafo exportado → graba una corrida o usa «vitrina exportar»"
    assert salida[1] == "conforme: 2 · el_grafo_no_puede_decirlo: 7"


def test_los_colores_son_cosa_de_quien_lo_pinta():
    for linea in texto(comparar_demo(demo())):
        assert isinstance(linea.nivel, Nivel) and "\x1b" not in linea.texto


# --- JSON ----------------------------------------------------------------------------------------------------


def test_el_json_lleva_todo_y_siempre_en_el_mismo_orden():
    comparaciones = comparar_demo(demo(casos=(caso(recorrido=("a",)), caso("otro"))))
    datos = como_json(comparaciones)
    assert json.dumps(datos) == json.dumps(como_json(comparaciones))
    assert (datos["v"], datos["codigo"], datos["veredicto"]) == (1, 1, "diferencias")
    variante = datos["variantes"]["v"]
    assert variante["sin_pruebas"] == [
        {"motivo": "hay casos sin traza", "remedio": "grábalos con «vitrina grabar»"},
    ]
    assert list(variante["veredictos"]) == [v.value for v in Veredicto]
    assert sum(variante["veredictos"].values()) == len(variante["nodos"]) + len(variante["aristas"])
    (alineada,) = variante["trazas"]
    assert alineada == {"caso": "c", "conforme": True, "desviacion": None, "dudas": [], "vacia": False, "sin_leer": 0}
    assert variante["casos"]["c"][0]["cumple"] == "no_cumple"
    assert variante["cobertura"] == {"nodos": [2, 2], "aristas": [3, 3]}
    a_b = next(a for a in variante["aristas"] if a["origen"] == "a")
    assert (a_b["destino"], a_b["veredicto"], a_b["visitas"]) == ("b", "conforme", 1)
    assert a_b["pruebas"] == [{"caso": "c", "paso": 2}]


def test_el_json_dice_el_lugar_y_la_desviacion():
    contrato = replace(lineal("a"), aristas=(fija("a", "b", lugar=Lugar("c.md", 3)),), nodos=lineal("a", "b").nodos)
    datos = como_json({"v": comparar(contrato, lineal("a", "b"), traza(["b"]))})["variantes"]["v"]
    assert next(a for a in datos["aristas"] if a["origen"] == "a")["contrato"]["lugar"] == "c.md:3"
    assert datos["trazas"][0]["desviacion"]["paso"] == 1
