"""La tabla entera de lo que puede haber, faltar o estar vacío, y en qué queda: en la orden, su JSON y las páginas."""

from __future__ import annotations

from itertools import product

import pytest

from generador.comparacion import comparar
from generador.comparacion.informe import codigo, como_json, texto
from generador.comparacion.sueltos import comparar_sueltos
from generador.errores import Codigo
from generador.modelo.demo import Demo, DemoComparada
from generador.modelo.grafo import Grafo
from generador.modelo.plan import Variante
from generador.modelo.traza import Ejecucion, Fin
from tests.comparacion.demos import caso, corrida, plan
from tests.comparacion.grafos import fija, grafo, lineal, traza
from tests.congelados import replace
from tests.paginas.apoyo import contextos, modelos

HAY, FALTA, VACIO = "hay", "falta", "vacío"
VACIA = grafo()

SIN_NADA = "no hay ni contrato ni grafo con que comparar"
SIN_GRAFO = "aún no hay grafo exportado"
GRAFO_VACIO = "el grafo exportado no tiene ningún nodo"
CONTRATO_VACIO = "el contrato no promete ningún nodo"
SOLO_GRAFO = "no hay contrato ni ninguna traza con pasos con que comparar el grafo"
SIN_PASOS = "hay trazas sin ningún paso"

TABLA: dict[tuple[str, str, str], tuple[str, ...]] = {
    # contrato, grafo, trazas: lo que falta (sin nada que falte, es conforme)
    (HAY, HAY, HAY): (),
    (HAY, HAY, FALTA): (),
    (HAY, HAY, VACIO): (SIN_PASOS,),
    (HAY, FALTA, HAY): (SIN_GRAFO,),
    (HAY, FALTA, FALTA): (SIN_GRAFO,),
    (HAY, FALTA, VACIO): (SIN_GRAFO, SIN_PASOS),
    (HAY, VACIO, HAY): (GRAFO_VACIO,),
    (HAY, VACIO, FALTA): (GRAFO_VACIO,),
    (HAY, VACIO, VACIO): (GRAFO_VACIO, SIN_PASOS),
    (FALTA, HAY, HAY): (),
    (FALTA, HAY, FALTA): (SOLO_GRAFO,),
    (FALTA, HAY, VACIO): (SOLO_GRAFO, SIN_PASOS),
    (FALTA, FALTA, HAY): (SIN_NADA,),
    (FALTA, FALTA, FALTA): (SIN_NADA,),
    (FALTA, FALTA, VACIO): (SIN_NADA, SIN_PASOS),
    (FALTA, VACIO, HAY): (GRAFO_VACIO,),
    (FALTA, VACIO, FALTA): (GRAFO_VACIO,),
    (FALTA, VACIO, VACIO): (GRAFO_VACIO, SIN_PASOS),
    (VACIO, HAY, HAY): (CONTRATO_VACIO,),
    (VACIO, HAY, FALTA): (CONTRATO_VACIO,),
    (VACIO, HAY, VACIO): (CONTRATO_VACIO, SIN_PASOS),
    (VACIO, FALTA, HAY): (CONTRATO_VACIO, SIN_GRAFO),
    (VACIO, FALTA, FALTA): (CONTRATO_VACIO, SIN_GRAFO),
    (VACIO, FALTA, VACIO): (CONTRATO_VACIO, SIN_GRAFO, SIN_PASOS),
    (VACIO, VACIO, HAY): (CONTRATO_VACIO, GRAFO_VACIO),
    (VACIO, VACIO, FALTA): (CONTRATO_VACIO, GRAFO_VACIO),
    (VACIO, VACIO, VACIO): (CONTRATO_VACIO, GRAFO_VACIO, SIN_PASOS),
}
FILAS = [(*lados, spike) for lados, spike in product(TABLA, (HAY, FALTA, VACIO))]


def lado(que: str) -> Grafo | None:
    return {HAY: lineal("a", "b"), FALTA: None, VACIO: VACIA}[que]


def de_demo(contrato: str, real: str, trazas: str, spike: str) -> Demo:
    """Una demo con esos lados. Sin trazas, su plan no tiene casos: un caso sin traza ya es otra cosa que falta."""
    grabada = {HAY: {"c": traza(["a"], ["b"])}, FALTA: {}, VACIO: {"c": traza()}}[trazas]
    lados = {k: {} if (g := lado(q)) is None else {"v": g} for k, q in (("c", contrato), ("r", real), ("s", spike))}
    casos = (caso(),) if grabada else ()
    return Demo(
        plan=plan(variantes=(Variante(id="v", titulo="V"),), casos=casos),
        ruta="/casa/ana/repo/corridas/demo",
        contratos=lados["c"],
        spikes=lados["s"],
        corridas=(corrida(grabada, grafos=lados["r"]),),
    )


def test_la_tabla_tiene_todas_las_filas():
    assert set(TABLA) == set(product((HAY, FALTA, VACIO), repeat=3))


@pytest.mark.parametrize(("contrato", "real", "trazas", "spike"), FILAS)
def test_ficheros_sueltos(contrato, real, trazas, spike):
    dadas = {HAY: (traza(["a"], ["b"]),), FALTA: (), VACIO: (traza(),)}[trazas]
    c = comparar_sueltos(contrato=lado(contrato), grafo=lado(real), spike=lado(spike), trazas=dadas)
    comprobar({c.variante: c}, TABLA[contrato, real, trazas])


@pytest.mark.parametrize(("contrato", "real", "trazas", "spike"), FILAS)
def test_una_demo_y_sus_paginas(contrato, real, trazas, spike):
    demo = de_demo(contrato, real, trazas, spike)
    comparaciones = comparar(demo)
    falta = TABLA[contrato, real, trazas]
    comprobar(comparaciones, falta)
    es, _ = contextos([DemoComparada(demo=demo, comparaciones=comparaciones)])
    (portada,), (pagina,) = modelos("portada", es), modelos("contrato", es)
    for dicho in (portada.tarjetas[0].contrato, pagina.contrato, pagina.variantes[0].contrato):
        assert dicho.etiqueta.valor == ("faltan_pruebas" if falta else "conforme")
        assert all(f in dicho.frase for f in falta)


def comprobar(comparaciones, falta):
    assert codigo(comparaciones) is (Codigo.PRUEBAS_INSUFICIENTES if falta else Codigo.BIEN)
    datos = como_json(comparaciones)
    (suyo,) = datos["variantes"].values()
    assert datos["codigo"] == (3 if falta else 0)
    assert datos["veredicto"] == suyo["veredicto"] == ("faltan_pruebas" if falta else "conforme")
    assert tuple(f["motivo"] for f in suyo["sin_pruebas"]) == falta
    lineas = [linea.texto for linea in texto(comparaciones)]
    dichas = [x.removeprefix("sin pruebas: ") for x in lineas if x.startswith("sin pruebas: ")]
    assert tuple(x.partition(" → ")[0] for x in dichas) == falta
    assert (lineas[-1] == "conforme") is not bool(falta)


@pytest.mark.parametrize("real", [FALTA, VACIO])
def test_sin_grafo_recorrer_lo_que_el_contrato_no_promete_es_una_diferencia_en_la_orden_y_en_las_paginas(real):
    demo = de_demo(HAY, real, HAY, FALTA)
    otra = corrida({"c": traza(["a"], ["x"])}, grafos={"v": VACIA} if real == VACIO else {})
    demo = Demo(plan=demo.plan, ruta=demo.ruta, contratos=demo.contratos, corridas=(otra,))
    comparaciones = comparar(demo)
    assert codigo(comparaciones) is Codigo.DIFERENCIAS
    es, _ = contextos([DemoComparada(demo=demo, comparaciones=comparaciones)])
    (pagina,) = modelos("contrato", es)
    assert pagina.contrato.etiqueta.valor == "diferencias"


def test_cada_variante_cuenta_una_sin_nada_basta_para_no_ser_conforme():
    demo = de_demo(HAY, HAY, HAY, FALTA)
    variantes = (*demo.plan.variantes, Variante(id="w", titulo="W"))
    dos = Demo(
        plan=plan(variantes=variantes, casos=demo.plan.casos),
        ruta=demo.ruta,
        contratos=demo.contratos,
        corridas=demo.corridas,
    )
    assert codigo(comparar(dos)) is Codigo.PRUEBAS_INSUFICIENTES


@pytest.mark.parametrize(
    ("espera", "falta"),
    [({"estado_de_la_traza": "error"}, ()), ({}, ("hay casos que fallaron antes del primer paso",))],
    ids=["se esperaba", "nadie lo esperaba"],
)
def test_un_caso_que_falla_antes_del_primer_paso_solo_deja_algo_por_ver_si_nadie_lo_esperaba(espera, falta):
    rota = replace(traza(), ejecuciones=(Ejecucion(indice=0, clase="input", fin=Fin.ERROR),))
    demo = de_demo(HAY, HAY, HAY, FALTA)
    casos = (*demo.plan.casos, caso("roto", **espera))
    trazas = {**demo.corridas[-1].trazas, "roto": replace(rota, caso="roto")}
    comprobar(
        comparar(
            Demo(
                plan=plan(variantes=demo.plan.variantes, casos=casos),
                ruta=demo.ruta,
                contratos=demo.contratos,
                corridas=(corrida(trazas, grafos={"v": lineal("a", "b")}),),
            )
        ),
        falta,
    )


def test_una_diferencia_cuenta_aunque_falte_lo_demas():
    distinto = grafo(fija("__start__", "a"), fija("a", "x"), fija("x", "__end__"))
    c = comparar_sueltos(contrato=lineal("a", "b"), grafo=distinto, trazas=(traza(),))
    assert codigo({"v": c}) is Codigo.DIFERENCIAS and c.sin_pruebas
