"""Una sola forma de nombrar y de anidar."""

from __future__ import annotations

from dataclasses import replace

from generador.comparacion.normalizar import anidado, con_los_ids_de, con_renombrados
from generador.modelo.grafo import TipoDeNodo
from tests.comparacion.grafos import fija, grafo, lineal, nodo


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


def test_los_ids_con_barra_se_escriben_con_dos_puntos_salvo_que_existan_asi():
    assert pares(con_los_ids_de(grafo(fija("s/a", "s/b")), None)) == [("s:a", "s:b")]
    assert pares(con_los_ids_de(grafo(fija("s/a", "b")), grafo(fija("s/a", "b")))) == [("s/a", "b")]


def test_la_etiqueta_solo_casa_si_nadie_mas_lleva_ese_nombre():
    contrato = grafo(nodos=["A", "agente"])
    contrato = replace(contrato, nodos=tuple(replace(n, etiqueta="agente") for n in contrato.nodos))
    assert {n.id for n in con_los_ids_de(contrato, lineal("agente")).nodos} == {"A", "agente"}


def test_los_renombrados_cambian_nodos_y_aristas_del_spike():
    g = con_renombrados(lineal("viejo", "b"), {"viejo": "nuevo"})
    assert pares(g) == [("__start__", "nuevo"), ("nuevo", "b"), ("b", "__end__")]
    assert "nuevo" in g.por_id and g.por_id["nuevo"].nombre == "nuevo"
