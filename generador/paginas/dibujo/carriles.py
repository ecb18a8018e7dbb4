"""Las aristas larguísimas de un grafo enorme van por carriles a los lados, como en un plano de metro.

A `dot` cada fila que cruza una arista le cuesta un nodo más, y trazar una curva entre cientos de filas, el cubo de
ellas: cien vueltas atrás en una cadena de trescientos nodos son minutos. Aquí cuestan milisegundos, y el resto se
coloca con el esmero de siempre.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from msgspec import Struct

from generador.paginas.dibujo import curvas
from generador.paginas.dibujo.curvas import Curva, Punto
from generador.paginas.dibujo.dot import Material
from generador.paginas.dibujo.orden import Armazon, Enlace, filas

FILAS = 16
"""Desde cuántas filas una arista es larguísima."""

_ENTRE, _HOLGURA, _RADIO, _SALE, _DESVIO = 12.0, 24.0, 12.0, 10.0, 7.0
_FRANJA = 40.0


def largas(a: Armazon) -> frozenset[int]:
    """Los enlaces que cruzan más de `FILAS` filas. Ningún nodo se queda sin la arista que lo pone en la suya."""
    fila = filas(a)
    return frozenset(
        k
        for k, e in enumerate(a.enlaces)
        if e.t is not None and not e.bucle and not e.espina and abs(fila[e.t] - fila[e.s]) > FILAS
    )


def trazar(m: Material, nodos: tuple[Punto, ...], ocupado: Iterable[Punto]) -> Mapping[int, tuple[Curva, Punto | None]]:
    """De cada enlace de `m.largas`, su curva y el centro de su pastilla. Las vueltas van a la derecha; lo demás, a la
    izquierda. `ocupado` son los puntos que ya se usan: los carriles quedan por fuera de los de su altura.
    """
    puntos = tuple(ocupado)
    trazos: dict[int, tuple[Curva, Punto | None]] = {}
    for lado in (1, -1):
        suyas = {k: e for k in sorted(m.largas) if (e := m.armazon.enlaces[k]).vuelta is (lado > 0)}
        ramales = {k: _ramales(m, nodos, e, lado) for k, e in suyas.items()}
        pastillas = max((m.etiquetas[k].w for k in suyas), default=0.0)
        orilla = _Orilla.de(puntos, lado)
        alturas = {k: (s[-1][1], t[-1][1]) for k, (s, t) in ramales.items()}
        for k, x in _repartir(alturas, orilla, _HOLGURA + pastillas).items():
            de, a = ramales[k]
            y, w = alturas[k][0], m.etiquetas[k].w
            centro = (lado * (orilla.borde(y, y) + (_HOLGURA + w) / 2), y) if w else None
            trazos[k] = (_curva([*de, (lado * x, y), (lado * x, alturas[k][1]), *reversed(a)]), centro)
    return trazos


class _Orilla(Struct, frozen=True):
    """Hasta dónde llega lo colocado por un lado, a cada altura. Las `x` crecen hacia fuera."""

    franjas: Mapping[int, float]

    @classmethod
    def de(cls, puntos: Iterable[Punto], lado: int) -> _Orilla:
        franjas: dict[int, float] = {}
        for x, y in puntos:
            franja = int(y // _FRANJA)
            franjas[franja] = max(franjas.get(franja, lado * x), lado * x)
        return cls(franjas)

    def borde(self, a: float, b: float) -> float:
        """Lo más afuera que se llega entre dos alturas, con una franja de más a cada lado."""
        alturas = range(int(min(a, b) // _FRANJA) - 1, int(max(a, b) // _FRANJA) + 2)
        return max(self.franjas[f] for f in alturas if f in self.franjas)


def _ramales(m: Material, nodos: tuple[Punto, ...], e: Enlace, lado: int) -> tuple[list[Punto], list[Punto]]:
    """De cada extremo a la altura de su carril, empezando por el nodo."""
    t = e.s if e.t is None else e.t
    baja = 1 if nodos[t][1] >= nodos[e.s][1] else -1
    return _ramal(m, nodos, e.s, lado, baja, _DESVIO), _ramal(m, nodos, t, lado, -baja, -_DESVIO)


def _ramal(m: Material, nodos: tuple[Punto, ...], i: int, lado: int, hacia: int, desvio: float) -> list[Punto]:
    """Por el costado si nada lo tapa; si no, por el hueco entre filas, arriba (`hacia` = -1) o abajo (1).

    `desvio` aparta lo que sale de lo que llega, para que no compartan raya.
    """
    (x, y), r = nodos[i], m.rotulos[i]
    tapado = any(
        (otro[0] - x) * lado > 0 and abs(otro[1] - y) < (r.h + suyo.h) / 2
        for otro, suyo in zip(nodos, m.rotulos, strict=True)
    )
    if not tapado:
        return [(x + lado * r.w / 2, y + desvio)]
    fuera = (x + lado * r.w / 4, y + hacia * r.h / 2)
    return [fuera, (fuera[0], fuera[1] + hacia * _SALE)]


def _repartir(tramos: Mapping[int, tuple[float, float]], orilla: _Orilla, hueco: float) -> dict[int, float]:
    """La `x` del carril de cada tramo, hacia fuera: los cortos por dentro, y ninguno encima de otro."""
    puestos: list[tuple[float, float, float]] = []
    reparto: dict[int, float] = {}
    for k in sorted(tramos, key=lambda k: (abs(tramos[k][1] - tramos[k][0]), k)):
        a, b = sorted(tramos[k])
        usadas = sorted(x for x, c, d in puestos if a - _ENTRE < d and c < b + _ENTRE)
        x = orilla.borde(a, b) + hueco
        for usada in usadas:
            x = usada + _ENTRE if abs(usada - x) < _ENTRE else x
        puestos.append((x, a, b))
        reparto[k] = x
    return reparto


def _curva(puntos: list[Punto]) -> Curva:
    entera: Curva = (puntos[0],)
    for a, b in pairwise(puntos):
        entera += curvas.recta(a, b)[1:]
    return curvas.redondear(entera, _RADIO)
