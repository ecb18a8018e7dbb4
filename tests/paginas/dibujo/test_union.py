"""La unión: cada elemento una vez, en orden canónico, con sus capas y sus veredictos."""

import pytest
from hypothesis import given

from generador.modelo.grafo import INICIO, TipoDeArista
from generador.modelo.hallazgo import FrenteAlSpike, Veredicto
from generador.paginas.dibujo import Capa, de_comparacion, unir
from generador.paginas.dibujo.union import NIVELES, antepasados
from tests.paginas.dibujo.grafos import arista, comparacion, grafo, grafos, juicio, nodo


def ids(union):
    return [n.id for n in union.nodos]


def test_un_grafo_solo_conserva_su_orden_con_el_inicio_delante():
    assert ids(unir(real=grafo("b a * ."))) == [INICIO, "b", "a", "__end__"]


def test_el_contrato_va_primero_y_cada_nodo_nuevo_tras_su_predecesor():
    contrato = grafo("* a c .", "*>a", "a>c", "c>.")
    real = grafo("* a b c .", "*>a", "a>b", "b>c", "c>.")
    assert ids(unir(contrato=contrato, real=real)) == [INICIO, "a", "b", "c", "__end__"]


def test_dos_nodos_nuevos_del_mismo_predecesor_quedan_en_su_orden():
    real = grafo("a x y b", "a>x", "a>y", "a>b")
    assert ids(unir(contrato=grafo("a b", "a>b"), real=real)) == ["a", "x", "y", "b"]


def test_cada_elemento_dice_en_que_capas_esta():
    u = unir(contrato=grafo("a b", "a>b"), real=grafo("b c", "b>c"), spike=grafo("a", "a>a"))
    estado = {n.id: (n.estado.contrato, n.estado.real, n.estado.spike) for n in u.nodos}
    assert estado == {"a": (True, False, True), "b": (True, True, False), "c": (False, True, False)}
    assert {a.par: a.estado.spike for a in u.aristas} == {("a", "b"): False, ("b", "c"): False, ("a", "a"): True}
    assert u.capas == (Capa.CONTRATO, Capa.REAL, Capa.SPIKE)


def test_una_capa_que_no_hay_no_se_afirma_ni_se_niega():
    (n,) = unir(real=grafo("a")).nodos
    assert (n.estado.contrato, n.estado.real, n.estado.visitas) == (None, True, None)


def test_las_aristas_del_mismo_par_se_funden_con_todas_sus_etiquetas():
    u = unir(real=grafo("a b", arista("a", "b", "sí"), arista("a", "b", "no", "sí")))
    (a,) = u.aristas
    assert a.etiquetas == ("sí", "no")
    assert a.condicional


def test_si_alguna_del_par_es_fija_el_par_lo_es():
    u = unir(real=grafo("a b", arista("a", "b", "sí"), arista("a", "b")))
    assert (u.aristas[0].tipo, u.aristas[0].condicional) == (TipoDeArista.FIJA, False)


def test_una_etiqueta_distinta_de_la_del_contrato_se_guarda_aparte():
    u = unir(contrato=grafo("a b", arista("a", "b", "vieja")), real=grafo("a b", arista("a", "b", "nueva")))
    assert (u.aristas[0].etiquetas, u.aristas[0].contrato) == (("nueva",), ("vieja",))


def test_la_misma_etiqueta_en_otro_orden_no_es_distinta():
    u = unir(contrato=grafo("a b", arista("a", "b", "x", "y")), real=grafo("a b", arista("a", "b", "y", "x")))
    assert u.aristas[0].contrato is None


def test_un_extremo_que_nadie_declaro_aparece_igual():
    u = unir(real=grafo("a", "a>fantasma", ">a"))
    assert set(ids(u)) == {"a", "fantasma", ""}


def test_los_ids_repetidos_salen_una_vez():
    assert ids(unir(real=grafo((nodo("a"), nodo("a"))))) == ["a"]


def test_de_una_comparacion_salen_veredictos_visitas_y_capa_observada():
    u = de_comparacion(
        comparacion(
            juicio("a", contrato=nodo("a"), real=nodo("a"), visitas=3),
            juicio("b", veredicto=Veredicto.FALTA, contrato=nodo("b")),
            juicio("v", veredicto=Veredicto.CONFORME, spike=nodo("viejo"), frente_al_spike=FrenteAlSpike.ABANDONADO),
            juicio("a", "b", Veredicto.RECORRIDA_SIN_DECLARAR, visitas=2),
        )
    )
    assert u.capas == (Capa.CONTRATO, Capa.REAL, Capa.SPIKE, Capa.OBSERVADO)
    assert [(n.id, n.estado.veredicto, n.estado.visitas) for n in u.nodos][:2] == [
        ("a", Veredicto.CONFORME, 3),
        ("b", Veredicto.FALTA, 0),
    ]
    assert u.nodos[2].nodo.id == "v"
    assert u.nodos[2].estado.solo_spike
    assert (u.aristas[0].estado.real, u.aristas[0].estado.observado) == (False, True)


def test_sin_visitas_no_hay_capa_observada():
    assert Capa.OBSERVADO not in de_comparacion(comparacion(juicio("a", real=nodo("a")))).capas


@given(grafos())
def test_la_union_de_un_grafo_consigo_mismo_es_el(g):
    u = unir(contrato=g, real=g)
    assert sorted(ids(u)) == sorted({n.id for n in g.nodos})
    assert {a.par for a in u.aristas} == {a.par for a in g.aristas}
    assert all(a.contrato is None for a in u.aristas)


@pytest.mark.parametrize(
    ("id", "padres"), [("a", ()), ("a:b", ("a",)), ("a:b:c", ("a:b", "a")), (":", ()), ("a:", ("a",)), ("", ())]
)
def test_los_antepasados_van_del_mas_cercano_al_mas_lejano(id, padres):
    assert antepasados(id) == padres


def test_el_anidamiento_tiene_tope():
    assert len(antepasados(":".join("abcdefghijklmnopq"))) == NIVELES
