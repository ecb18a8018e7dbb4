"""Errores verosímiles sobre una afirmación cierta: los que un agente comete y un lector no ve.

Cada mutación cambia una sola cosa. Sirven para atacar al verificador (ninguna debe salir respaldada) y para fabricar
agentes que se equivocan con una tasa declarada.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

Json = dict[str, Any]
Mutacion = tuple[str, Json]

_IMPORTES = ("importe", "total", "exceso", "valor")
_FECHAS = ("limite", "desde", "hasta")
_OTRA_DIVISA = {"EUR": "USD", "USD": "EUR"}
_OTRO_RESULTADO = {"dentro": "fuera", "fuera": "dentro"}


def mutaciones(afirmacion: Mapping[str, Any], ajeno: str = "") -> Iterator[Mutacion]:
    """Todas las mutaciones de una afirmación de una sola proposición. `ajeno` es un id del registro de otra corrida."""
    args = afirmacion["propositions"][0]["args"]
    for clave, valor in args.items():
        for clase, nuevo in _de_argumento(clave, valor):
            yield clase, con_args(afirmacion, {**args, clave: nuevo})
    ids = afirmacion["propositions"][0]["ledger_ids"]
    yield "id_cambiado", con_ids(afirmacion, [_otra_cifra(ids[0]), *ids[1:]])
    yield "sin_una_prueba", con_ids(afirmacion, ids[1:] or [_otra_cifra(ids[0])])
    if ajeno:
        yield "otra_corrida", con_ids(afirmacion, [ajeno, *ids[1:]])


def de_cita(afirmacion: Mapping[str, Any]) -> Iterator[Mutacion]:
    """Mutaciones de una cita literal: cada carácter, y cada negación o salvedad quitada."""
    texto: str = afirmacion["propositions"][0]["args"]["texto"]
    for i, c in enumerate(texto):
        if c.isalnum():
            yield "un_caracter", con_args(afirmacion, {"texto": texto[:i] + _otro(c) + texto[i + 1 :]})
            yield "un_caracter_menos", con_args(afirmacion, {"texto": texto[:i] + texto[i + 1 :]})
    for palabra in ("No ", "no ", "salvo ", "excepto "):
        if palabra in texto:
            yield "sin_negacion", con_args(afirmacion, {"texto": texto.replace(palabra, "", 1)})
    for palabra in (", salvo ", ", excepto "):
        if palabra in texto:
            yield "sin_salvedad", con_args(afirmacion, {"texto": texto.split(palabra)[0]})


def con_args(afirmacion: Mapping[str, Any], args: Mapping[str, Any]) -> Json:
    """La misma afirmación con otros argumentos."""
    copia = copy.deepcopy(dict(afirmacion))
    copia["propositions"][0]["args"] = dict(args)
    return copia


def con_ids(afirmacion: Mapping[str, Any], ids: list[str]) -> Json:
    """La misma afirmación con otras pruebas."""
    copia = copy.deepcopy(dict(afirmacion))
    copia["propositions"][0]["ledger_ids"] = ids
    return copia


def _de_argumento(clave: str, valor: Any) -> Iterator[tuple[str, Any]]:
    if clave in ("linea", "otra_linea"):
        yield "otra_linea", valor + 1
    elif clave in _IMPORTES:
        yield from (("un_centimo", f"{Decimal(valor) + paso:.2f}") for paso in _PASOS if Decimal(valor) + paso > 0)
    elif clave in _FECHAS:
        yield from (("otra_fecha", str(date.fromisoformat(valor) + timedelta(days=d))) for d in (-1, 1))
    elif clave in _SUSTITUTOS:
        yield from _SUSTITUTOS[clave](valor)


_PASOS = (Decimal("0.01"), Decimal("-0.01"))


def _factura(valor: str) -> Iterator[tuple[str, str]]:
    yield "otra_factura", f"{valor[:-3]}{int(valor[-3:]) % 48 + 1:03d}"


def _divisa(valor: str) -> Iterator[tuple[str, str]]:
    yield "otra_moneda", _OTRA_DIVISA[valor]


def _resultado(valor: str) -> Iterator[tuple[str, str]]:
    yield "lo_contrario", _OTRO_RESULTADO[valor]


def _codigo(valor: str) -> Iterator[tuple[str, str]]:
    yield "otro_codigo", "A101" if valor != "A101" else "A102"


def _cliente(valor: str) -> Iterator[tuple[str, str]]:
    yield "otro_cliente", "CL-01" if valor != "CL-01" else "CL-02"


def _sujeto(valor: str) -> Iterator[tuple[str, str]]:
    clase, _, resto = valor.partition(":")
    yield "otro_sujeto", f"{clase}:X{resto}"


_SUSTITUTOS: Mapping[str, Callable[[str], Iterator[tuple[str, str]]]] = {
    "factura": _factura,
    "otra_factura": _factura,
    "excepto": _factura,
    "moneda": _divisa,
    "unidad": _divisa,
    "resultado": _resultado,
    "codigo": _codigo,
    "cliente": _cliente,
    "sujeto": _sujeto,
}


def _otra_cifra(id_: str) -> str:
    return id_[:-1] + ("0" if id_[-1] != "0" else "1")


def _otro(c: str) -> str:
    if c.isdigit():
        return str((int(c) + 1) % 10)
    return "x" if c.lower() != "x" else "y"
