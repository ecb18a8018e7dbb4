"""`amount_is_product@1` y `sum_is@1`: cuánto sale de multiplicar o de sumar, al céntimo y mitades hacia arriba."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from agentes.control.cantidades import en_centimos
from agentes.control.verificador.hechos import Hechos
from agentes.control.verificador.predicados.base import (
    EUROS,
    FACTURA,
    LINEA,
    Dictamen,
    Predicado,
    exigir,
    objeto,
    segun,
)

_DIVISA = {"type": "string", "enum": ["EUR", "USD"]}


def _producto(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    linea = f"linea:{args['factura']}/{args['linea']}"
    horas, tarifa = hechos.uno(linea, "horas"), hechos.uno(linea, "tarifa")
    exigir(tarifa.unidad == f"{args['moneda']}/h", "otra_unidad", f"la tarifa de {linea} en {args['moneda']}")
    return segun(en_centimos(Decimal(horas.valor) * Decimal(tarifa.valor)) == Decimal(args["importe"]))


def _suma(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    factura = f"factura:{args['factura']}"
    n = int(hechos.uno(factura, "n_lineas").valor)
    lineas = [s for s in hechos.sujetos(f"linea:{args['factura']}/") if hechos.todos(s, "importe")]
    exigir(len(lineas) == n, "faltan_sumandos", f"las {n} líneas de {args['factura']}")
    importes = [hechos.uno(linea, "importe") for linea in lineas]
    exigir(all(i.unidad == args["moneda"] for i in importes), "otra_unidad", f"importes en {args['moneda']}")
    return segun(sum((Decimal(i.valor) for i in importes), Decimal()) == Decimal(args["total"]))


def _enunciar_producto(args: Mapping[str, Any]) -> str:
    quien = f"la línea {args['linea']} de {args['factura']}"
    return f"Horas por tarifa de {quien} son {args['importe']} {args['moneda']}."


def _enunciar_suma(args: Mapping[str, Any]) -> str:
    return f"Las líneas de {args['factura']} suman {args['total']} {args['moneda']}."


AMOUNT_IS_PRODUCT = Predicado(
    "amount_is_product@1",
    objeto(factura=FACTURA, linea=LINEA, importe=EUROS, moneda=_DIVISA),
    _producto,
    _enunciar_producto,
)
SUM_IS = Predicado("sum_is@1", objeto(factura=FACTURA, total=EUROS, moneda=_DIVISA), _suma, _enunciar_suma)
