"""Lo que se saca de cada traza de una demo. Solo hace falta si la demo cambia, así que no se guarda con el estado."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from generador.paginas.visitado import EnTraza

T = TypeVar("T")


@dataclass(slots=True)
class DeTrazas:
    """`pasadas` y `seguidos` son lo que se compara, y `visitas`, por dónde se pasó; `vitrina`, de quién es.

    Cada cosa va por la clave que le pone su etapa, y es función de ella.
    """

    vitrina: str
    pasadas: dict[str, Any] = field(default_factory=dict)
    seguidos: dict[str, Any] = field(default_factory=dict)
    visitas: dict[str, Mapping[str, EnTraza]] = field(default_factory=dict)


class Usado(MutableMapping[str, T]):
    """Un diccionario que apunta en `ahora` lo que se le pide o se le da: lo demás ya no es de nadie."""

    def __init__(self, antes: Mapping[str, T]) -> None:
        self._antes = antes
        self.ahora: dict[str, T] = {}

    def __getitem__(self, clave: str) -> T:
        if clave not in self.ahora:
            self.ahora[clave] = self._antes[clave]
        return self.ahora[clave]

    def __setitem__(self, clave: str, valor: T) -> None:
        self.ahora[clave] = valor

    def __delitem__(self, clave: str) -> None:
        del self.ahora[clave]

    def __contains__(self, clave: object) -> bool:
        return clave in self.ahora or clave in self._antes

    def __iter__(self) -> Iterator[str]:
        return iter(self.ahora)

    def __len__(self) -> int:
        return len(self.ahora)
