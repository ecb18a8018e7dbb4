"""Lo que se saca de cada traza de una demo. Solo hace falta si la demo cambia, así que no se guarda con el estado."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from generador.incremental.almacen import desempaquetar, empaquetar
from generador.incremental.deposito import Deposito
from generador.paginas.visitado import EnTraza

T = TypeVar("T")

_A_MANO = 64
"""Valores que además se tienen sin comprimir: al vigilar, los de una corrida corriente."""


class Recuerdos(MutableMapping[str, T]):
    """Un diccionario cuyos valores esperan comprimidos, y que olvida lo que en una construcción no se le pide.

    Los comprimidos están en un `Deposito`, que se hereda: pasar uno a la construcción siguiente no lo mueve. `antes`
    es el de la construcción anterior: lo que se pide y está allí pasa aquí, y lo demás ya no es de nadie.
    """

    def __init__(self, guardados: Mapping[str, bytes] | None = None, antes: Recuerdos[T] | None = None) -> None:
        self._deposito: Deposito = antes._deposito if antes is not None else Deposito()
        self._guardados = {clave: self._deposito.guardar(paquete) for clave, paquete in (guardados or {}).items()}
        self._a_mano: dict[str, T] = {}
        self._antes = antes

    def __reduce__(self) -> tuple[type, tuple[Mapping[str, bytes]]]:
        return Recuerdos, ({clave: self._deposito.traer(donde) for clave, donde in self._guardados.items()},)

    def siguiente(self) -> Recuerdos[T]:
        """El de la construcción que empieza. Este, hecho el siguiente, ya no necesita al de antes."""
        self._antes = None
        return Recuerdos(antes=self)

    def __getitem__(self, clave: str) -> T:
        if clave not in self._guardados:
            self._traer(clave)
        if clave in self._a_mano:
            return self._a_mano[clave]
        return self._tener(clave, cast("T", desempaquetar(self._deposito.traer(self._guardados[clave]))))

    def __setitem__(self, clave: str, valor: T) -> None:
        self._guardados[clave] = self._deposito.guardar(empaquetar(valor))
        self._a_mano.pop(clave, None)
        self._tener(clave, valor)

    def __delitem__(self, clave: str) -> None:
        del self._guardados[clave]
        self._a_mano.pop(clave, None)

    def __contains__(self, clave: object) -> bool:
        return clave in self._guardados or (self._antes is not None and clave in self._antes._guardados)

    def __iter__(self) -> Iterator[str]:
        return iter(self._guardados)

    def __len__(self) -> int:
        return len(self._guardados)

    def _traer(self, clave: str) -> None:
        if self._antes is None:
            raise KeyError(clave)
        self._guardados[clave] = self._antes._guardados[clave]
        if clave in self._antes._a_mano:
            self._tener(clave, self._antes._a_mano[clave])

    def _tener(self, clave: str, valor: T) -> T:
        if len(self._a_mano) < _A_MANO:
            self._a_mano[clave] = valor
        return valor


@dataclass(slots=True)
class DeTrazas:
    """`pasadas` y `seguidos` son lo que se compara, y `visitas`, por dónde se pasó; `vitrina`, de quién es.

    Cada cosa va por la clave que le pone su etapa, y es función de ella.
    """

    vitrina: str
    pasadas: Recuerdos[Any] = field(default_factory=Recuerdos)
    seguidos: Recuerdos[Any] = field(default_factory=Recuerdos)
    visitas: Recuerdos[Mapping[str, EnTraza]] = field(default_factory=Recuerdos)

    def siguiente(self) -> DeTrazas:
        """Lo de la construcción que empieza: solo queda lo que se pida."""
        return DeTrazas(self.vitrina, self.pasadas.siguiente(), self.seguidos.siguiente(), self.visitas.siguiente())
