"""De tramos sueltos, repetidos, desordenados y con padres imposibles a un árbol que siempre sale igual.

Los trazadores escriben a los hijos antes que a los padres, reenvían versiones del mismo tramo y exportan trazas a
medias. Nada de lo que sigue depende del orden del fichero.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from generador.lectura.ajenas.sano import sano
from generador.lectura.ajenas.tramos import Tramo

Clave = tuple[str, str]
"""Traza e id: dos trazas pueden repetir un id de span."""


@dataclass(slots=True)
class Arbol:
    """Los tramos en su orden, por clave, y los hijos de cada uno. `raices` no tienen padre, o no está en la traza."""

    tramos: dict[Clave, Tramo] = field(default_factory=dict)
    hijos: dict[Clave, list[Tramo]] = field(default_factory=dict)
    raices: list[Tramo] = field(default_factory=list)
    repetidos: int = 0
    huerfanos: int = 0
    ciclos: int = 0

    def padre(self, tramo: Tramo) -> Tramo | None:
        """El padre, si está."""
        return None if tramo.padre is None else self.tramos.get((tramo.traza, tramo.padre))

    def antepasados(self, tramo: Tramo) -> Iterator[Tramo]:
        """Del padre a la raíz."""
        actual = self.padre(tramo)
        while actual is not None:
            yield actual
            actual = self.padre(actual)

    def arriba(self, marcados: Collection[Clave]) -> dict[Clave, Clave]:
        """De cada tramo a su antepasado marcado más cercano, los que lo tienen. Sin recursión: la hondura es ajena."""
        hallados: dict[Clave, Clave] = {}
        pila: list[tuple[Tramo, Clave | None]] = [(t, None) for t in self.raices]
        while pila:
            tramo, encima = pila.pop()
            clave = (tramo.traza, tramo.id)
            if encima is not None:
                hallados[clave] = encima
            abajo = clave if clave in marcados else encima
            pila += [(h, abajo) for h in self.hijos.get(clave, ())]
        return hallados

    def avisos(self) -> Iterator[str]:
        """Lo que hubo que arreglar, contado."""
        if self.repetidos:
            yield f"{self.repetidos} tramos venían repetidos: vale la versión más completa"
        if self.huerfanos:
            yield f"{self.huerfanos} tramos tienen un padre que no está en lo exportado: la traza puede estar a medias"
        if self.ciclos:
            yield f"{self.ciclos} tramos eran antepasados de sí mismos: cuelgan de la raíz"


def plantar(tramos: Iterable[Tramo]) -> Arbol:
    """El árbol."""
    arbol = Arbol()
    versiones: dict[Clave, list[Tramo]] = {}
    for t in tramos:
        versiones.setdefault((t.traza, t.id), []).append(t)
    mejores = {
        clave: max(suyas, key=_completitud) if len(suyas) > 1 else suyas[0] for clave, suyas in versiones.items()
    }
    arbol.repetidos = sum(len({_texto(t) for t in suyas}) - 1 for suyas in versiones.values() if len(suyas) > 1)
    for clave in sorted(mejores, key=lambda c: orden(mejores[c])):
        arbol.tramos[clave] = mejores[clave]
    _cortar_ciclos(arbol)
    for t in arbol.tramos.values():
        if arbol.padre(t) is None:
            arbol.huerfanos += t.padre is not None
            arbol.raices.append(t)
        else:
            arbol.hijos.setdefault((t.traza, str(t.padre)), []).append(t)
    return arbol


def orden(t: Tramo) -> tuple[float, str, int, str, str]:
    """El orden entre tramos: por hora y, a igual hora, por lo que diga el trazador, el paso y el id."""
    paso = -1 if t.situacion is None or t.situacion.paso is None else t.situacion.paso
    return (math.inf if t.t0 is None else t.t0, t.orden, paso, t.traza, t.id)


def _completitud(t: Tramo) -> tuple[bool, bool, int, str]:
    """Cuál de dos versiones de un tramo dice más. El último criterio solo hace que siempre gane la misma."""
    dicho = _texto(t)
    return (t.t1 is not None, t.salida is not None or bool(t.desenlace.fallo), len(dicho), dicho)


def _texto(t: Tramo) -> str:
    """Todo lo que dice un tramo, en un texto que se puede comparar."""
    d, s = t.desenlace, t.situacion
    acabo = [d.estado, d.fallo and dict(d.fallo), [dict(p) for p in d.preguntas]]
    donde = [] if s is None else [s.ns, s.nodo, s.paso, s.camino]
    partes = [t.padre, t.nombre, t.clase, t.t0, t.t1, t.hilo, t.puesto, t.orden, t.entrada, t.salida]
    return json.dumps(sano([*partes, dict(t.datos), acabo, donde]), sort_keys=True)


def _cortar_ciclos(arbol: Arbol) -> None:
    """Quita el padre al primero, en el orden del árbol, de cada ciclo."""
    limpios: set[Clave] = set()
    for clave in list(arbol.tramos):
        camino: dict[Clave, None] = {}
        actual: Clave | None = clave
        while actual is not None and actual not in limpios:
            if actual in camino:
                pasados = list(camino)
                _soltar(arbol, pasados[pasados.index(actual) :])
                break
            camino[actual] = None
            padre = arbol.padre(arbol.tramos[actual])
            actual = None if padre is None else (padre.traza, padre.id)
        limpios.update(camino)


def _soltar(arbol: Arbol, ciclo: list[Clave]) -> None:
    primero = min(ciclo, key=lambda c: orden(arbol.tramos[c]))
    arbol.tramos[primero] = replace(arbol.tramos[primero], padre=None)
    arbol.ciclos += len(ciclo)
