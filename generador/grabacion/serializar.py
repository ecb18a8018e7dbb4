"""De cualquier objeto de Python a un valor JSON, sin lanzar nunca y sin tocar lo que se serializa.

Ninguna biblioteca sirve para grabar un agente ajeno: unas lanzan con `NaN`, claves no textuales o ciclos,
otras consumen los generadores del agente (y cambian lo que hace) o pierden el tipo. Lo que JSON no sabe decir va
como objeto etiquetado `{"$t": …}`: `msg`, `obj`, `enum`, `dt`, `decimal`, `uuid`, `path`, `bytes`, `set`,
`ndarray`, `send`, `command`, `exc`, `int`, `float`, `complex`, `dict`, y para lo que no cupo o no se pudo,
`str`, `more`, `depth`, `cycle`, `repr`, `unserializable`.
"""

from __future__ import annotations

import base64
import dataclasses
import datetime as dt
import decimal
import enum
import json
import math
import pathlib
import re
import types
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from langchain_core.messages import BaseMessage
from langgraph.types import Command, Send
from pydantic import BaseModel

_RESERVADAS = frozenset({"$t", "$m", "$more"})
_DIRECCION = re.compile(r"\bat 0x[0-9a-fA-F]+")
_ENTERO_SEGURO = 2**53
_BITS_ESCRIBIBLES = 10_000

Camino: TypeAlias = tuple[int, ...]
Redactor: TypeAlias = Callable[[Any], Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Limites:
    """Hasta dónde se graba cada cosa: caracteres, elementos, niveles, bytes y valores por llamada en total."""

    texto: int = 20_000
    lista: int = 2_000
    hondura: int = 40
    bytes: int = 4_096
    repr: int = 500
    valores: int = 200_000


def _tal_cual(valor: Any) -> Any:
    return valor


def nombre_de_clase(clase: type) -> str:
    """`modulo.Clase`, sin el módulo si es de la biblioteca básica."""
    nombre = str(getattr(clase, "__qualname__", "?"))
    modulo = getattr(clase, "__module__", None)
    return nombre if modulo in (None, "builtins") else f"{modulo}.{nombre}"


def sin_direcciones(texto: str) -> str:
    """Borra las direcciones de memoria de un `repr`, que cambian en cada ejecución."""
    return _DIRECCION.sub("at 0x…", texto)


def _limpio(texto: str) -> str:
    return texto.encode("utf-8", "replace").decode("utf-8")


class Serializador:
    """Convierte objetos en valores JSON. `redactar` actúa antes de cortar, para no dejar medio secreto a la vista.

    `compartir` recibe cada mensaje ya serializado (y el objeto) y devuelve lo que se escribe en su lugar.
    """

    def __init__(
        self,
        *,
        redactar: Redactor = _tal_cual,
        limites: Limites | None = None,
        compartir: Callable[[BaseMessage, Callable[[], dict[str, Any]]], Any] | None = None,
    ) -> None:
        self._redactar = redactar
        self._limites = limites or Limites()
        self._compartir = compartir

    def __call__(self, objeto: Any) -> Any:
        """El valor JSON de `objeto`. Nunca lanza; nunca recorre un generador ni un iterador."""
        return _Pasada(self._redactar, self._limites, self._compartir).valor(objeto, ())


class _Pasada:
    """Una llamada: lleva la cuenta de cuántos valores quedan, que es lo que acota una estructura compartida."""

    def __init__(self, redactar: Redactor, limites: Limites, compartir: Any) -> None:
        self._redactar = redactar
        self._limites = limites
        self._compartir = compartir
        self._quedan = limites.valores

    def valor(self, o: Any, camino: Camino) -> Any:
        try:
            return self._valor(o, camino)
        except Exception as fallo:
            return {"$t": "unserializable", "cls": nombre_de_clase(type(o)), "err": nombre_de_clase(type(fallo))}

    def _valor(self, o: Any, camino: Camino) -> Any:
        if o is None or o is True or o is False:
            return o
        if isinstance(o, enum.Enum):
            return {"$t": "enum", "cls": nombre_de_clase(type(o)), "name": o.name, "v": self.valor(o.value, camino)}
        for tipo, escribir in self._SIMPLES:
            if isinstance(o, tipo):
                return escribir(self, o)
        return self._compuesto(o, camino)

    def _compuesto(self, o: Any, camino: Camino) -> Any:
        self._quedan -= 1
        if self._quedan < 0:
            return {"$t": "more"}
        if id(o) in camino:
            return {"$t": "cycle"}
        if len(camino) >= self._limites.hondura:
            return {"$t": "depth"}
        dentro = (*camino, id(o))
        for tipo, escribir in self._COMPUESTOS:
            if isinstance(o, tipo):
                return escribir(self, o, dentro)
        return self._ajeno(o, dentro)

    def _ajeno(self, o: Any, camino: Camino) -> Any:
        if dataclasses.is_dataclass(o) and not isinstance(o, type):
            campos = {c.name: getattr(o, c.name, None) for c in dataclasses.fields(o)}
            return self._objeto(o, campos, camino)
        if type(o).__module__ == "numpy" and hasattr(o, "tolist"):
            return self._numpy(o, camino)
        return self._repr(o)

    # --- simples -------------------------------------------------------------------------------------------

    def _texto(self, o: str) -> Any:
        texto = _limpio(str.__str__(o))
        if len(texto) <= self._limites.texto:
            return texto
        redactado = self._redactar(texto)
        return {"$t": "str", "len": len(redactado), "head": redactado[: self._limites.texto]}

    def _entero(self, o: int) -> Any:
        n = int(o)
        if abs(n) < _ENTERO_SEGURO:
            return n
        return (
            {"$t": "int", "v": str(n)} if n.bit_length() < _BITS_ESCRIBIBLES else {"$t": "int", "bits": n.bit_length()}
        )

    def _real(self, o: float) -> Any:
        x = float(o)
        return x if math.isfinite(x) else {"$t": "float", "v": repr(x)}

    def _bytes(self, o: bytes | bytearray | memoryview) -> Any:
        datos = bytes(o)
        redactado = self._redactar(datos.decode("latin-1")).encode("latin-1", "replace")
        corto = redactado[: self._limites.bytes]
        return {"$t": "bytes", "len": len(datos), "b64": base64.b64encode(corto).decode("ascii")}

    def _repr(self, o: Any) -> Any:
        texto = self._redactar(_limpio(sin_direcciones(repr(o))))
        return {"$t": "repr", "cls": nombre_de_clase(type(o)), "v": texto[: self._limites.repr]}

    def _excepcion(self, o: BaseException) -> Any:
        return {"$t": "exc", "cls": nombre_de_clase(type(o)), "msg": self._texto(sin_direcciones(str(o)))}

    _SIMPLES: tuple[tuple[Any, Callable[[Any, Any], Any]], ...] = (
        (str, _texto),
        (int, _entero),
        (float, _real),
        ((bytes, bytearray, memoryview), _bytes),
        ((dt.datetime, dt.date, dt.time), lambda _, o: {"$t": "dt", "v": o.isoformat()}),
        (dt.timedelta, lambda _, o: {"$t": "timedelta", "s": o.total_seconds()}),
        (decimal.Decimal, lambda _, o: {"$t": "decimal", "v": str(o)}),
        (uuid.UUID, lambda _, o: {"$t": "uuid", "v": str(o)}),
        (pathlib.PurePath, lambda s, o: {"$t": "path", "v": s._texto(o.as_posix())}),
        (complex, lambda _, o: {"$t": "complex", "v": repr(o)}),
        (BaseException, _excepcion),
    )

    # --- compuestos ----------------------------------------------------------------------------------------

    def _lista(self, o: Iterable[Any], camino: Camino) -> list[Any]:
        elementos = list(o)
        salida = [self.valor(x, camino) for x in elementos[: self._limites.lista]]
        sobran = len(elementos) - len(salida)
        return [*salida, {"$t": "more", "n": sobran}] if sobran else salida

    def _tupla(self, o: tuple[Any, ...], camino: Camino) -> Any:
        campos = getattr(o, "_fields", None)
        if not isinstance(campos, tuple):
            return self._lista(o, camino)
        return self._objeto(o, dict(zip(campos, o, strict=False)), camino)

    def _conjunto(self, o: Iterable[Any], camino: Camino) -> Any:
        valores = sorted((self.valor(x, camino) for x in o), key=lambda v: json.dumps(v, sort_keys=True))
        return {"$t": "set", "v": self._lista(valores, camino)}

    def _mapa(self, o: Any, camino: Camino) -> Any:
        pares = list(o.items())
        claves = [self._clave(k) for k, _ in pares]
        if len(set(claves)) < len(claves) or not _RESERVADAS.isdisjoint(claves):
            return {"$t": "dict", "v": [[self.valor(k, camino), self.valor(v, camino)] for k, v in pares]}
        tope = self._limites.lista
        salida = {k: self.valor(v, camino) for k, (_, v) in zip(claves[:tope], pares[:tope], strict=True)}
        return {**salida, "$more": len(pares) - tope} if len(pares) > tope else salida

    def _clave(self, k: Any) -> str:
        if isinstance(k, str) and not isinstance(k, enum.Enum):
            return _limpio(str.__str__(k))
        return _limpio(sin_direcciones(repr(k.value if isinstance(k, enum.Enum) else k)))[: self._limites.repr]

    def _objeto(self, o: Any, campos: dict[str, Any], camino: Camino) -> Any:
        return {"$t": "obj", "cls": nombre_de_clase(type(o)), "v": self._mapa(campos, camino)}

    def _modelo(self, o: BaseModel, camino: Camino) -> Any:
        return self._objeto(o, {**o.__dict__, **(o.__pydantic_extra__ or {})}, camino)

    def _mensaje(self, o: BaseMessage, camino: Camino) -> Any:
        def escribir() -> dict[str, Any]:
            campos = {k: v for k, v in dict(o).items() if v not in (None, {}, []) and k not in ("type", "content")}
            cuerpo = {"type": o.type, "content": o.content, **campos}
            return {"$t": "msg", **{_limpio(k): self.valor(v, camino) for k, v in cuerpo.items()}}

        return self._compartir(o, escribir) if self._compartir else escribir()

    def _envio(self, o: Send, camino: Camino) -> Any:
        return {"$t": "send", "node": self.valor(o.node, camino), "arg": self.valor(o.arg, camino)}

    def _comando(self, o: Command[Any], camino: Camino) -> Any:
        campos = {k: getattr(o, k) for k in ("graph", "update", "resume", "goto")}
        return {"$t": "command", **{k: self.valor(v, camino) for k, v in campos.items() if v is not None and v != ()}}

    def _numpy(self, o: Any, camino: Camino) -> Any:
        if getattr(o, "shape", ()) == ():
            return self.valor(o.tolist(), camino)
        primeros = o.ravel()[: self._limites.lista].tolist()
        return {"$t": "ndarray", "dtype": str(o.dtype), "shape": list(o.shape), "v": self._lista(primeros, camino)}

    _COMPUESTOS: tuple[tuple[Any, Callable[[Any, Any, Any], Any]], ...] = (
        (BaseMessage, _mensaje),
        (Send, _envio),
        (Command, _comando),
        ((dict, types.MappingProxyType), _mapa),
        ((list, deque), _lista),
        (tuple, _tupla),
        ((set, frozenset), _conjunto),
        (BaseModel, _modelo),
    )
