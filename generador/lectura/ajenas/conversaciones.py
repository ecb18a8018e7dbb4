"""De las ejecuciones a conversaciones: cuáles son del mismo hilo, en qué orden, y qué no traen.

Una pausa humana son dos ejecuciones del mismo hilo, casi siempre en dos trazas distintas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generador.lectura.ajenas.arbol import Arbol, plantar
from generador.lectura.ajenas.ejecuciones import Ejecucion, ejecuciones_de
from generador.lectura.ajenas.lineas import lineas_de
from generador.lectura.ajenas.tramos import Conversacion, Tramo


def conversaciones_de(tramos: Iterable[Tramo], origen: str) -> tuple[Conversacion, ...]:
    """Una conversación por hilo (o por traza, si no se dice el hilo), por orden de hora."""
    arbol = plantar(tramos)
    por_hilo: dict[str, list[Ejecucion]] = {}
    for e in sorted(ejecuciones_de(arbol), key=_turno):
        por_hilo.setdefault(e.hilo or e.traza, []).append(e)
    avisos = tuple(arbol.avisos())
    return tuple(_conversacion(hilo, suyas, arbol, origen, avisos) for hilo, suyas in por_hilo.items())


def _turno(e: Ejecucion) -> tuple[float, str, str, str]:
    """Cuándo le tocó: por hora y, a igual hora o sin ella, por lo que diga el trazador."""
    return (e.t0, "", e.traza, "") if e.raiz is None else (e.t0, e.raiz.orden, e.traza, e.raiz.id)


def _conversacion(
    hilo: str, ejecuciones: list[Ejecucion], arbol: Arbol, origen: str, avisos: tuple[str, ...]
) -> Conversacion:
    lineas = tuple(lineas_de(ejecuciones, arbol))
    entrada = next((x["input"] for x in lineas if x["t"] == "run.start" and "input" in x), None)
    return Conversacion(
        clave=hilo,
        origen=origen,
        lineas=lineas,
        completitud=_completitud(ejecuciones),
        entrada=entrada,
        avisos=(*avisos, *_sin_grafo(ejecuciones)),
    )


def _sin_grafo(ejecuciones: list[Ejecucion]) -> Iterator[str]:
    if not any(e.intentos for e in ejecuciones):
        yield "ningún tramo dice de qué nodo de LangGraph es: no habrá pasos, solo las llamadas que se hicieron"


def _completitud(ejecuciones: list[Ejecucion]) -> dict[str, str]:
    """Un trazador no ve los canales: el estado es el que devolvió el grafo, y lo escrito, lo que devolvió el nodo."""
    tramos = [t for e in ejecuciones for t in e.intentos.values()]
    con_hora = [t.t0 is not None and t.t1 is not None for t in tramos]
    con_puesto = any(t.puesto is not None for e in ejecuciones for t in (*e.intentos.values(), *e.sueltos))
    return {
        "state": "partial"
        if any(e.raiz is not None and isinstance(e.raiz.salida, dict) for e in ejecuciones)
        else "none",
        "updates": "partial",
        "routes": "partial" if con_puesto else "none",
        "times": "full" if con_hora and all(con_hora) else "partial" if any(con_hora) else "none",
        "attempts": "full" if tramos else "none",
        "calls": "full" if all(e.raiz is not None for e in ejecuciones) else "partial",
    }
