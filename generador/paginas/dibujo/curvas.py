"""Curvas de Bézier cúbicas encadenadas: leerlas de Graphviz, unirlas, recortarlas y escribirlas como `d` de SVG.

Una curva es `(p0, p1, p2, p3, p4…)`, con 3n+1 puntos: cada tramo comparte extremo con el siguiente.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import TypeAlias

Punto: TypeAlias = tuple[float, float]
Curva: TypeAlias = tuple[Punto, ...]

Dentro: TypeAlias = Callable[[Punto], bool]

LARGO_DE_PUNTA = 8.0
_MEDIO_ANCHO = 4.0
_GIRO_MAXIMO = math.radians(42)


def leer(pos: str, alto: float) -> Curva:
    """El `pos` de una arista en json0, con el eje vertical hacia abajo."""
    puntos: list[Punto] = []
    for trozo in pos.replace(";", " ").split():
        x, _, y = trozo.lstrip("es,").partition(",")
        if trozo[0] not in "es":
            puntos.append((float(x), alto - float(y)))
    return tuple(puntos)


def recta(a: Punto, b: Punto) -> Curva:
    """De `a` a `b` sin doblar."""
    return (a, _entre(a, b, 1 / 3), _entre(a, b, 2 / 3), b)


def unir(antes: Curva, junta: Punto, despues: Curva) -> Curva:
    """Dos mitades que se encuentran en `junta`, el centro de una pastilla, alisadas allí (la pastilla lo tapa)."""
    principio, final = antes[0], despues[-1]
    largo = min(max(0.45 * min(_distancia(antes[-4], junta), _distancia(junta, despues[3])), 12.0), 60.0)
    rumbo = math.atan2(final[0] - principio[0], abs(final[1] - principio[1]) or 1.0)
    giro = max(-_GIRO_MAXIMO, min(_GIRO_MAXIMO, rumbo))
    sentido = 1.0 if final[1] >= principio[1] else -1.0
    d = (math.sin(giro) * largo, math.cos(giro) * largo * sentido)
    entra, sale = (junta[0] - d[0], junta[1] - d[1]), (junta[0] + d[0], junta[1] + d[1])
    return (*antes[:-2], entra, junta, sale, *despues[2:])


def redondear(curva: Curva, radio: float = 28.0) -> Curva:
    """Una curva hecha solo de rectas, con las esquinas redondeadas; cualquier otra se queda como está."""
    puntos = curva[::3]
    if len(puntos) < 3 or not all(_es_recta(curva[i : i + 4]) for i in range(0, len(curva) - 3, 3)):
        return curva
    salida: list[Punto] = [puntos[0]]
    for a, b, c in zip(puntos, puntos[1:], puntos[2:], strict=False):
        r = min(radio, _distancia(a, b) / 2, _distancia(b, c) / 2)
        entra = _entre(b, a, r / (_distancia(a, b) or 1))
        sale = _entre(b, c, r / (_distancia(b, c) or 1))
        salida += [*recta(salida[-1], entra)[1:], _entre(entra, b, 0.6), _entre(sale, b, 0.6), sale]
    return (*salida, *recta(salida[-1], puntos[-1])[1:])


def _es_recta(tramo: Curva) -> bool:
    (ax, ay), b, c, (dx, dy) = tramo
    largo = math.hypot(dx - ax, dy - ay) or 1.0
    return all(abs((dx - ax) * (p[1] - ay) - (dy - ay) * (p[0] - ax)) / largo < 0.5 for p in (b, c))


def lazo(x: float, y: float, alto: float) -> Curva:
    """Un bucle que sale y vuelve al borde derecho de un nodo de ese alto, centrado en (x, y)."""
    a = min(10.0, alto / 4)
    return ((x, y - a), (x + 26, y - 2 * a - 4), (x + 26, y + 2 * a + 4), (x, y + a))


def hasta(curva: Curva, dentro: Dentro) -> Curva:
    """La parte de `curva` anterior a la última entrada en una zona. Si no llega a salir de ella, toda."""
    for i in range(len(curva) - 4, -1, -3):
        tramo = curva[i : i + 4]
        ts = [k / 16 for k in range(17)]
        fuera = next((t for t in reversed(ts) if not dentro(_en(tramo, t))), None)
        if fuera is not None:
            if fuera == 1.0:
                return curva[: i + 4]
            return (*curva[:i], *_partir(tramo, _borde(tramo, fuera, fuera + 1 / 16, dentro)))
    return curva


def _borde(tramo: Curva, fuera: float, en: float, dentro: Dentro) -> float:
    for _ in range(12):
        medio = (fuera + en) / 2
        fuera, en = (fuera, medio) if dentro(_en(tramo, medio)) else (medio, en)
    return fuera


def con_punta(curva: Curva) -> tuple[Curva, tuple[Punto, ...]]:
    """La curva acortada y el triángulo que la remata, orientado por su tangente final."""
    fin = curva[-1]
    previo = next((p for p in reversed(curva[:-1]) if _distancia(p, fin) > 1e-6), (fin[0], fin[1] - 1))
    largo = _distancia(previo, fin)
    ux, uy = (fin[0] - previo[0]) / largo, (fin[1] - previo[1]) / largo
    base = (fin[0] - ux * LARGO_DE_PUNTA, fin[1] - uy * LARGO_DE_PUNTA)
    lado = (-uy * _MEDIO_ANCHO, ux * _MEDIO_ANCHO)
    punta = (fin, (base[0] + lado[0], base[1] + lado[1]), (base[0] - lado[0], base[1] - lado[1]))
    manija = curva[-2]
    if _distancia(manija, fin) < LARGO_DE_PUNTA:
        manija = base
    return (*curva[:-2], manija, (base[0] + ux, base[1] + uy)), punta


def quebrada(curva: Curva, pasos: int = 8) -> tuple[Punto, ...]:
    """La curva como puntos, `pasos` por tramo: para medir y para detectar cruces."""
    puntos = [curva[0]]
    for i in range(0, len(curva) - 3, 3):
        puntos += [_en(curva[i : i + 4], k / pasos) for k in range(1, pasos + 1)]
    return tuple(puntos)


def medio(curva: Curva) -> Punto:
    """El punto a mitad de camino."""
    puntos = quebrada(curva)
    resto = sum(_distancia(a, b) for a, b in itertools.pairwise(puntos)) / 2
    for a, b in itertools.pairwise(puntos):
        largo = _distancia(a, b)
        if resto <= largo and largo:
            return _entre(a, b, resto / largo)
        resto -= largo
    return puntos[-1]


def escribir(curva: Curva) -> str:
    """El atributo `d`, con un decimal. Lo que baja o sube a plomo es una recta y no curvas."""
    cabeza, *resto = (f"{numero(x)},{numero(y)}" for x, y in curva)
    alturas = [y for _, y in curva]
    a_plomo = len({numero(x) for x, _ in curva}) == 1 and sorted(alturas) in (alturas, alturas[::-1])
    return f"M{cabeza}L{resto[-1]}" if a_plomo else f"M{cabeza}C{' '.join(resto)}"


def numero(n: float) -> str:
    """Un decimal como mucho, sin ceros de más ni `-0`."""
    texto = f"{n:.1f}".removesuffix(".0")
    return "0" if texto == "-0" else texto


def _en(tramo: Curva, t: float) -> Punto:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tramo
    s = 1 - t
    k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return k0 * ax + k1 * bx + k2 * cx + k3 * dx, k0 * ay + k1 * by + k2 * cy + k3 * dy


def _partir(tramo: Curva, t: float) -> Curva:
    a, b, c, d = tramo
    ab, bc, cd = _entre(a, b, t), _entre(b, c, t), _entre(c, d, t)
    abc, bcd = _entre(ab, bc, t), _entre(bc, cd, t)
    return a, ab, abc, _entre(abc, bcd, t)


def _entre(a: Punto, b: Punto, t: float) -> Punto:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _distancia(a: Punto, b: Punto) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])
