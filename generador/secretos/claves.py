"""Reglas por estructura: en un valor JSON, el nombre de la clave delata al secreto aunque su forma no diga nada."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generador.secretos.detector import Coincidencia, Tramo, sospechoso, tramos
from generador.secretos.reglas import ASIGNACION

_DELICADAS = re.compile(
    r"(?:^|_)(?:pass(?:word|wd|phrase)|pwd|contrasen[ay]a?|contraseña|clave_secreta|secret|token|credentials?"
    r"|(?:api|access|secret|private|account|auth|master|encryption|signing)_?key|authorization|connection_string)$"
)
_JOROBA = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-.\s]+")
_ESCAPES = str.maketrans({"~": "~0", "/": "~1"})
_LARGO = 60
_TANDA = 500


def es_delicada(clave: object) -> bool:
    """Si una clave (`apiKey`, `DB_PASSWORD`, `x-auth-token`) tiene nombre de secreto. `max_tokens` no lo tiene."""
    return isinstance(clave, str) and bool(_DELICADAS.search(_JOROBA.sub("_", clave[:200]).lower()))


def buscar_en_json(valor: Any) -> tuple[Coincidencia, ...]:
    """Los hallazgos de un valor JSON ya decodificado, en claves y en textos, cada uno con su JSON Pointer.

    Una clave que es ella misma un secreto sale tapada en el puntero. Sin límite de hondura.
    """
    if _esta_limpio(valor):
        return ()
    return tuple(t.mostrar(puntero) for puntero, t in _recorrer(valor))


def _esta_limpio(valor: Any) -> bool:
    """Si ningún texto lleva nada ni ninguna clave tiene nombre de secreto. Se pregunta por tandas, que es más barato.

    Juntar textos con un salto de línea solo puede añadir sospechas: ninguna regla lo pide a su lado ni lo prohíbe.
    """
    claves, textos = _hojas(valor)
    if any(map(es_delicada, claves)):
        return False
    todos = [*claves, *textos]
    tandas = (todos[i : i + _TANDA] for i in range(0, len(todos), _TANDA))
    return not any(sospechoso("\n".join(t).encode("utf-8", "replace")) and any(map(tramos, t)) for t in tandas)


def _hojas(valor: Any) -> tuple[set[str], list[str]]:
    """Las claves, cada una una vez, y los textos de un valor JSON."""
    claves, textos, pendientes = set[str](), list[str](), [valor]
    while pendientes:
        actual = pendientes.pop()
        if isinstance(actual, str):
            textos.append(actual)
        elif isinstance(actual, dict):
            claves.update(k for k in actual if isinstance(k, str))
            pendientes.extend(actual.values())
        elif isinstance(actual, list | tuple):
            pendientes.extend(actual)
    return claves, textos


def _recorrer(valor: Any) -> Iterator[tuple[str, Tramo]]:
    pendientes: list[tuple[str, Any, Any]] = [("", None, valor)]
    while pendientes:
        puntero, clave, actual = pendientes.pop()
        if isinstance(actual, str):
            yield from ((puntero, t) for t in _en_texto(actual, clave))
        elif isinstance(actual, dict):
            hijos = [(f"{puntero}/{_paso(k)}", k, v) for k, v in actual.items()]
            yield from ((p, t) for p, k, _ in hijos if isinstance(k, str) for t in tramos(k))
            pendientes.extend(reversed(hijos))
        elif isinstance(actual, list | tuple):
            pendientes.extend((f"{puntero}/{i}", None, v) for i, v in reversed(list(enumerate(actual))))


def _en_texto(texto: str, clave: Any) -> tuple[Tramo, ...]:
    hallados = tramos(texto)
    if not hallados and es_delicada(clave) and ASIGNACION.vale(texto):
        return (Tramo(ASIGNACION, 0, len(texto), texto),)
    return hallados


def _paso(clave: Any) -> str:
    """Un paso del puntero, escapado, sin secretos y de un largo razonable."""
    texto = str(clave)
    if hallados := tramos(texto):
        return f"‹{hallados[0].regla.nombre}›"
    return texto[:_LARGO].translate(_ESCAPES)
