"""`exceeds_cap@1`: la tarifa de una línea pasa del tope de su rol en su fecha, y por cuánto dinero."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from agentes.control.cantidades import en_centimos, fecha
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


def exceso_de(horas: Decimal, tarifa: Decimal, tope: Decimal) -> Decimal:
    """Lo cobrado de más: horas × tarifa menos horas × tope, cada producto al céntimo."""
    return en_centimos(horas * tarifa) - en_centimos(horas * tope)


def _juzgar(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    linea = f"linea:{args['factura']}/{args['linea']}"
    rol, dia = hechos.uno(linea, "rol").valor, fecha(hechos.uno(linea, "fecha").valor)
    tarifa, horas = hechos.uno(linea, "tarifa"), hechos.uno(linea, "horas")
    carta = hechos.uno(f"factura:{args['factura']}", "carta_id").valor
    tope = hechos.uno(f"tope:{carta}/{rol}", "tope", dia)
    exigir(tope.unidad == tarifa.unidad, "otra_unidad", f"el tope de {rol} en {tarifa.unidad}")
    pasa = Decimal(tarifa.valor) > Decimal(tope.valor)
    exceso = exceso_de(Decimal(horas.valor), Decimal(tarifa.valor), Decimal(tope.valor))
    if not pasa:
        return Dictamen("contradice", "no_supera_el_tope")
    return segun(exceso == Decimal(args["exceso"]), distinto="otro_exceso")


def _enunciar(args: Mapping[str, Any]) -> str:
    return f"La línea {args['linea']} de {args['factura']} supera el tope de su rol en {args['exceso']} EUR."


EXCEEDS_CAP = Predicado("exceeds_cap@1", objeto(factura=FACTURA, linea=LINEA, exceso=EUROS), _juzgar, _enunciar)
