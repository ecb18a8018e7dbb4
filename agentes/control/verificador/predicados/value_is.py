"""`value_is@1`: un sujeto tiene un valor en un atributo, con su unidad y, si tiene vigencia, en una fecha."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentes.control.cantidades import fecha
from agentes.control.verificador.hechos import UNIDADES, Hechos
from agentes.control.verificador.predicados.base import FECHA, Dictamen, Predicado, exigir, objeto, segun

_FUNCIONALES = frozenset(
    (
        *("numero", "carta_id", "cliente_id", "moneda", "fecha_de_cierre", "fecha_de_presentacion", "n_lineas"),
        *("total", "fecha", "profesional", "rol", "codigo", "horas", "tarifa", "importe", "tope", "plazo"),
    )
)
"""Atributos con un solo valor: otro valor los contradice. De los demás (festivo…), no se sigue."""


def _juzgar(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    hecho = hechos.uno(args["sujeto"], args["atributo"], fecha(args.get("en")))
    exigir("en" not in args or hecho.desde is not None, "sin_vigencia", f"desde y hasta cuándo vale {args['atributo']}")
    exigir(hecho.unidad == args["unidad"], "otra_unidad", f"{args['atributo']} en {args['unidad']}")
    igual = hecho.igual_a(args["valor"], hecho.unidad)
    exigir(igual or args["atributo"] in _FUNCIONALES, "atributo_multiple")
    return segun(igual)


def _enunciar(args: Mapping[str, Any]) -> str:
    cuando = f" a {args['en']}" if "en" in args else ""
    return f"{args['atributo']} de {args['sujeto']} es {args['valor']} ({args['unidad']}){cuando}."


_TEXTO = {"type": "string", "minLength": 1, "maxLength": 120}
_ARGS = objeto(
    ("en",), sujeto=_TEXTO, atributo=_TEXTO, valor=_TEXTO, unidad={"type": "string", "enum": list(UNIDADES)}, en=FECHA
)
VALUE_IS = Predicado("value_is@1", _ARGS, _juzgar, _enunciar)
