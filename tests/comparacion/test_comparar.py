"""Una demo entera: cada variante con sus juicios, sus trazas, sus casos y sus hallazgos."""

from __future__ import annotations

from generador.comparacion import comparar
from generador.comparacion.informe import codigo
from generador.errores import Codigo
from generador.modelo.hallazgo import Cumple, Gravedad, Veredicto
from generador.modelo.plan import Prometido, Variante
from tests.comparacion.demos import caso, corrida, demo
from tests.comparacion.grafos import fija, grafo, lineal, traza, veredictos
from tests.congelados import replace


def test_una_demo_que_cumple_es_conforme():
    c = comparar(demo(casos=(caso(recorrido=("a", "b")),)))
    assert list(c) == ["v"]
    assert veredictos(c["v"]) == {}
    assert [f.conforme for f in c["v"].conformidades] == [True]
    assert [(k, [r.cumple for r in rs]) for k, rs in c["v"].resultados] == [("c", [Cumple.SI])]
    assert c["v"].cobertura is not None and c["v"].cobertura.nodos_visitados == 2
    assert codigo(c) is Codigo.BIEN


def test_cada_variante_se_compara_con_lo_suyo():
    d = demo(
        corrida(
            {"c": traza(["a"], ["b"]), "otro": traza(["a"], caso="otro")},
            grafos={"v": lineal("a", "b"), "w": lineal("a")},
        ),
        variantes=(Variante(id="v", titulo="V"), Variante(id="w", titulo="W")),
        casos=(caso(), caso("otro", "w")),
    )
    d = replace(d, contratos={"v": lineal("a", "b"), "w": lineal("a")})
    c = comparar(d)
    assert [f.caso for f in c["v"].conformidades] == ["c"] and [f.caso for f in c["w"].conformidades] == ["otro"]
    assert veredictos(c["v"]) == veredictos(c["w"]) == {}


def test_la_corrida_que_cuenta_es_la_ultima():
    vieja, nueva = corrida({"c": traza(["a"])}), corrida({"c": traza(["a"], ["b"])})
    assert codigo(comparar(demo(nueva, vieja))) is Codigo.DIFERENCIAS
    assert codigo(comparar(demo(vieja, nueva))) is Codigo.BIEN


def test_una_traza_de_un_caso_que_ya_no_esta_en_el_plan_no_cuenta():
    c = comparar(demo(corrida({"c": traza(["a"], ["b"]), "viejo": traza(["b"], caso="viejo")})))
    assert [f.caso for f in c["v"].conformidades] == ["c"]


def test_sin_corrida_no_se_sabe_nada_todavia():
    d = replace(demo(), corridas=())
    c = comparar(d)["v"]
    assert {j.veredicto for j in c.nodos if "__" not in j.origen} == {Veredicto.NO_PUEDE_DECIRLO}
    assert (c.conformidades, c.resultados, c.cobertura) == ((), (), None)
    assert codigo({"v": c}) is Codigo.PRUEBAS_INSUFICIENTES


def test_los_renombrados_y_el_spike_de_la_variante_se_usan():
    d = demo(variantes=(Variante(id="v", titulo="V", renombrados={"vieja": "a"}),))
    c = comparar(replace(d, spikes={"v": lineal("vieja", "b")}))["v"]
    assert {j.origen: str(j.frente_al_spike) for j in c.nodos if "__" not in j.origen} == {
        "a": "renombrado",
        "b": "conservado",
    }


def test_el_sprint_del_plan_decide_lo_que_esta_pendiente():
    contrato = grafo(*lineal("a", "b").aristas, fija("b", "n"))
    prometidos = (Prometido(desde="3", nodos=("n",)),)
    assert set(veredictos(comparar(demo(contrato=contrato, prometidos=prometidos))["v"]).values()) == {"pendiente"}
    vencido = comparar(demo(contrato=contrato, prometidos=prometidos, sprint="3"))["v"]
    assert set(veredictos(vencido).values()) == {"falta"}


def test_un_caso_que_no_cumple_es_una_diferencia_aunque_el_grafo_sea_conforme():
    c = comparar(demo(casos=(caso(recorrido=("b",)),)))
    assert codigo(c) is Codigo.DIFERENCIAS
    assert [h.gravedad for h in c["v"].hallazgos if h.control == "casos_que_no_cumplen"] == [Gravedad.ERROR]


def test_comparar_dos_veces_da_lo_mismo():
    assert comparar(demo()) == comparar(demo())
