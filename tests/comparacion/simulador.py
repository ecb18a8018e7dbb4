"""Grafos al azar y corridas al azar por ellos, con la semántica de LangGraph escrita aparte.

Es el oráculo de la conformidad: no comparte una línea con el código que prueba. Cada paso guarda qué causó de
verdad cada tarea.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from generador.modelo.grafo import FIN, INICIO, Arista, Grafo, TipoDeArista
from generador.modelo.traza import Ejecucion, Fin, Paso, Ruta, Tarea, Traza
from tests.comparacion.grafos import fija, grafo, join, ruta, salto
from tests.congelados import replace

MAXIMO_DE_PASOS = 9
NOMBRES = "abcdef"

Causas = dict[str, set[tuple[str | None, str, str]]]
Llegan = dict[str, set[tuple[str | None, str, str]]]


@dataclass
class Corrida:
    grafo: Grafo
    traza: Traza
    causas: Causas


@st.composite
def grafos(draw: st.DrawFn) -> Grafo:
    """Un grafo con aristas fijas, rutas (también hacia atrás), `Command`, `Send` y joins."""
    nodos = list(NOMBRES[: draw(st.integers(2, 6))])
    aristas: list[Arista] = [
        fija(INICIO, n) for n in draw(st.lists(st.sampled_from(nodos[:2]), min_size=1, unique=True))
    ]
    for i, n in enumerate(nodos):
        detras = [*nodos[i + 1 :], FIN]
        clase = draw(st.sampled_from(["fija", "fija", "ruta", "salto", "envio"]))
        destinos = draw(st.lists(st.sampled_from(detras), min_size=1, max_size=2, unique=True))
        if clase == "fija":
            aristas += [fija(n, d) for d in destinos]
        elif clase == "ruta":
            otros = draw(st.lists(st.sampled_from([*nodos, FIN]), min_size=1, max_size=3, unique=True))
            aristas += [ruta(n, d, f"va_{d}") for d in otros]
        elif clase == "salto":
            aristas += [salto(n, d) for d in destinos]
        else:
            a = draw(st.sampled_from(nodos))
            aristas.append(ruta(n, a, tipo=TipoDeArista.ENVIO))
        if draw(st.booleans()) and clase != "fija":
            aristas.append(fija(n, draw(st.sampled_from(detras))))
    if len(nodos) >= 4 and draw(st.booleans()):
        aristas += join(draw(st.lists(st.sampled_from(nodos[:3]), min_size=2, max_size=3, unique=True)), nodos[-1])
    return grafo(*dict.fromkeys(aristas), nodos=(INICIO, *nodos, FIN))


@st.composite
def corridas(draw: st.DrawFn, en: st.SearchStrategy[Grafo] | None = None) -> Corrida:
    """Una corrida completa (o cortada al llegar al máximo de pasos) por un grafo."""
    g = draw(grafos() if en is None else en)
    llegan: Llegan = {a.destino: {(None, INICIO, a.destino)} for a in g.aristas if a.origen == INICIO and a.destino}
    envios: list[tuple[str, str, str]] = []
    a_medias: dict[str, dict[str, str]] = {}
    pasos: list[Paso] = []
    causas: Causas = {}
    while (llegan or envios) and len(pasos) < MAXIMO_DE_PASOS:
        n = len(pasos) + 1
        tareas = [Tarea(id=f"p{n}-{i}", nodo=nodo) for i, nodo in enumerate(sorted(llegan), 1)]
        for i, (_, _, nodo) in enumerate(envios):
            tareas.append(Tarea(id=f"p{n}-{len(llegan) + i + 1}", nodo=nodo, clase="push", indice_de_envio=i))
        for t in tareas:
            de_envio = t.indice_de_envio
            causas[t.id] = llegan[t.nodo] if de_envio is None else {envios[de_envio]}
        hechas = [draw(_decidir(g, t)) for t in tareas]
        pasos.append(Paso(n=n, ambito="", superstep=n, ejecucion=0, tareas=tuple(hechas)))
        llegan, envios = _avanzar(g, hechas, a_medias)
    fin = Fin.SIN_PASOS if llegan or envios else Fin.BIEN
    ejecucion = Ejecucion(indice=0, clase="input", fin=fin)
    return Corrida(g, Traza(caso="c", origen="simulada", ejecuciones=(ejecucion,), pasos=tuple(pasos)), causas)


@st.composite
def _decidir(draw: st.DrawFn, g: Grafo, tarea: Tarea) -> Tarea:
    """Lo que responden las rutas de una tarea y a dónde salta."""
    salen = [a for a in g.aristas if a.origen == tarea.nodo]
    rutas = [a for a in salen if a.tipo is TipoDeArista.CONDICIONAL]
    saltos = [a.destino for a in salen if a.tipo is TipoDeArista.COMANDO and a.destino]
    envios = [a.destino for a in salen if a.tipo is TipoDeArista.ENVIO and a.destino]
    if rutas:
        elegidas = draw(st.lists(st.sampled_from(rutas), min_size=1, max_size=2, unique=True))
        por_etiqueta = draw(st.booleans())
        dichos = tuple(str(a.etiquetas[0] if por_etiqueta else a.destino) for a in elegidas)
        tarea = replace(tarea, rutas=(Ruta(funcion="elige", destinos=dichos),))
    if saltos:
        tarea = replace(tarea, saltos=tuple(draw(st.lists(st.sampled_from(saltos), max_size=2, unique=True))))
    if envios:
        cuantos = draw(st.integers(0, 2))
        tarea = replace(
            tarea, envios=(envios[0],) * cuantos, rutas=(Ruta(funcion="elige", destinos=(), envios=cuantos),)
        )
    return tarea


def _avanzar(
    g: Grafo, hechas: list[Tarea], a_medias: dict[str, dict[str, str]]
) -> tuple[Llegan, list[tuple[str, str, str]]]:
    """Qué corre en el paso siguiente y por qué."""
    ocurridas = [(t.id, t.nodo, d) for t in hechas for d in _destinos(g, t)]
    ocurridas += _joins(g, hechas, a_medias)
    llegan: Llegan = {}
    for ocurrida in ocurridas:
        if ocurrida[2] != FIN:
            llegan.setdefault(ocurrida[2], set()).add(ocurrida)
    return llegan, [(t.id, t.nodo, d) for t in hechas for d in t.envios]


def _destinos(g: Grafo, t: Tarea) -> list[str]:
    salen = [a for a in g.aristas if a.origen == t.nodo]
    fijas = [str(a.destino) for a in salen if a.tipo is TipoDeArista.FIJA]
    por_etiqueta = {a.etiquetas[0]: str(a.destino) for a in salen if a.etiquetas}
    return [*fijas, *(por_etiqueta.get(d, d) for r in t.rutas for d in r.destinos), *t.saltos]


def _joins(g: Grafo, hechas: list[Tarea], a_medias: dict[str, dict[str, str]]) -> list[tuple[str, str, str]]:
    uniones = [a for a in g.aristas if a.tipo is TipoDeArista.UNION]
    for a in uniones:
        for t in hechas:
            if t.nodo == a.origen:
                a_medias.setdefault(str(a.grupo), {})[t.nodo] = t.id
    completos = [
        k for k, llegados in a_medias.items() if set(llegados) == {a.origen for a in uniones if str(a.grupo) == k}
    ]
    destino = {str(a.grupo): str(a.destino) for a in uniones}
    return [(de, origen, destino[k]) for k in completos for origen, de in a_medias.pop(k).items()]


def renumerar(pasos: list[Paso]) -> tuple[Paso, ...]:
    """Los pasos con números e ids seguidos, como los daría el lector."""
    return tuple(
        replace(p, n=n, superstep=n, tareas=tuple(replace(t, id=f"p{n}-{i}") for i, t in enumerate(p.tareas, 1)))
        for n, p in enumerate(pasos, 1)
    )
