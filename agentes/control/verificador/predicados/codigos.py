"""`not_billable@1` y `duplicate_of@1`: igualdad de códigos y de tuplas, sin parecidos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentes.control.verificador.hechos import Hechos
from agentes.control.verificador.predicados.base import (
    CODIGO,
    FACTURA,
    LINEA,
    Dictamen,
    Predicado,
    exigir,
    objeto,
    segun,
)

_TUPLA = ("profesional", "fecha", "codigo", "horas")


def _no_facturable(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    codigo = hechos.uno(f"linea:{args['factura']}/{args['linea']}", "codigo").valor
    if codigo != args["codigo"]:
        return Dictamen("contradice", "otro_codigo")
    carta = hechos.uno(f"factura:{args['factura']}", "carta_id").valor
    prohibidos = hechos.todos(f"carta:{carta}", "no_facturable")
    halla = [h for h in prohibidos if h.valor == codigo]
    if halla:
        hechos.usar(*halla)
        return Dictamen("respalda", "en_la_relacion")
    cerrada = hechos.uno(f"carta:{carta}", "lista_cerrada").valor == "true"
    exigir(cerrada, "lista_abierta", f"si {codigo} es facturable según {carta}")
    return Dictamen("contradice", "fuera_de_una_relacion_cerrada")


def _duplicada(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    una, otra = f"linea:{args['factura']}/{args['linea']}", f"linea:{args['otra_factura']}/{args['otra_linea']}"
    exigir(una != otra, "la_misma_linea", "otra línea con la que comparar")
    pares = [(hechos.uno(una, a), hechos.uno(otra, a)) for a in _TUPLA]
    return segun(all(a.igual_a(b.valor, a.unidad) for a, b in pares), "misma_tupla", "tuplas_distintas")


def _enunciar_codigo(args: Mapping[str, Any]) -> str:
    return f"La línea {args['linea']} de {args['factura']} lleva el código {args['codigo']}, que no se factura."


def _enunciar_duplicada(args: Mapping[str, Any]) -> str:
    otra = f"la línea {args['otra_linea']} de {args['otra_factura']}"
    return f"La línea {args['linea']} de {args['factura']} repite {otra}."


NOT_BILLABLE = Predicado(
    "not_billable@1", objeto(factura=FACTURA, linea=LINEA, codigo=CODIGO), _no_facturable, _enunciar_codigo
)
DUPLICATE_OF = Predicado(
    "duplicate_of@1",
    objeto(factura=FACTURA, linea=LINEA, otra_factura=FACTURA, otra_linea=LINEA),
    _duplicada,
    _enunciar_duplicada,
)
