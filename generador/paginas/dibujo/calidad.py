"""Cuánto estorba un dibujo: aristas que pisan nodos, pastillas o cajas ajenas, y cruces.

Sirve para elegir entre varias colocaciones y para avisar al construir de lo que no salió limpio. Una rejilla
evita comparar todo con todo: 200 nodos se puntúan en decenas de milisegundos sin numpy.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from generador.paginas.dibujo import curvas
from generador.paginas.dibujo.curvas import Punto
from generador.paginas.dibujo.dot import Material
from generador.paginas.dibujo.trazado import Colocado, Zona, zona_de_pastilla
from generador.paginas.dibujo.union import antepasados

_CELDA = 96.0
_HOLGURA = 2.0
_Segmento: TypeAlias = tuple[int, Punto, Punto]
_Rejilla: TypeAlias = dict[tuple[int, int], list[_Segmento]]


class Estorbos(Struct, frozen=True):
    """Cuántas veces pasa cada cosa que no debería. `tamano` solo desempata."""

    nodos: int
    rotulos: int
    pastillas: int
    cajas: int
    cruces: int
    tamano: float

    @property
    def limpio(self) -> bool:
        return not (self.nodos or self.rotulos or self.pastillas or self.cajas or self.cruces)

    @property
    def puntos(self) -> float:
        grave = 40 * self.nodos + 25 * self.rotulos + 12 * (self.pastillas + self.cajas)
        return grave + 6 * self.cruces + self.tamano / 2000


def estorbos(m: Material, c: Colocado, *, con_cruces: bool = True) -> Estorbos:
    """Cuenta lo que estorba en `c`, con el mismo criterio para todas las colocaciones.

    `con_cruces` falso los da por cero: contarlos es lo más caro, y solo sirven para elegir entre varias.
    """
    rejilla = _rejilla(c)
    nodos = [_zona(p, r.w, r.h) for p, r in zip(c.nodos, m.rotulos, strict=True)]
    pastillas = {
        k: zona_de_pastilla(t.pastilla, m.etiquetas[k].w) for k, t in enumerate(c.trazos) if t.pastilla is not None
    }
    propios = [{e.s, e.t} for e in m.armazon.enlaces]
    return Estorbos(
        nodos=sum(i not in propios[k] for i, z in enumerate(nodos) for k in _pisan(rejilla, z)),
        rotulos=sum(_tocan(z, n) for z in pastillas.values() for n in nodos),
        pastillas=sum(k != otra for k, z in pastillas.items() for otra in _pisan(rejilla, z)),
        cajas=_cajas_ajenas(m, c, rejilla),
        cruces=_cruces(rejilla) if con_cruces else 0,
        tamano=max((y for _, y in c.nodos), default=0) + max((x for x, _ in c.nodos), default=0),
    )


def _zona(p: Punto, w: float, h: float) -> Zona:
    return p[0] - w / 2 + _HOLGURA, p[1] - h / 2 + _HOLGURA, p[0] + w / 2 - _HOLGURA, p[1] + h / 2 - _HOLGURA


def _rejilla(c: Colocado) -> _Rejilla:
    rejilla: _Rejilla = {}
    for k, t in enumerate(c.trazos):
        puntos = curvas.quebrada(t.curva, 6)
        for a, b in itertools.pairwise(puntos):
            for celda in _celdas(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])):
                rejilla.setdefault(celda, []).append((k, a, b))
    return rejilla


def _celdas(x0: float, y0: float, x1: float, y1: float) -> Iterator[tuple[int, int]]:
    for i in range(int(x0 // _CELDA), int(x1 // _CELDA) + 1):
        for j in range(int(y0 // _CELDA), int(y1 // _CELDA) + 1):
            yield i, j


def _pisan(rejilla: _Rejilla, z: Zona) -> set[int]:
    """Qué aristas entran en una zona."""
    return {k for celda in _celdas(*z) for k, a, b in rejilla.get(celda, ()) if _corta(z, a, b)}


def _corta(z: Zona, a: Punto, b: Punto) -> bool:
    """Si el segmento pasa por el rectángulo (Liang–Barsky)."""
    t0, t1 = 0.0, 1.0
    for origen, delta, bajo, alto in ((a[0], b[0] - a[0], z[0], z[2]), (a[1], b[1] - a[1], z[1], z[3])):
        if not delta:
            if not bajo < origen < alto:
                return False
            continue
        u, v = sorted(((bajo - origen) / delta, (alto - origen) / delta))
        t0, t1 = max(t0, u), min(t1, v)
    return t0 < t1


def _tocan(a: Zona, b: Zona) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _cajas_ajenas(m: Material, c: Colocado, rejilla: _Rejilla) -> int:
    suyas = [
        {x for id in (e.arista.origen, e.arista.destino or "") for x in (id, *antepasados(id))}
        for e in m.armazon.enlaces
    ]
    return sum(id not in suyas[k] for id, z in c.cajas.items() for k in _pisan(rejilla, z))


def _cruces(rejilla: _Rejilla) -> int:
    """Pares de aristas que se cortan limpiamente; compartir un extremo no es cortarse."""
    pares: set[tuple[int, int]] = set()
    for segmentos in rejilla.values():
        pares.update(_cortes(segmentos))
    return len(pares)


def _cortes(segmentos: list[_Segmento]) -> Iterable[tuple[int, int]]:
    for i, (k, a, b) in enumerate(segmentos):
        for otra, p, q in segmentos[i + 1 :]:
            if k != otra and _se_cortan(a, b, p, q):
                yield (k, otra) if k < otra else (otra, k)


def _se_cortan(a: Punto, b: Punto, p: Punto, q: Punto) -> bool:
    return _giro(a, b, p) * _giro(a, b, q) < 0 and _giro(p, q, a) * _giro(p, q, b) < 0


def _giro(a: Punto, b: Punto, c: Punto) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
