"""Los subgrafos tienen una sola forma: un nodo que los contiene y ninguna arista que cruce su borde."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generador.lectura.jerarquia import con_contenedores, fundir, prefijos
from generador.modelo.grafo import Arista, Certeza, Formato, Grafo, Nodo, TipoDeArista, TipoDeNodo


def grafo(*aristas: tuple[str, str]) -> Grafo:
    ids = dict.fromkeys(e for a in aristas for e in a)
    return Grafo(
        nodos=tuple(Nodo(id=i, nombre=i.rpartition(":")[2]) for i in ids),
        aristas=tuple(Arista(origen=o, destino=d) for o, d in aristas),
        formato=Formato.LANGGRAPH,
    )


def pares(g: Grafo) -> set[tuple[str, str | None]]:
    return {a.par for a in g.aristas}


def test_un_grafo_llano_se_queda_como_esta() -> None:
    llano = grafo(("a", "b"), ("b", "a"), ("b", "b"))
    assert con_contenedores(llano) == llano


def test_entrar_y_salir_pasan_por_el_contenedor() -> None:
    leido = con_contenedores(grafo(("x", "s:a"), ("s:a", "s:b"), ("s:b", "y")))
    assert pares(leido) == {("x", "s"), ("s", "y"), ("s:a", "s:b"), ("s:__start__", "s:a"), ("s:b", "s:__end__")}
    assert leido.por_id["s"].tipo is TipoDeNodo.SUBGRAFO
    assert leido.por_id["s:__start__"].tipo is TipoDeNodo.INICIO
    assert {a.certeza for a in leido.aristas if a.par == ("s:__start__", "s:a")} == {Certeza.INFERIDA}


def test_si_el_principio_y_el_fin_estan_dibujados_no_se_anade_nada() -> None:
    leido = con_contenedores(
        grafo(("x", "s:__start__"), ("s:__start__", "s:a"), ("s:a", "s:__end__"), ("s:__end__", "y"))
    )
    assert pares(leido) == {("x", "s"), ("s", "y"), ("s:__start__", "s:a"), ("s:a", "s:__end__")}


def test_cruzar_varios_niveles_a_la_vez() -> None:
    leido = con_contenedores(grafo(("x", "s:t:a"), ("s:t:a", "u:b")))
    assert pares(leido) == {
        ("x", "s"),
        ("s", "u"),
        ("s:__start__", "s:t"),
        ("s:t:__start__", "s:t:a"),
        ("s:t:a", "s:t:__end__"),
        ("s:t", "s:__end__"),
        ("u:__start__", "u:b"),
    }


def test_del_contenedor_a_lo_suyo_es_el_principio_y_al_reves_el_fin() -> None:
    assert pares(con_contenedores(grafo(("s", "s:a"), ("s:a", "s")))) == {("s:__start__", "s:a"), ("s:a", "s:__end__")}


def test_la_vuelta_de_un_subgrafo_a_si_mismo_se_queda() -> None:
    assert ("s", "s") in pares(con_contenedores(grafo(("s", "s"), ("s:a", "s:b"))))


def test_una_arista_sin_destino_se_queda() -> None:
    suelta = Arista(origen="a", destino=None, tipo=TipoDeArista.CONDICIONAL)
    base = grafo(("a", "b"))
    assert suelta in con_contenedores(Grafo(nodos=base.nodos, aristas=(suelta,), formato=base.formato)).aristas


def test_fundir_suma_las_etiquetas_de_la_misma_arista() -> None:
    iguales = [Arista(origen="a", destino="b", etiquetas=(e,), tipo=TipoDeArista.CONDICIONAL) for e in ("x", "y", "x")]
    fija = Arista(origen="a", destino="b")
    assert [(a.tipo, a.etiquetas) for a in fundir([*iguales, fija])] == [
        (TipoDeArista.CONDICIONAL, ("x", "y")),
        (TipoDeArista.FIJA, ()),
    ]


def test_prefijos() -> None:
    assert prefijos("a:b:c") == ["a", "a:b"]
    assert prefijos("a") == []


ids = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(":".join)


@given(st.lists(st.tuples(ids, ids), min_size=1, max_size=12))
def test_ninguna_arista_cruza_un_borde_y_repetirlo_no_cambia_nada(aristas: list[tuple[str, str]]) -> None:
    leido = con_contenedores(grafo(*aristas))
    conocidos = set(leido.por_id)
    for arista in leido.aristas:
        assert arista.destino is not None
        assert arista.origen.rpartition(":")[0] == arista.destino.rpartition(":")[0]
        assert {arista.origen, arista.destino} <= conocidos
    assert all(
        p in conocidos and leido.por_id[p].tipo is TipoDeNodo.SUBGRAFO for n in leido.nodos for p in prefijos(n.id)
    )
    otra_vez = con_contenedores(leido)
    assert set(otra_vez.nodos) == set(leido.nodos)
    assert set(otra_vez.aristas) == set(leido.aristas)
