"""`absent@1`: no hay otra factura con ese número. Solo lo prueba una búsqueda que se declara completa en su alcance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentes.control.verificador.hechos import Hechos
from agentes.control.verificador.predicados.base import CLIENTE, FACTURA, FECHA, Dictamen, Predicado, exigir, objeto


def _juzgar(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    alcance = f"busqueda:{args['cliente']}/{args['desde']}/{args['hasta']}/{args['excepto']}"
    iguales = [h for h in hechos.todos(alcance, "numero") if h.valor == args["numero"]]
    if iguales:
        hechos.usar(*iguales)
        return Dictamen("contradice", "hay_una")
    completa = hechos.uno(alcance, "completa")
    exigir(completa.valor == "true", "busqueda_incompleta", f"un archivo completo de {args['cliente']}")
    return Dictamen("respalda", "busqueda_completa_sin_hallazgos")


def _enunciar(args: Mapping[str, Any]) -> str:
    alcance = f"{args['cliente']} entre {args['desde']} y {args['hasta']}, aparte de {args['excepto']}"
    return f"No hay otra factura con el número {args['numero']} de {alcance}."


_NUMERO = {"type": "string", "minLength": 1, "maxLength": 40}
ABSENT = Predicado(
    "absent@1", objeto(cliente=CLIENTE, desde=FECHA, hasta=FECHA, excepto=FACTURA, numero=_NUMERO), _juzgar, _enunciar
)
