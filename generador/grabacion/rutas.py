"""A qué nodo lleva lo que devuelve cada función de ruta, para grabar destinos y no claves de `path_map`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.constants import START
from langgraph.graph.state import CompiledStateGraph
from msgspec import Struct, field

Rama = tuple[str, Mapping[Any, str] | None]
"""Nombre de la función y su `path_map` (o `None` si no lo declara)."""


class _Ramas(Struct, frozen=True):
    """Las ramas de un nodo en el orden en que se ejecutan; `primera` es el número de paso de la primera."""

    primera: int
    ramas: tuple[Rama, ...]


class RutasDeclaradas(Struct, frozen=True):
    """Las ramas de cada nodo, por su id jerárquico (`sub:nodo`)."""

    por_nodo: Mapping[str, _Ramas] = field(default_factory=dict)

    def rama(self, nodo: str, orden: int, nombre: str) -> Rama:
        """La rama que corre en el paso `orden` de la secuencia del nodo; sin declarar, su nombre y nada más."""
        ramas = self.por_nodo.get(nodo)
        if ramas is None:
            return (nombre, None)
        i = orden - ramas.primera
        return ramas.ramas[i] if 0 <= i < len(ramas.ramas) else (nombre, None)


def rutas_declaradas(compilado: Any) -> RutasDeclaradas:
    """Recorre el grafo y sus subgrafos. Un grafo que no es `CompiledStateGraph` no declara ramas."""
    por_nodo: dict[str, _Ramas] = {}
    _recorrer(compilado, "", por_nodo)
    return RutasDeclaradas(por_nodo)


def _recorrer(compilado: Any, prefijo: str, por_nodo: dict[str, _Ramas]) -> None:
    if not isinstance(compilado, CompiledStateGraph):
        return
    for nodo, ramas in compilado.builder.branches.items():
        # un paso por el nodo (el arranque no tiene) y uno por escritor; las ramas son los últimos escritores
        primera = (nodo != START) + 1 + len(compilado.nodes[nodo].writers) - len(ramas)
        por_nodo[prefijo + nodo] = _Ramas(primera, tuple((n, r.ends) for n, r in ramas.items()))
    for nodo, interior in compilado.get_subgraphs():
        _recorrer(interior, f"{prefijo}{nodo}:", por_nodo)
