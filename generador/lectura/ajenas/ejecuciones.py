"""De un árbol de tramos a ejecuciones del grafo, y a cuál va cada tramo.

Una ejecución es el tramo bajo el que cuelgan intentos del grafo raíz. La única regla para los nodos vale para todos los
trazadores: **un intento es el tramo más alto con un `langgraph_checkpoint_ns`**.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from generador.lectura.ajenas.arbol import Arbol, Clave
from generador.lectura.ajenas.tramos import CADENA, Tramo

_INTERNO = "__start__"


@dataclass(slots=True)
class Ejecucion:
    """Una llamada al grafo. `raiz` falta si no se exportó. `intentos` va de clave de tramo a él, en orden."""

    traza: str
    raiz: Tramo | None = None
    intentos: dict[Clave, Tramo] = field(default_factory=dict)
    sueltos: list[Tramo] = field(default_factory=list)

    @property
    def t0(self) -> float:
        """Cuándo empezó; sin hora, al final."""
        propia = None if self.raiz is None else self.raiz.t0
        horas = [t.t0 for t in (*self.intentos.values(), *self.sueltos) if t.t0 is not None]
        return propia if propia is not None else min(horas, default=math.inf)

    @property
    def hilo(self) -> str | None:
        """El primero que se diga."""
        suyos = (*((self.raiz,) if self.raiz else ()), *self.intentos.values(), *self.sueltos)
        return next((t.hilo for t in suyos if t.hilo is not None), None)


def es_intento(t: Tramo, arbol: Arbol) -> bool:
    """Si es el tramo más alto de su `langgraph_checkpoint_ns`.

    De uno cuyo padre no se exportó no se sabe: solo cuenta si nada dice que es una parte de un nodo.
    """
    if t.situacion is None or t.clase != CADENA or t.situacion.nodo == _INTERNO:
        return False
    padre = arbol.padre(t)
    if padre is None:
        return t.puesto is None
    return padre.situacion is None or padre.situacion.ns != t.situacion.ns


def ejecuciones_de(arbol: Arbol) -> list[Ejecucion]:
    """Las ejecuciones, sin orden, con todos los tramos repartidos."""
    intentos = {c: t for c, t in arbol.tramos.items() if es_intento(t, arbol)}
    reparto = _Reparto(arbol, arbol.arriba(intentos))
    for t in sorted(intentos.values(), key=lambda t: len(t.situacion.tramos) if t.situacion else 0):
        reparto.intento(t)
    reparto.demas([t for c, t in arbol.tramos.items() if c not in intentos])
    return list(reparto.de_raiz.values())


class _Reparto:
    """A qué ejecución va cada tramo. Un intento de un subgrafo, a la de la tarea que lo contiene."""

    def __init__(self, arbol: Arbol, arriba: Mapping[Clave, Clave]) -> None:
        self._arbol = arbol
        self._arriba = arriba
        self._de_tarea: dict[Clave, Ejecucion] = {}
        self._de_intento: dict[Clave, Ejecucion] = {}
        self.de_raiz: dict[Clave, Ejecucion] = {}

    def intento(self, t: Tramo) -> None:
        """Coloca un intento. Se llama de los de fuera a los de dentro."""
        clave = (t.traza, t.id)
        encima = self._de_intento.get(self._arriba[clave]) if clave in self._arriba else None
        ejecucion = encima or self._contenedora(t) or self._nueva(t)
        ejecucion.intentos[clave] = t
        self._de_intento[clave] = ejecucion
        if t.situacion is not None:
            self._de_tarea.setdefault((t.traza, t.situacion.tarea), ejecucion)

    def demas(self, tramos: list[Tramo]) -> None:
        """Coloca lo que no es un intento. Lo que contiene ejecuciones enteras (una petición HTTP) queda fuera."""
        de_fuera = self._envoltorios()
        self._sin_intentos(tramos)
        duenas = {**self._de_intento, **self.de_raiz}
        encima = self._arbol.arriba(duenas)
        primeras = self._primeras()
        for t in tramos:
            clave = (t.traza, t.id)
            if clave not in de_fuera and clave not in self.de_raiz:
                suya = duenas[encima[clave]] if clave in encima else self._contenedora(t)
                (suya or primeras[t.traza]).sueltos.append(t)

    def _sin_intentos(self, tramos: list[Tramo]) -> None:
        """Una traza en la que nada dice ser de un nodo: una ejecución por cada raíz que envuelva algo, o una sola."""
        sin_nada = {t.traza for t in tramos} - {traza for traza, _ in self.de_raiz}
        for t in tramos:
            if t.traza in sin_nada and t.padre is None and t.clase == CADENA and t.situacion is None:
                self.de_raiz[t.traza, t.id] = Ejecucion(t.traza, t)
        for traza in sin_nada - {traza for traza, _ in self.de_raiz}:
            self.de_raiz[traza, ""] = Ejecucion(traza)

    def _contenedora(self, t: Tramo) -> Ejecucion | None:
        """La de su misma tarea, o la de la tarea en cuyo subgrafo dice que corrió, aunque falte el hilo de padres."""
        if t.situacion is None:
            return None
        tareas = (t.situacion.tarea, *(x.rpartition(":")[2] for x in reversed(t.situacion.tramos)))
        return next((e for x in tareas if (e := self._de_tarea.get((t.traza, x))) is not None), None)

    def _nueva(self, t: Tramo) -> Ejecucion:
        """La del tramo que lo contiene; si no se exportó, la de su traza."""
        padre = self._arbol.padre(t)
        return self.de_raiz.setdefault((t.traza, "" if padre is None else padre.id), Ejecucion(t.traza, padre))

    def _envoltorios(self) -> set[Clave]:
        fuera: set[Clave] = set()
        for e in self.de_raiz.values():
            for a in self._arbol.antepasados(e.raiz) if e.raiz is not None else ():
                if (a.traza, a.id) in fuera:
                    break
                fuera.add((a.traza, a.id))
        return fuera

    def _primeras(self) -> dict[str, Ejecucion]:
        """De traza a su primera ejecución."""
        primeras: dict[str, Ejecucion] = {}
        for _, e in sorted(self.de_raiz.items(), key=lambda par: (par[1].t0, par[0])):
            primeras.setdefault(e.traza, e)
        return primeras
