"""`within_term@1`: una factura se presentó dentro o fuera del plazo de su carta, en días naturales o hábiles.

El calendario es una prueba más del registro: si falta el de un año que el plazo toca, no se sabe.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from agentes.control.cantidades import fecha, fin_de_plazo
from agentes.control.verificador.hechos import Hecho, Hechos
from agentes.control.verificador.predicados.base import FACTURA, FECHA, Dictamen, Predicado, exigir, objeto, segun


def _juzgar(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    factura = f"factura:{args['factura']}"
    cierre, presentada = (_dia(hechos.uno(factura, f"fecha_de_{x}")) for x in ("cierre", "presentacion"))
    carta = hechos.uno(factura, "carta_id").valor
    plazo = hechos.uno(f"carta:{carta}", "plazo")
    limite = fin_de_plazo(cierre, int(plazo.valor), _festivos(hechos) if plazo.unidad == "dias_habiles" else None)
    if plazo.unidad == "dias_habiles":
        _exigir_calendario(hechos, cierre, limite)
    if limite != _fecha(args["limite"]):
        return Dictamen("contradice", "otro_limite")
    return segun((presentada <= limite) == (args["resultado"] == "dentro"), distinto="lo_contrario")


def _festivos(hechos: Hechos) -> frozenset[date]:
    return frozenset(_dia(h) for anio in hechos.sujetos("anio:") for h in hechos.todos(anio, "festivo"))


def _exigir_calendario(hechos: Hechos, cierre: date, limite: date) -> None:
    for anio in range(cierre.year, limite.year + 1):
        archivado = hechos.todos(f"anio:{anio}", "archivado")
        exigir(bool(archivado), "sin_calendario", f"el calendario de {anio}")
        hechos.usar(*archivado)


def _dia(hecho: Hecho) -> date:
    return _fecha(hecho.valor)


def _fecha(texto: str) -> date:
    leida = fecha(texto)
    exigir(leida is not None, "fecha_ilegible", f"una fecha en lugar de «{texto}»")
    assert leida is not None  # noqa: S101 — lo acaba de exigir la línea anterior
    return leida


def _enunciar(args: Mapping[str, Any]) -> str:
    return f"{args['factura']} se presentó {args['resultado']} de plazo, que acababa el {args['limite']}."


_RESULTADO = {"type": "string", "enum": ["dentro", "fuera"]}
WITHIN_TERM = Predicado(
    "within_term@1", objeto(factura=FACTURA, resultado=_RESULTADO, limite=FECHA), _juzgar, _enunciar
)
