"""Qué forma tiene exactamente cada valor etiquetado que escribe la grabadora (`generador.grabacion.serializar`).

Una traza ajena puede traer un `$t` que quiera decir otra cosa: lo que no tiene la forma exacta no es de la grabadora.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

MARCA = b'"$t"'
_DE_MENOS = b'"$more"'
_DE_MENSAJE = (b'"$t":"msg"', b'"$t": "msg"')

_Clases: TypeAlias = tuple[type, ...]
_ALGO: _Clases = (object,)
_TEXTO: _Clases = (str,)
_TEXTO_O_CORTADO: _Clases = (str, dict)
_NUMERO: _Clases = (int,)

_FORMAS: Mapping[str, tuple[Mapping[str, _Clases], Mapping[str, _Clases]]] = {
    "dt": ({"v": _TEXTO}, {}),
    "timedelta": ({"s": (int, float)}, {}),
    "decimal": ({"v": _TEXTO}, {}),
    "uuid": ({"v": _TEXTO}, {}),
    "path": ({"v": _TEXTO_O_CORTADO}, {}),
    "bytes": ({"len": _NUMERO, "b64": _TEXTO}, {}),
    "int": ({}, {"v": _TEXTO, "bits": _NUMERO}),
    "float": ({"v": _TEXTO}, {}),
    "complex": ({"v": _TEXTO}, {}),
    "str": ({"len": _NUMERO, "head": _TEXTO}, {}),
    "enum": ({"cls": _TEXTO, "name": _TEXTO, "v": _ALGO}, {}),
    "set": ({"v": (list,)}, {}),
    "dict": ({"v": (list,)}, {}),
    "obj": ({"cls": _TEXTO, "v": (dict,)}, {}),
    "send": ({"node": _ALGO, "arg": _ALGO}, {}),
    "command": ({}, {"graph": _ALGO, "update": _ALGO, "resume": _ALGO, "goto": _ALGO}),
    "ndarray": ({"dtype": _TEXTO, "shape": (list,), "v": (list,)}, {}),
    "exc": ({"cls": _TEXTO, "msg": _TEXTO_O_CORTADO}, {}),
    "repr": ({"cls": _TEXTO, "v": _TEXTO}, {}),
    "unserializable": ({"cls": _TEXTO, "err": _TEXTO}, {}),
    "msg": ({}, {}),
    "more": ({}, {"n": _NUMERO}),
    "cycle": ({}, {}),
    "depth": ({}, {}),
}
"""Etiqueta → lo que lleva siempre y lo que puede llevar. De `msg` no se mira: sus claves son de LangChain."""
_SUELTOS = frozenset({"dt", "timedelta", "decimal", "uuid", "path", "bytes", "int", "float", "complex", "str", "enum"})


def lleva(crudo: bytes) -> bool:
    """Si una carga lleva etiquetas que no sean de mensaje: los mensajes ya se cuentan como conversación."""
    n = crudo.count(MARCA)
    return (n > 0 and n > sum(map(crudo.count, _DE_MENSAJE))) or _DE_MENOS in crudo


def desnudo(valor: Any) -> Any:
    """Un objeto o un enum grabados con su clase, sin ella: sus campos o su valor. Lo demás, tal cual."""
    while bien_formado(valor) and valor["$t"] in ("obj", "enum"):
        valor = valor["v"]
    return valor


def clase_de(valor: Any) -> str | None:
    """La clase de un objeto grabado con sus campos; `None` si no lo es."""
    return valor["cls"] if bien_formado(valor) and valor["$t"] == "obj" else None


def es_suelto(valor: Any) -> bool:
    """Si es un valor etiquetado que se lee de un vistazo (una fecha, un decimal, un enum…), y no algo compuesto."""
    return bien_formado(valor) and valor["$t"] in _SUELTOS


def bien_formado(valor: Any) -> bool:
    """Si es un objeto etiquetado con la forma exacta que escribe la grabadora."""
    etiqueta = valor.get("$t") if isinstance(valor, dict) else None
    if not isinstance(etiqueta, str) or etiqueta not in _FORMAS:
        return False
    if etiqueta == "msg":
        return True
    siempre, quiza = _FORMAS[etiqueta]
    suyas = {k: v for k, v in valor.items() if k != "$t"}
    todas = {**siempre, **quiza}
    return siempre.keys() <= suyas.keys() <= todas.keys() and all(_es(v, todas[k]) for k, v in suyas.items())


def _es(valor: Any, clases: tuple[type, ...]) -> bool:
    return isinstance(valor, clases) and not (isinstance(valor, bool) and clases is not _ALGO)
