"""Un diccionario de cosas que no se tienen: en una corrida de miles de casos, las trazas no caben todas leídas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class Perezoso(Mapping[str, T]):
    """Caso → algo que se tiene cuando se pide, y no se guarda."""

    def __init__(self, como: Mapping[str, Callable[[], T]]) -> None:
        self._como = como

    def __getitem__(self, caso: str) -> T:
        return self._como[caso]()

    def __contains__(self, caso: object) -> bool:
        return caso in self._como

    def __iter__(self) -> Iterator[str]:
        return iter(self._como)

    def __len__(self) -> int:
        return len(self._como)
