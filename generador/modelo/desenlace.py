"""En qué queda una comparación, dicho una vez: la orden, su JSON y las páginas no pueden contar cosas distintas."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from generador.modelo.hallazgo import DIFERENCIAS, Comparacion, Cumple, Falta, Juicio


class Desenlace(StrEnum):
    """El veredicto de conjunto. De los tres, el que más obliga a mirar manda sobre los demás."""

    CONFORME = "conforme"
    DIFERENCIAS = "diferencias"
    FALTAN_PRUEBAS = "faltan_pruebas"


def desenlace(comparaciones: Iterable[Comparacion]) -> Desenlace:
    """Con alguna diferencia, diferencias; si no, y en alguna variante falta con qué decidir, faltan pruebas.

    Es una diferencia un elemento que no es como se prometió, una traza que se sale del grafo o un caso que no cumple.
    Sin ninguna comparación no hay nada que sea conforme.
    """
    todas = tuple(comparaciones)
    if any(map(_difiere, todas)):
        return Desenlace.DIFERENCIAS
    return Desenlace.FALTAN_PRUEBAS if not todas or faltas(todas) else Desenlace.CONFORME


def faltas(comparaciones: Iterable[Comparacion]) -> tuple[Falta, ...]:
    """Lo que falta en alguna variante, cada cosa una vez."""
    return tuple(dict.fromkeys(f for c in comparaciones for f in c.sin_pruebas))


def juicios(c: Comparacion) -> tuple[Juicio, ...]:
    """Los de los nodos y los de las aristas."""
    return (*c.nodos, *c.aristas)


def distintos(c: Comparacion) -> int:
    """Cuántos nodos y aristas no son como se prometió."""
    return sum(j.veredicto in DIFERENCIAS for j in juicios(c))


def se_salen(c: Comparacion) -> int:
    """Cuántas trazas se salen del grafo."""
    return sum(not f.conforme for f in c.conformidades)


def no_cumplen(c: Comparacion) -> int:
    """Cuántos casos no hacen lo que se esperaba de ellos."""
    return sum(any(r.cumple is Cumple.NO for r in resultados) for _, resultados in c.resultados)


def _difiere(c: Comparacion) -> bool:
    return bool(distintos(c) or se_salen(c) or no_cumplen(c))
