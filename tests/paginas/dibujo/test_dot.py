"""El DOT: ningún texto ajeno, los mismos bytes siempre y nada que haga caer a Graphviz."""

import re

from hypothesis import given
from hypothesis import strategies as st

from generador.paginas.dibujo import unir
from generador.paginas.dibujo.dot import Material, Receta, escribir
from generador.paginas.dibujo.medidas import etiquetar, rotular, titulo_de_caja
from generador.paginas.dibujo.orden import armar
from tests.paginas.dibujo.grafos import NOMBRES_HOSTILES, arista, grafo, grafos, nodo


def dot(g, receta=Receta()):  # noqa: B008
    a = armar(unir(real=g))
    titulos = {c: titulo_de_caja(c) for c in a.cajas}
    return escribir(
        Material(a, tuple(rotular(n.nodo) for n in a.nodos), tuple(etiquetar(e.arista) for e in a.enlaces), titulos),
        receta,
    )


@given(st.sampled_from(NOMBRES_HOSTILES), st.sampled_from(NOMBRES_HOSTILES))
def test_el_texto_ajeno_solo_cambia_medidas(a, b):
    g = grafo((nodo(a), nodo(f"{b}:x")), arista(a, f"{b}:x", b))
    inocuo = grafo((nodo("uno"), nodo("dos:x")), arista("uno", "dos:x", "etiqueta"))
    if a != b and a and b.strip() and ":" not in a + b:
        assert _sin_numeros(dot(g)) == _sin_numeros(dot(inocuo))


def _sin_numeros(texto: str) -> str:
    return re.sub(r"\d+(\.\d+)?", "#", texto)


def test_la_etiqueta_es_un_nodo_de_paso():
    texto = dot(grafo("a b", arista("a", "b", "sí")))
    assert "n0->l0[id=e0a" in texto
    assert "l0->n1[id=e0b" in texto


def test_la_arista_de_vuelta_se_entrega_invertida():
    assert "n1->n2[id=e2]" in dot(grafo("* a b", "*>a", "a>b", "b>a"))


def test_un_cabo_suelto_tiene_su_propio_nodo():
    assert "n0->q0[id=e0" in dot(grafo("a", arista("a", None)))


def test_la_espina_pesa():
    assert dot(grafo("* a .", "*>a", "a>.")).count("weight=12") == 2


def test_el_inicio_va_arriba_y_el_fin_abajo():
    texto = dot(grafo("* a ."))
    assert "{rank=source;n0;}" in texto
    assert "{rank=sink;n2;}" in texto


@given(grafos(), st.booleans())
def test_ningun_miembro_de_una_caja_entra_en_un_rango(g, newrank):
    texto = dot(g, Receta(newrank=newrank))
    fijados = set(re.findall(r"\{rank=\w+;(n\d+);\}", texto))
    for caja in re.findall(r"subgraph cluster_\d+\{[^{}]*", texto):
        assert not fijados & set(re.findall(r"\b(n\d+)\[width", caja))


@given(grafos())
def test_el_mismo_grafo_da_los_mismos_bytes(g):
    assert dot(g) == dot(g)
