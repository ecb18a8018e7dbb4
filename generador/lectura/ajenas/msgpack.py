"""Los valores de un checkpoint de LangGraph, que van en msgpack con tipos de Python dentro.

LangGraph los rehace importando el módulo y llamando a la clase que dice el fichero: abrir uno ajeno es ejecutar lo que
diga. Aquí no se importa ni se llama a nada: de cada tipo queda su nombre y sus datos.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

_HONDURA = 40
_UN_ARGUMENTO, _POSICIONALES, _CON_NOMBRE, _METODO, _PYDANTIC_1, _PYDANTIC_2, _NUMPY = range(7)
_VACIOS: tuple[Any, ...] = (None, {}, [], "")


class Ilegible(Exception):  # noqa: N818
    """Un valor que no se puede leer, con su motivo."""


def leer(tipo: Any, datos: Any) -> Any:
    """El valor de una columna `type`/`value`. Lanza `Ilegible`."""
    if tipo in ("null", "empty", None) and not datos:
        return None
    if not isinstance(datos, bytes | str):
        raise Ilegible("no son bytes")
    crudo = datos.encode("utf-8", "replace") if isinstance(datos, str) else datos
    if tipo in ("json", None) and crudo[:1] in (b"{", b"["):
        return _json(crudo)
    if tipo in ("msgpack", None):
        return _desempaquetar(crudo, _HONDURA)
    if tipo in ("bytes", "bytearray"):
        return crudo
    raise Ilegible(
        f"está en «{str(tipo)[:40]}», que no se lee porque ejecutaría código"
        if tipo == "pickle"
        else "su tipo no se conoce"
    )


def _json(crudo: bytes) -> Any:
    try:
        return msgspec.json.decode(crudo)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Ilegible("no es JSON") from error


def _desempaquetar(crudo: bytes, quedan: int) -> Any:
    if quedan == 0:
        return {"$t": "depth"}
    try:
        return msgspec.msgpack.decode(crudo, ext_hook=lambda codigo, dentro: _tipo(codigo, bytes(dentro), quedan - 1))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, TypeError) as error:
        raise Ilegible("no es msgpack entero") from error


def _tipo(codigo: int, crudo: bytes, quedan: int) -> Any:
    if codigo == _NUMPY:
        return {"$t": "repr", "cls": "numpy.ndarray", "v": f"{len(crudo)} bytes"}
    partes = _desempaquetar(crudo, quedan)
    if not isinstance(partes, list) or len(partes) < 3:
        return {"$t": "repr", "cls": f"ext {codigo}", "v": ""}
    modulo, nombre, dentro = str(partes[0]), str(partes[1]), partes[2]
    if isinstance(dentro, dict) and modulo.startswith("langchain_core.messages"):
        return mensaje(dentro)
    if modulo.startswith("langgraph.types"):
        return _de_langgraph(nombre, dentro)
    return _suelto(codigo, f"{modulo}.{nombre}", dentro)


def mensaje(campos: Mapping[str, Any]) -> dict[str, Any]:
    """Un mensaje como lo escribe la grabadora."""
    propios = {k: v for k, v in campos.items() if k not in ("type", "content") and not _vacio(v)}
    return {"$t": "msg", "type": campos.get("type"), "content": campos.get("content", ""), **propios}


def _vacio(valor: Any) -> bool:
    return any(valor is v or (type(valor) is type(v) and valor == v) for v in _VACIOS)


def _de_langgraph(nombre: str, dentro: Any) -> Any:
    if nombre == "Send" and isinstance(dentro, list) and len(dentro) == 2:
        return {"$t": "send", "node": dentro[0], "arg": dentro[1]}
    campos = dentro if isinstance(dentro, dict) else {}
    if nombre == "Send" and campos:
        return {"$t": "send", "node": campos.get("node"), "arg": campos.get("arg")}
    if nombre == "Interrupt" and campos:
        return {"id": campos.get("id") or campos.get("interrupt_id"), "value": campos.get("value")}
    if nombre == "Command" and campos:
        return {"$t": "command", **{k: v for k, v in campos.items() if not _vacio(v)}}
    return {"$t": "obj", "cls": f"langgraph.types.{nombre}", "v": dentro}


def _suelto(codigo: int, clase: str, dentro: Any) -> Any:
    if clase.startswith("datetime."):
        return {"$t": "dt", "v": dentro if isinstance(dentro, str) else str(dentro)}
    if clase in ("builtins.set", "builtins.frozenset"):
        return {"$t": "set", "v": dentro}
    if clase in ("uuid.UUID", "decimal.Decimal"):
        return {"$t": clase.rpartition(".")[2].lower(), "v": str(dentro)}
    return {"$t": "obj", "cls": clase, "v": dentro} if codigo <= _PYDANTIC_2 else {"$t": "repr", "cls": clase, "v": ""}
