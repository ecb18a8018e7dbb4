"""Una sola forma de nombrar y de anidar."""

from __future__ import annotations

import pytest

from generador.comparacion.normalizar import anidado, con_los_ids_de, con_renombrados
from generador.modelo.grafo import Formato, Grafo, TipoDeNodo
from tests.comparacion.grafos import fija, grafo, lineal, nodo
from tests.congelados import replace


def pares(g: object) -> list[tuple[str, str | None]]:
    return [a.par for a in g.aristas]  # type: ignore[attr-defined]


def test_los_subgrafos_tienen_su_nodo_y_sus_aristas_no_cruzan_el_borde():
    g = anidado(
        replace(
            grafo(fija("a", "s:t:x"), fija("s:t:x", "s:y"), fija("s:y", "s")),
            nodos=(nodo("a"), nodo("s:t:x"), nodo("s:y")),
        )
    )
    assert {n.id: n.tipo for n in g.nodos if n.tipo is TipoDeNodo.SUBGRAFO} == {
        "s": TipoDeNodo.SUBGRAFO,
        "s:t": TipoDeNodo.SUBGRAFO,
    }
    assert pares(g) == [("a", "s"), ("s:t", "s:y"), ("s:y", "s:__end__")]


def test_anidar_dos_veces_es_anidar_una():
    g = anidado(grafo(fija("a", "s:x"), fija("s:x", "s:y"), fija("s", "s:x")))
    assert anidado(g) == g


def test_un_autobucle_y_una_arista_sin_destino_se_quedan_como_estan():
    g = grafo(fija("a", "a"), replace(fija("a", "b"), destino=None))
    assert pares(anidado(g)) == [("a", "a"), ("a", None)]


@pytest.mark.parametrize(
    ("real", "vistos", "queda"),
    [
        (None, (), "s/a"),
        (None, ("s/a",), "s/a"),
        (None, ("s", "s:a"), "s:a"),
        (None, ("s",), "s/a"),
        (grafo(nodos=["s/a"]), (), "s/a"),
        (grafo(nodos=["s/a", "s:a"]), (), "s/a"),
        (grafo(nodos=["s:a"]), (), "s:a"),
        (grafo(nodos=["s:x"]), (), "s:a"),
        (grafo(nodos=["s"]), (), "s/a"),
        (Grafo(nodos=(nodo("s", ["s"]),), aristas=(), formato=Formato.LANGGRAPH), (), "s:a"),
    ],
)
def test_una_barra_es_parte_del_nombre_salvo_que_haya_donde_meterlo(real, vistos, queda):
    g = con_los_ids_de(grafo(fija("b", "s/a"), nodos=["s/a"]), real, vistos)
    assert pares(g) == [("b", "s" if queda == "s:a" else "s/a")]
    assert queda in g.por_id
    assert ("s" in g.por_id) == (queda == "s:a")


def test_con_barras_y_dos_puntos_mezclados_se_encuentra_el_que_hay():
    g = con_los_ids_de(grafo(nodos=["s/pkg/x"]), grafo(nodos=["s:pkg/x"]))
    assert "s:pkg/x" in g.por_id and "s:pkg:x" not in g.por_id


def test_el_subgrafo_puede_estar_solo_en_el_contrato():
    g = con_los_ids_de(grafo(nodos=["s:x", "s/a"]), None)
    assert {"s:x", "s:a"} <= set(g.por_id)


def test_la_etiqueta_solo_casa_si_nadie_mas_lleva_ese_nombre():
    contrato = grafo(nodos=["A", "agente"])
    contrato = replace(contrato, nodos=tuple(replace(n, etiqueta="agente") for n in contrato.nodos))
    assert {n.id for n in con_los_ids_de(contrato, lineal("agente")).nodos} == {"A", "agente"}


def test_los_renombrados_cambian_nodos_y_aristas_del_spike():
    g = con_renombrados(lineal("viejo", "b"), {"viejo": "nuevo"})
    assert pares(g) == [("__start__", "nuevo"), ("nuevo", "b"), ("b", "__end__")]
    assert "nuevo" in g.por_id and g.por_id["nuevo"].nombre == "nuevo"
