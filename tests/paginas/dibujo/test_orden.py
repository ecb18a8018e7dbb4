"""Ciclos rotos, espina recta y cajas: lo que se decide antes de llamar a Graphviz."""

from graphlib import TopologicalSorter

from hypothesis import given

from generador.paginas.dibujo import unir
from generador.paginas.dibujo.orden import armar
from tests.paginas.dibujo.grafos import grafo, grafos


def armazon(*nodos_y_aristas, **lados):
    return armar(unir(**(lados or {"real": grafo(*nodos_y_aristas)})))


def de(a, campo):
    return {e.arista.par for e in a.enlaces if getattr(e, campo)}


def test_la_arista_que_cierra_ciclo_es_de_vuelta():
    a = armazon("* agente tools .", "*>agente", "agente>tools", "tools>agente", "agente>.")
    assert de(a, "vuelta") == {("tools", "agente")}


def test_un_bucle_sobre_si_mismo_no_es_de_vuelta():
    a = armazon("* a .", "*>a", "a>a", "a>.")
    assert de(a, "vuelta") == set()
    assert de(a, "bucle") == {("a", "a")}


def test_la_espina_es_el_camino_mas_largo_de_inicio_a_fin():
    a = armazon("* a b c .", "*>a", "a>b", "b>c", "c>.", "a>c", "a>.")
    assert de(a, "espina") == {("__start__", "a"), ("a", "b"), ("b", "c"), ("c", "__end__")}


def test_la_espina_sigue_lo_real_aunque_el_contrato_sea_mas_largo():
    contrato = grafo("* a x y b .", "*>a", "a>x", "x>y", "y>b", "b>.")
    real = grafo("* a b .", "*>a", "a>b", "b>.")
    assert de(armazon(contrato=contrato, real=real), "espina") == {("__start__", "a"), ("a", "b"), ("b", "__end__")}


def test_sin_fin_alcanzable_la_espina_es_el_camino_mas_largo():
    assert de(armazon("* a b .", "*>a", "a>b"), "espina") == {("__start__", "a"), ("a", "b")}


def test_un_subgrafo_abierto_es_caja_y_sus_aristas_se_atan_a_su_inicio_y_su_fin():
    a = armazon("* t t:p t:__start__ t:__end__ .", "*>t", "t>.", "t:__start__>t:p", "t:p>t:__end__")
    nombres = [n.id for n in a.nodos]
    atados = {e.arista.par: (nombres[e.s], nombres[e.t]) for e in a.enlaces}
    assert dict(a.cajas) == {"t": None}
    assert "t" not in nombres
    assert atados["__start__", "t"] == ("__start__", "t:__start__")
    assert atados["t", "__end__"] == ("t:__end__", "__end__")


def test_sin_inicio_ni_fin_dentro_se_atan_a_su_primera_y_ultima_hoja():
    a = armazon("* t t:p t:q .", "*>t", "t>.")
    nombres = [n.id for n in a.nodos]
    assert [(nombres[e.s], nombres[e.t]) for e in a.enlaces] == [("__start__", "t:p"), ("t:q", "__end__")]


def test_las_cajas_anidadas_saben_quien_las_contiene():
    assert dict(armazon("x:y:z:n").cajas) == {"x": None, "x:y": "x", "x:y:z": "x:y"}


@given(grafos())
def test_invertidas_las_de_vuelta_no_queda_ningun_ciclo(g):
    a = armar(unir(real=g))
    previos: dict[int, set[int]] = {}
    for e in a.enlaces:
        if e.t is not None and not e.bucle:
            s, t = (e.t, e.s) if e.vuelta else (e.s, e.t)
            previos.setdefault(t, set()).add(s)
    tuple(TopologicalSorter(previos).static_order())


@given(grafos())
def test_la_espina_es_un_camino(g):
    salidas = [e.s for e in armar(unir(real=g)).enlaces if e.espina]
    assert len(salidas) == len(set(salidas))
