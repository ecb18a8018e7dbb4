"""Las causas de cada tarea y lo que se sabe de ellas."""

from __future__ import annotations

from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import salidas_de
from generador.modelo.grafo import FIN, INICIO
from tests.comparacion.grafos import SIN_RUTAS, fija, grafo, lineal, paso, ruta, tarea, traza
from tests.congelados import replace


def causas(recorrido: object, id: str) -> list[tuple[str | None, str, bool]]:
    encontradas = next(e.causas[id] for e in recorrido.pasos if id in e.causas)  # type: ignore[attr-defined]
    return [(c.de, c.origen, c.cierta) for c in encontradas]


def test_una_ruta_puede_decir_la_clave_de_su_path_map_y_no_el_destino():
    g = grafo(fija(INICIO, "a"), ruta("a", "b", "True", "si"), ruta("a", FIN, "no"))
    for dicho in ("b", "si", "true"):
        r = recorrer(traza([tarea("a", va=[dicho])], ["b"]), salidas_de(g))
        assert causas(r, "p2-1") == [("p1-1", "a", True)]
    acaba = recorrer(traza([tarea("a", va=["no"])]), salidas_de(g))
    assert [(n, c.origen, c.destino) for n, c in acaba.finales] == [(1, "a", FIN)]


def test_una_tarea_puede_tener_varias_causas():
    g = grafo(fija(INICIO, "a"), fija(INICIO, "b"), fija("a", "c"), fija("b", "c"))
    assert causas(recorrer(traza(["a", "b"], ["c"]), salidas_de(g)), "p2-1") == [
        ("p1-1", "a", True),
        ("p1-2", "b", True),
    ]


def test_de_varias_tareas_del_mismo_nodo_la_arista_es_cierta():
    g = grafo(fija(INICIO, "a"), ruta("a", "w"), ruta("w", "j"))
    envios = [tarea("w", clase="push", indice_de_envio=i) for i in range(3)]
    t = traza([tarea("a", va=[], envios=("w",) * 3)], envios, ["j"], completitud=SIN_RUTAS)
    assert causas(recorrer(t, salidas_de(g)), "p3-1") == [("p2-1", "w", True)]


def test_los_finales_de_lo_que_no_siguio_a_ninguna_parte():
    g = grafo(fija(INICIO, "a"), ruta("a", "b"), ruta("a", FIN))
    sin_rutas = recorrer(traza(["a"], completitud=SIN_RUTAS), salidas_de(g))
    assert [(n, c.origen) for n, c in sin_rutas.finales] == [(1, "a")]
    con_ruta_a_nada = recorrer(traza([tarea("a", va=["b"])], ["b"]), salidas_de(g))
    assert [(n, c.origen) for n, c in con_ruta_a_nada.finales] == []


def test_cada_vuelta_de_un_subgrafo_se_sigue_aparte():
    g = grafo(*lineal("s").aristas, fija("s:__start__", "s:a"), fija("s:a", "s:__end__"))
    t = traza(["s"])
    vueltas = [paso(n, [tarea("s:a")], ambito="s", superstep=1, vuelta=n - 1, padre=1) for n in (2, 3)]
    r = recorrer(replace(t, pasos=(*t.pasos, *vueltas)), salidas_de(g))
    assert [causas(r, f"p{n}-1") for n in (2, 3)] == [[(None, "s:__start__", True)]] * 2
    assert [c.faltan for c in r.cierres] == [(), (), ()]


def test_los_pasos_explicados_van_en_el_orden_de_la_traza():
    t = traza(["s"], ["z"])
    dentro = paso(2, [tarea("s:a")], ambito="s", superstep=1, padre=1)
    mezclada = replace(t, pasos=(t.pasos[0], dentro, replace(t.pasos[1], n=3)))
    assert [e.n for e in recorrer(mezclada, None).pasos] == [1, 2, 3]
