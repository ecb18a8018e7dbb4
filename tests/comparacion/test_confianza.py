"""De qué fiarse en un grafo según de dónde salió."""

from __future__ import annotations

import pytest

from generador.comparacion import motivos
from generador.comparacion.confianza import confianza_en
from generador.modelo.grafo import FIN, INICIO, Formato, Grafo
from tests.comparacion.grafos import desconocida, fija, grafo, inferida, lineal, ruta
from tests.congelados import replace


def de_langgraph(*aristas: object, version: str | None = None, nodos: tuple[str, ...] = ()) -> Grafo:
    g = grafo(*aristas, nodos=nodos, formato=Formato.LANGGRAPH)  # type: ignore[arg-type]
    return replace(g, version_langgraph=version)


def test_en_nuestro_formato_solo_calla_lo_que_dice_no_saber():
    c = confianza_en(grafo(*lineal("a", "b").aristas, desconocida("a"), inferida("b", "a")))
    assert set(c.calla) == {"a"}
    assert c.puede_faltar("a", "x") is motivos.RUTA_SIN_DESTINOS
    assert c.puede_faltar("b", FIN) is None
    assert c.puede_sobrar(inferida("b", "a")) is motivos.INFERIDA
    assert c.puede_sobrar(fija("a", "b")) is None


def test_una_sola_salida_al_final_puede_ser_inventada():
    c = confianza_en(de_langgraph(*lineal("a", "b").aristas))
    assert c.calla == {"b": motivos.SOLO_AL_FINAL}
    assert c.puede_sobrar(fija("b", FIN)) is motivos.SOLO_AL_FINAL
    assert c.puede_sobrar(fija("a", "b")) is None


def test_un_nodo_aislado_calla_y_delata_a_los_demas():
    c = confianza_en(de_langgraph(fija(INICIO, "a"), fija("a", "b"), fija("b", "a"), nodos=("suelto",)))
    assert c.puede_faltar("suelto", "a") is motivos.AISLADO
    assert c.puede_faltar("a", "suelto") is motivos.HAY_HUERFANOS


def test_la_entrada_con_una_ruta_sin_declarar_tambien_es_dudosa():
    c = confianza_en(de_langgraph(ruta(INICIO, FIN), nodos=("a",)))
    assert c.puede_sobrar(ruta(INICIO, FIN)) is motivos.SOLO_AL_FINAL
    assert confianza_en(de_langgraph(fija("a", FIN), nodos=(INICIO,))).calla[INICIO] is motivos.RUTA_SIN_DESTINOS


@pytest.mark.parametrize(("version", "dudosa"), [(None, True), ("0.2.76", True), ("1.2.24", False)])
def test_las_condicionales_a_todos_son_dudosas_salvo_que_la_version_lo_desmienta(version: str | None, dudosa: bool):
    a_todos = [ruta("a", d) for d in ("b", "c", FIN)]
    g = de_langgraph(fija(INICIO, "a"), *a_todos, fija("b", "a"), fija("c", "a"), version=version)
    assert (confianza_en(g).puede_sobrar(a_todos[0]) is motivos.A_TODOS) is dudosa


def test_si_incluye_al_propio_nodo_o_lleva_etiquetas_se_declaro():
    base = [fija(INICIO, "a"), fija("b", "a"), fija("c", "a")]
    con_el_propio = [ruta("a", d) for d in ("a", "b", "c", FIN)]
    assert confianza_en(de_langgraph(*base, *con_el_propio)).puede_sobrar(con_el_propio[1]) is None
    etiquetadas = [ruta("a", d, "x") for d in ("b", "c", FIN)]
    assert confianza_en(de_langgraph(*base, *etiquetadas)).puede_sobrar(etiquetadas[0]) is None


@pytest.mark.parametrize(("version", "dudosa"), [(None, True), ("0.3.34", True), ("0.6.11", False), ("1.2.24", False)])
def test_las_condicionales_al_final_se_pierden_en_algunas_versiones(version: str | None, dudosa: bool):
    g = de_langgraph(fija(INICIO, "a"), fija("a", "b"), fija("b", "a"), version=version)
    assert (confianza_en(g).puede_faltar("a", FIN) is motivos.FINALES_PERDIDOS) is dudosa


def test_langgraph_0_3_anade_finales_de_mas():
    final = ruta("a", FIN, "x")
    g = de_langgraph(fija(INICIO, "a"), fija("a", "b"), final, fija("b", "a"), version="0.3.34")
    assert confianza_en(g).puede_sobrar(final) is motivos.FINALES_DE_MAS
    assert confianza_en(replace(g, version_langgraph="1.2.24")).puede_sobrar(final) is None


def test_cada_nivel_se_juzga_por_separado():
    dentro = [fija("s:__start__", "s:a"), fija("s:a", "s:__end__")]
    c = confianza_en(de_langgraph(fija(INICIO, "s"), fija("s", "z"), fija("z", "s"), *dentro))
    assert set(c.calla) == {"s:a"}
