"""JSON que no es ni un documento ni uno por línea, pero se entiende: documentos seguidos y listas mal acabadas.

Es lo que deja una consola que imprime cada span con sangría, un `cat` de varios ficheros o una exportación cortada a
mitad de su lista. Lo que no se puede leer se dice con su línea, como en los demás.
"""

from __future__ import annotations

import json
import re
from typing import Any

from generador.lectura.ajenas.tramos import Saltada

_ENTRE = re.compile(r"[\s,]*")
_PRINCIPIO = re.compile(r"\s*\[?\s*")
_FINAL = re.compile(r"[\s,\]]*")
_DE_UNA_LISTA = re.compile(rb"\s*(?:\[\s*)?(\{.*\})[\s,\]]*", re.DOTALL)
_CORCHETE = re.compile(rb"\s*[\[\]],?\s*")


def elemento(linea: bytes) -> bytes:
    """Una línea que es un elemento de una lista (`{…},`), sin la coma ni el corchete."""
    hallado = _DE_UNA_LISTA.fullmatch(linea)
    return hallado[1] if hallado else linea


def es_corchete(linea: bytes) -> bool:
    """Si una línea solo abre o cierra la lista que va por líneas."""
    return _CORCHETE.fullmatch(linea) is not None


def seguidos(datos: bytes) -> tuple[list[tuple[int, Any]], list[Saltada]] | None:
    """Cada documento con la línea en que empieza, y lo que no se entendió; `None` si no se entiende ni el primero."""
    try:
        texto = datos.decode("utf-8")
    except UnicodeDecodeError:
        return None
    lector = json.JSONDecoder()
    leidos: list[tuple[int, Any]] = []
    hallado = _PRINCIPIO.match(texto)
    posicion, linea, contado = hallado.end() if hallado else 0, 1, 0
    while not _FINAL.fullmatch(texto, posicion):
        linea, contado = linea + texto.count("\n", contado, posicion), posicion
        try:
            valor, acaba = lector.raw_decode(texto, posicion)
        except (ValueError, RecursionError):
            return (leidos, [Saltada(linea, "aquí empieza algo que no acaba o no es JSON")]) if leidos else None
        leidos.append((linea, valor))
        entre = _ENTRE.match(texto, acaba)
        posicion = entre.end() if entre else acaba
    return (leidos, []) if leidos else None
