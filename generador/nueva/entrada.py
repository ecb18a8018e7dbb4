"""Una entrada de ejemplo, y un contexto, a partir de los tipos que el agente declara. Para arrancar, no para probar.

Se leen las anotaciones y no el esquema JSON de LangGraph, que en Python 3.11 no admite `typing.TypedDict`.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from typing_extensions import is_typeddict

SALUDO = "Hola, ¿qué puedes hacer por mí?"
_TEXTO = "texto de ejemplo"
_HONDURA = 6
_ENVOLTORIOS = (typing.Required, typing.NotRequired, typing.Annotated, typing.Final)
_SIMPLES: tuple[tuple[type, Callable[[], Any]], ...] = (
    (bool, lambda: True),
    (int, lambda: 1),
    (float, lambda: 1.0),
    (str, lambda: _TEXTO),
    (dt.datetime, lambda: "2026-01-31T09:00:00"),
    (dt.date, lambda: "2026-01-31"),
    (Mapping, dict),
)


class Ejemplo(Struct, frozen=True):
    """`valor` es JSON. `dudosas` son las claves cuyo tipo no se supo leer: van como texto.

    `vacias` son las listas que el agente recibe de fuera y cuyos elementos no se supo dar.
    """

    valor: Mapping[str, Any]
    dudosas: tuple[str, ...] = ()
    vacias: tuple[str, ...] = ()
    avisos: tuple[str, ...] = ()


def ejemplo_de(compilado: Any) -> Ejemplo:
    """La entrada de ejemplo de un grafo compilado: las claves obligatorias, o todas si ninguna lo es."""
    builder = getattr(compilado, "builder", None)
    esquema = getattr(builder, "input_schema", None)
    campos = _campos(esquema)
    if not campos:
        return Ejemplo({}, avisos=("entrada: no se sabe qué recibe el agente → escríbela en el caso del plan",))
    gestionadas = set(getattr(builder, "managed", None) or ())
    claves = {k: t for k, t in campos.items() if k not in gestionadas}
    return _de_claves({k: t for k, t in claves.items() if k in _obligadas(esquema, claves)} or claves)


def contexto_de(compilado: Any) -> Ejemplo:
    """El contexto de ejecución que el agente exige: lo que su `context_schema` no sabe poner solo."""
    esquema = getattr(getattr(compilado, "builder", None), "context_schema", None)
    campos = _campos(esquema)
    return _de_claves({k: t for k, t in campos.items() if k in _obligadas(esquema, campos)})


def _de_claves(claves: Mapping[str, Any]) -> Ejemplo:
    valores = {k: _valor(t, _HONDURA) for k, t in claves.items()}
    dudosas = tuple(k for k, v in valores.items() if v is None)
    vacias = tuple(k for k, v in valores.items() if v == [] and not _acumula(claves[k]))
    return Ejemplo({k: _TEXTO if v is None else v for k, v in valores.items()}, dudosas, vacias)


def _acumula(tipo: Any) -> bool:
    """Si la clave tiene un reductor: la llena el agente, y lo suyo es que empiece vacía."""
    while typing.get_origin(tipo) in (typing.Required, typing.NotRequired):
        tipo = typing.get_args(tipo)[0]
    return any(callable(m) and not inspect.isclass(m) for m in getattr(tipo, "__metadata__", ()))


def _campos(esquema: Any) -> dict[str, Any]:
    """De clave a tipo, de un `TypedDict`, una dataclass o un modelo de pydantic; de lo demás, nada."""
    if not inspect.isclass(esquema):
        return {}
    try:
        tipos = typing.get_type_hints(esquema, include_extras=True)
    except Exception:  # las anotaciones son código ajeno: pueden nombrar lo que no existe
        return {}
    if dataclasses.is_dataclass(esquema):
        return {c.name: tipos[c.name] for c in dataclasses.fields(esquema) if c.name in tipos}
    modelo = getattr(esquema, "model_fields", None)
    if isinstance(modelo, Mapping):
        return {k: tipos[k] for k in modelo if k in tipos}
    return tipos if is_typeddict(esquema) else {}


def _obligadas(esquema: Any, claves: Mapping[str, Any]) -> frozenset[str]:
    if dataclasses.is_dataclass(esquema):
        sin_valor = dataclasses.MISSING
        con_valor = {
            c.name for c in dataclasses.fields(esquema) if (c.default, c.default_factory) != (sin_valor, sin_valor)
        }
        return frozenset(claves) - con_valor
    modelo = getattr(esquema, "model_fields", None)
    if isinstance(modelo, Mapping):
        return frozenset(k for k, c in modelo.items() if c.is_required())
    opcionales = {k for k, t in claves.items() if typing.get_origin(t) is typing.NotRequired}
    return frozenset(getattr(esquema, "__required_keys__", claves)) - opcionales


def _valor(tipo: Any, quedan: int) -> Any:
    """Un valor de ese tipo, o `None` si no se sabe dar ninguno."""
    acumula = _acumula(tipo)
    while typing.get_origin(tipo) in _ENVOLTORIOS:
        tipo = typing.get_args(tipo)[0]
    origen, dentro = typing.get_origin(tipo), typing.get_args(tipo)
    if quedan == 0 or tipo in (None, type(None)):
        return None
    if origen is typing.Literal:
        return dentro[0]
    if origen in (typing.Union, types.UnionType):
        return next((v for t in dentro if (v := _valor(t, quedan - 1)) is not None), None)
    clase = origen or tipo
    return _de_clase(clase, () if acumula and not any(map(_es_mensaje, dentro)) else dentro, quedan)


def _de_clase(clase: Any, dentro: tuple[Any, ...], quedan: int) -> Any:
    if not inspect.isclass(clase):
        return None
    if issubclass(clase, enum.Enum):
        return next((m.value for m in clase), None)
    for tipo, hacer in _SIMPLES:
        if issubclass(clase, tipo):
            return hacer() if not is_typeddict(clase) else _objeto(clase, quedan)
    if issubclass(clase, Sequence | set | frozenset):
        return [{"role": "user", "content": SALUDO}] if any(map(_es_mensaje, dentro)) else _elementos(dentro, quedan)
    return _objeto(clase, quedan) or None


def _elementos(dentro: tuple[Any, ...], quedan: int) -> list[Any]:
    """Uno de cada tipo: una lista vacía suele ser el caso en que el agente no hace nada."""
    valores = [_valor(t, quedan - 1) for t in dentro if t is not Ellipsis]
    return valores if all(v not in (None, {}) for v in valores) else []


def _objeto(clase: type, quedan: int) -> dict[str, Any]:
    return {k: _valor(t, quedan - 1) for k, t in _campos(clase).items()}


def _es_mensaje(tipo: Any) -> bool:
    """Si es un mensaje de LangChain, o una unión en que alguno lo es. Se mira el nombre: aquí no se importa."""
    if typing.get_origin(tipo) is not None:
        return any(map(_es_mensaje, typing.get_args(tipo)))
    nombres = (f"{c.__module__}.{c.__name__}" for c in getattr(tipo, "__mro__", ()))
    return any(n.startswith("langchain_core.messages.") and n.endswith(".BaseMessage") for n in nombres)
