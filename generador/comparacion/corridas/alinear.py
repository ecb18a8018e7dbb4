"""Emparejar dos secuencias: lo que es lo mismo a ambos lados, en orden, y lo que sobra en cada uno.

`difflib` no da siempre el mayor emparejamiento y con pasos repetidos es cuadrático; aquí se recorre el algoritmo de
Myers, que cuesta lo que se diferencian. Dos secuencias que casi no se parecen no se alinean: no diría nada.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from generador.modelo.secuencias import extremos_comunes

Par = tuple[int | None, int | None]
"""(posición en la primera, posición en la segunda); `None` es que a ese lado no hay pareja."""

MAXIMO = 400
"""Añadidos y quitados a partir de los que se deja de alinear."""


def emparejar(a: Sequence[Hashable], b: Sequence[Hashable], maximo: int = MAXIMO) -> Iterator[Par]:
    """Los pares en orden: cada posición de cada lado sale una vez, y van juntas el mayor número posible.

    Si hacen falta más de `maximo` añadidos y quitados, lo del centro sale sin pareja.
    """
    delante, detras = extremos_comunes(a, b)
    fin_a, fin_b = len(a) - detras, len(b) - detras
    yield from ((i, i) for i in range(delante))
    for i, j in _centro(a[delante:fin_a], b[delante:fin_b], maximo):
        yield (None if i is None else i + delante, None if j is None else j + delante)
    yield from ((fin_a + k, fin_b + k) for k in range(detras))


def _centro(a: Sequence[Hashable], b: Sequence[Hashable], maximo: int) -> list[Par]:
    frentes = _frentes(a, b, maximo) if a and b else None
    if frentes is None:
        return [*((i, None) for i in range(len(a))), *((None, j) for j in range(len(b)))]
    return _desandar(frentes, len(a), len(b))


def _frentes(a: Sequence[Hashable], b: Sequence[Hashable], maximo: int) -> list[dict[int, int]] | None:
    """Lo más lejos que se llega en cada diagonal con 0, 1, 2… cambios; `None` si no bastan `maximo`."""
    lejos = {1: 0}
    frentes: list[dict[int, int]] = []
    for d in range(min(maximo, len(a) + len(b)) + 1):
        frentes.append(dict(lejos))
        for k in range(-d, d + 1, 2):
            x = lejos[k + 1] if _baja(lejos, k, d) else lejos[k - 1] + 1
            while x < len(a) and 0 <= x - k < len(b) and a[x] == b[x - k]:
                x += 1
            lejos[k] = x
            if x >= len(a) and x - k >= len(b):
                return frentes
    return None


def _baja(lejos: dict[int, int], k: int, d: int) -> bool:
    """Si a la diagonal `k` se llega mejor añadiendo de la segunda que quitando de la primera."""
    return k == -d or (k != d and lejos[k - 1] < lejos[k + 1])


def _desandar(frentes: list[dict[int, int]], x: int, y: int) -> list[Par]:
    pares: list[Par] = []
    for d in range(len(frentes) - 1, -1, -1):
        lejos, k = frentes[d], x - y
        de = k + 1 if _baja(lejos, k, d) else k - 1
        x_antes = lejos[de] if d else 0
        y_antes = x_antes - de if d else 0
        while x > x_antes and y > y_antes and (x, y) != (x_antes, y_antes):
            x, y = x - 1, y - 1
            pares.append((x, y))
        if d:
            pares.append((None, y - 1) if x == x_antes else (x - 1, None))
            x, y = x_antes, y_antes
    return pares[::-1]
