"""Lo que comparten los formatos que guardan spans de OpenTelemetry con otras claves (Jaeger y Zipkin): el estado va en
las etiquetas y las horas, en microsegundos desde el principio.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generador.lectura.ajenas.documentos import Objeto
from generador.lectura.ajenas.spans import tramo_de
from generador.lectura.ajenas.tramos import Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import entero, texto

_SI = (True, "true", "True", 1, "1")


def leer_spans(
    spans: Iterable[Objeto],
    como_otlp: Callable[[Any], Mapping[str, Any] | None],
    saltadas: Iterable[Saltada],
    *,
    formato: str,
    origen: str,
    falta: str,
) -> Lectura:
    """Un tramo por span. `como_otlp` da `None` de lo que no lo es, y `falta` dice qué le falta."""
    tramos: list[Tramo] = []
    perdidas = [*saltadas]
    for o in spans:
        span = como_otlp(o.valor)
        tramo = None if span is None else tramo_de(span)
        if tramo is None:
            perdidas.append(Saltada(o.linea, f"no es un span: le falta {falta}"))
        else:
            tramos.append(tramo)
    return Lectura(formato=formato, origen=origen, tramos=tuple(tramos), saltadas=tuple(perdidas))


def horas_de(inicio: Any, duracion: Any) -> dict[str, int | None]:
    """Cuándo empezó y acabó, en nanosegundos; se dan en microsegundos."""
    t0, tarda = entero(inicio), entero(duracion)
    return {
        "startTimeUnixNano": None if t0 is None else t0 * 1000,
        "endTimeUnixNano": None if t0 is None or tarda is None else (t0 + tarda) * 1000,
    }


def estado_de(etiquetas: Mapping[str, Any]) -> dict[str, Any]:
    """El estado que OpenTelemetry deja en las etiquetas. En Zipkin, `error` lleva el mensaje."""
    error = etiquetas.get("error")
    dicho = error if isinstance(error, str) and error not in (*_SI, "", "false", "False") else None
    mal = etiquetas.get("otel.status_code") == "ERROR" or error in _SI or dicho is not None
    mensaje = texto(etiquetas.get("otel.status_description")) or dicho
    return {"code": "ERROR" if mal else etiquetas.get("otel.status_code"), "message": mensaje}
