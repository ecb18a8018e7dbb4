"""Qué falta para poder decir que una variante es conforme.

No encontrar ninguna diferencia solo es ser conforme si había con qué encontrarla: un grafo, algo con que contrastarlo
(el contrato o una traza con pasos) y que todo ello se dejara leer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generador.comparacion.variante import Comparada, Entradas
from generador.modelo.hallazgo import Conformidad, Cumple, Falta, Juicio, Veredicto
from generador.modelo.mensaje import mensaje

NADA = Falta(
    motivo=mensaje("no hay ni contrato ni grafo con que comparar"),
    remedio="escribe el contrato y graba una corrida",
)
SIN_GRAFO = Falta(motivo=mensaje("aún no hay grafo exportado"), remedio="graba una corrida o usa «vitrina exportar»")
GRAFO_VACIO = Falta(motivo=mensaje("el grafo exportado no tiene ningún nodo"), remedio="vuelve a exportarlo")
CONTRATO_VACIO = Falta(
    motivo=mensaje("el contrato no promete ningún nodo"), remedio="escribe qué nodos y aristas promete"
)
SOLO_GRAFO = Falta(
    motivo=mensaje("no hay contrato ni ninguna traza con pasos con que comparar el grafo"),
    remedio="escribe el contrato o graba un caso",
)
SIN_TRAZA = Falta(motivo=mensaje("hay casos sin traza"), remedio="grábalos con «vitrina grabar»")
TRAZA_SIN_PASOS = Falta(motivo=mensaje("hay trazas sin ningún paso"), remedio="vuelve a grabar esos casos")
NO_ARRANCO = Falta(
    motivo=mensaje("hay casos que fallaron antes del primer paso"),
    remedio="corrige su entrada o, si tenían que fallar, pon «estado_de_la_traza: error» en lo que esperan",
)
TRAZA_A_MEDIAS = Falta(
    motivo=mensaje("hay trazas que no se pudieron leer enteras"), remedio="vuelve a grabar esos casos"
)
NO_SE_SABE = Falta(motivo=mensaje("hay casos de los que no se sabe si cumplen"), remedio="vuelve a grabar esos casos")
NO_PUEDE_DECIRLO = Falta(
    motivo=mensaje("hay elementos que el grafo no puede decir por sí solo"),
    remedio="declara los destinos de sus rutas o graba un caso que los recorra",
)


def sin_pruebas(entradas: Entradas, c: Comparada, *, sin_traza: bool = False) -> tuple[Falta, ...]:
    """Lo que falta, de lo más gordo a lo más fino. `sin_traza` es que algún caso del plan no se ha ejecutado."""
    resultados = (r for suyos in c.resultados.values() for r in suyos)
    vacias = [f for f in c.conformidades if f.vacia and not _tenia_que_fallar(f, c)]
    comprobaciones = (
        (sin_traza, SIN_TRAZA),
        (any(not f.no_arranco for f in vacias), TRAZA_SIN_PASOS),
        (any(f.no_arranco for f in vacias), NO_ARRANCO),
        (any(f.sin_leer for f in c.conformidades), TRAZA_A_MEDIAS),
        (any(r.cumple is Cumple.NO_SE_SABE for r in resultados), NO_SE_SABE),
        (_hay_dudas(entradas, (*c.nodos, *c.aristas)), NO_PUEDE_DECIRLO),
    )
    con_pasos = any(not f.vacia for f in c.conformidades)
    return (*_de_los_lados(entradas, con_pasos), *(falta for hay, falta in comprobaciones if hay))


def _tenia_que_fallar(f: Conformidad, c: Comparada) -> bool:
    """Si el caso esperaba el error que lo paró antes del primer paso: no falta nada por ver."""
    suyos = c.resultados.get(f.caso, ())
    return f.no_arranco and any(r.campo == "estado_de_la_traza" and r.cumple is Cumple.SI for r in suyos)


def _de_los_lados(entradas: Entradas, con_pasos: bool) -> Iterator[Falta]:
    contrato, real = entradas.contrato, entradas.real
    if contrato is not None and not contrato.nodos:
        yield CONTRATO_VACIO
    if real is not None and not real.nodos:
        yield GRAFO_VACIO
    elif real is None:
        yield SIN_GRAFO if contrato is not None else NADA
    elif contrato is None and not con_pasos:
        yield SOLO_GRAFO


def _hay_dudas(entradas: Entradas, juicios: Iterable[Juicio]) -> bool:
    """Sin contrato, lo que el grafo calla no se le había pedido; sin grafo, lo que falta es el grafo."""
    if not entradas.contrato or not entradas.real or not entradas.real.nodos:
        return False
    return any(j.veredicto is Veredicto.NO_PUEDE_DECIRLO for j in juicios)
