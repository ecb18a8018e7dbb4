"""La cobertura cuadra con un recuento hecho aparte."""

from __future__ import annotations

from hypothesis import given, settings

from generador.comparacion.sueltos import comparar_sueltos
from generador.modelo.grafo import FIN, INICIO
from tests.comparacion.grafos import comparar, desconocida, fija, grafo, lineal, ruta, tarea, traza
from tests.comparacion.simulador import Corrida, corridas


def test_cuenta_nodos_y_aristas_del_grafo_real():
    g = grafo(fija(INICIO, "a"), ruta("a", "b", "si"), ruta("a", FIN, "no"), fija("b", FIN))
    c = comparar(g, g, traza([tarea("a", va=[FIN])])).cobertura
    assert c is not None
    assert (c.nodos, c.nodos_visitados, c.aristas, c.aristas_recorridas) == (2, 1, 4, 2)


def test_sin_grafo_no_hay_cobertura():
    assert comparar(lineal("a"), None, traza(["a"])).cobertura is None


def test_una_ruta_sin_destino_no_es_una_arista_por_recorrer():
    g = grafo(fija(INICIO, "a"), desconocida("a"), nodos=["b", "c"])
    c = comparar(None, g, traza([tarea("a", va=["b"])], ["b"])).cobertura
    assert c is not None and (c.aristas, c.aristas_recorridas) == (2, 2)


@settings(max_examples=60, deadline=None)
@given(corridas())
def test_lo_recorrido_es_lo_que_recorrio_la_corrida(c: Corrida):
    cobertura = comparar_sueltos(grafo=c.grafo, trazas=(c.traza,)).cobertura
    assert cobertura is not None
    visitados = {t.nodo for p in c.traza.pasos for t in p.tareas}
    recorridas = {(o, d) for causas in c.causas.values() for _, o, d in causas}
    declaradas = {a.par for a in c.grafo.aristas if a.destino != FIN}
    assert cobertura.nodos_visitados == len(visitados)
    assert cobertura.aristas == len({a.par for a in c.grafo.aristas})
    assert recorridas <= declaradas
    assert cobertura.aristas_recorridas >= len(recorridas)
