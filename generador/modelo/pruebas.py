"""Los pasos que demuestran algo, uno por caso: en una corrida de miles, cada nodo y cada arista tienen miles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generador.modelo.hallazgo import Prueba


class Pruebas(Struct, frozen=True):
    """Una serie de `Prueba`, que se hacen al pedirlas. Los números del mismo lugar son del mismo caso."""

    casos: tuple[str, ...] = ()
    pasos: tuple[int, ...] = ()

    @classmethod
    def de(cls, pasos: Mapping[str, int]) -> Pruebas:
        """Las que dicen que en cada caso se ve en ese paso."""
        return cls(tuple(pasos), tuple(pasos.values()))

    def __len__(self) -> int:
        return len(self.casos)

    def __getitem__(self, n: int) -> Prueba:
        return Prueba(caso=self.casos[n], paso=self.pasos[n])

    def __iter__(self) -> Iterator[Prueba]:
        return (Prueba(caso=caso, paso=paso) for caso, paso in zip(self.casos, self.pasos, strict=True))

    def __contains__(self, prueba: object) -> bool:
        return any(prueba == suya for suya in self)
