"""Spans de Zipkin v2 en JSON. Todo valor es texto, y los sucesos de OpenTelemetry van dentro de una anotación."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.jaeger import estado_de
from generador.lectura.ajenas.spans import tramo_de
from generador.lectura.ajenas.tramos import Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import entero, lista, mapa, texto

NOMBRE = "Zipkin v2 (lista de spans)"


def reconoce(contenido: Contenido) -> bool:
    """Si hay algún span con `traceId`, `id` y lo que solo lleva Zipkin."""
    return any(_es_span(o.valor) for o in _spans(contenido)[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por span."""
    tramos: list[Tramo] = []
    saltadas = [*contenido.saltadas]
    for o in _spans(contenido):
        tramo = tramo_de(_como_otlp(o.valor)) if _es_span(o.valor) else None
        if tramo is None:
            saltadas.append(Saltada(o.linea, "no es un span: le falta «id» o «traceId»"))
        else:
            tramos.append(tramo)
    return Lectura(formato=NOMBRE, origen="zipkin", tramos=tuple(tramos), saltadas=tuple(saltadas))


def _es_span(valor: Any) -> bool:
    """Otros también llaman `traceId` e `id` a los suyos, pero con la hora en texto y sin `localEndpoint`."""
    if not isinstance(valor, dict) or not (texto(valor.get("traceId")) and texto(valor.get("id"))):
        return False
    return "localEndpoint" in valor or type(valor.get("timestamp")) is int


def _spans(contenido: Contenido) -> list[Objeto]:
    """Los spans; `/api/v2/traces` da una lista de trazas, que son listas."""
    abiertos: list[Objeto] = []
    for o in contenido.sueltos():
        abiertos += [Objeto(o.linea, s) for s in o.valor] if isinstance(o.valor, list) else [o]
    return abiertos


def _como_otlp(span: Mapping[str, Any]) -> dict[str, Any]:
    a = {k: v for k, v in mapa(span.get("tags")).items() if isinstance(v, str)}
    inicio, duracion = entero(span.get("timestamp")), entero(span.get("duration"))
    return {
        "traceId": span["traceId"],
        "spanId": span["id"],
        "parentSpanId": span.get("parentId"),
        "name": span.get("name"),
        "startTimeUnixNano": None if inicio is None else inicio * 1000,
        "endTimeUnixNano": None if inicio is None or duracion is None else (inicio + duracion) * 1000,
        "attributes": a,
        "events": [s for x in lista(span.get("annotations")) for s in _sucesos(mapa(x).get("value"))],
        "status": estado_de(a),
    }


def _sucesos(dicho: Any) -> Iterator[dict[str, Any]]:
    """De `{"exception": {…}}`, como lo escribe el SDK, o de `exception|{…}|0`, como el colector."""
    if not isinstance(dicho, str):
        return
    nombre, _, resto = dicho.partition("|")
    en_mapa = mapa(dicho) or {nombre: resto.rpartition("|")[0]}
    yield from ({"name": str(k), "attributes": dict(mapa(v))} for k, v in en_mapa.items())
