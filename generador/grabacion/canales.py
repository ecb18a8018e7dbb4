"""Las claves de estado: con qué reductor se juntan y cuáles declara cada nodo que lee o escribe."""

from __future__ import annotations

import inspect
import typing
from typing import Any

from pydantic import BaseModel
from typing_extensions import is_typeddict

from generador.grabacion.localizar import funcion_de


def reductores(compilado: Any) -> dict[str, str]:
    """De clave de estado a nombre de su reductor (`add`, `_add_messages`) o de su canal (`LastValue`)."""
    declarados = {k for claves in compilado.builder.schemas.values() for k in claves}
    return {k: _reductor(c) for k, c in compilado.channels.items() if k in declarados}


def _reductor(canal: Any) -> str:
    operador = getattr(canal, "operator", None)
    return str(getattr(operador, "__name__", None) or type(operador or canal).__name__)


def que_lee(builder: Any, spec: Any) -> tuple[str, ...]:
    """Las claves del esquema de entrada del nodo, si no es el estado entero."""
    if spec.input_schema in (None, builder.state_schema):
        return ()
    return tuple(builder.schemas.get(spec.input_schema, ())) or _claves(spec.input_schema)


def que_escribe(builder: Any, spec: Any) -> tuple[str, ...]:
    """Las claves del tipo que el nodo anota que devuelve, si no es el estado entero."""
    try:
        devuelve = typing.get_type_hints(funcion_de(spec.runnable)).get("return")
    except Exception:  # las anotaciones son código ajeno: pueden nombrar lo que no existe
        return ()
    return () if devuelve is builder.state_schema else _claves(devuelve)


def _claves(esquema: Any) -> tuple[str, ...]:
    """Las claves de un `TypedDict` o de un modelo de pydantic; de lo demás no se sabe."""
    if inspect.isclass(esquema) and issubclass(esquema, BaseModel):
        return tuple(esquema.model_fields)
    return tuple(esquema.__annotations__) if is_typeddict(esquema) else ()
