"""La forma de un dato que viene de fuera, que es su tipo, y las dos maneras de leerlo.

Lo que está bien lo lee msgspec, que ya está importado. Lo demás lo vuelve a leer pydantic, que sabe decir todo lo que
le pasa: solo importarlo cuesta lo que media construcción sin cambios. Los dos aceptan lo mismo, y una prueba lo mira.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")


class Valido(Struct, Generic[T], frozen=True):
    """Un dato que pasó la validación; distingue «vale, y es None» de «no vale»."""

    valor: T


class Forma(Generic[T]):
    """La de un `tipo`: una dataclass, una unión… El valor que se lee es el de un JSON o un YAML, ya en Python."""

    def __init__(self, tipo: Any, *, con_reglas: bool = False) -> None:
        """`con_reglas` es que el tipo lleva anotaciones que solo pydantic entiende."""
        self._tipo, self._con_reglas = tipo, con_reglas

    def leer(self, valor: Any) -> tuple[Valido[T] | None, list[Any]]:
        """El dato, o lo que pydantic dice de él si no tiene esa forma."""
        texto = json.dumps(valor)
        if rapido := self._sin_problemas(valor, texto):
            return rapido, []
        from pydantic import ValidationError

        try:
            return Valido(self._adaptador.validate_json(texto, strict=True)), []
        except ValidationError as error:
            return None, error.errors(include_url=False, include_input=False)

    def esquema(self) -> dict[str, Any]:
        """Su JSON Schema."""
        return self._adaptador.json_schema()

    def _sin_problemas(self, valor: Any, texto: str) -> Valido[T] | None:
        """El dato, si no hay nada que decir de él. msgspec calla las claves que no conoce: hay que buscarlas."""
        if self._con_reglas:
            return None
        try:
            dato: T = self._lector.decode(texto)
        except (msgspec.MsgspecError, RecursionError):
            return None
        return Valido(dato) if _esta_todo(valor, msgspec.to_builtins(dato)) else None

    @cached_property
    def _lector(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._tipo)

    @cached_property
    def _adaptador(self) -> TypeAdapter[T]:
        from pydantic import TypeAdapter

        return TypeAdapter(self._tipo)


def _esta_todo(escrito: Any, leido: Any) -> bool:
    """Si de cada clave escrita hay algo en lo leído, que además puede tener las que no se escribieron."""
    if isinstance(escrito, Mapping) and isinstance(leido, Mapping):
        return all(k in leido and _esta_todo(v, leido[k]) for k, v in escrito.items())
    if isinstance(escrito, list) and isinstance(leido, list | tuple):
        return all(map(_esta_todo, escrito, leido))
    return True
