"""Spans de Zipkin v2 en JSON. Todo valor es texto, y los sucesos de OpenTelemetry van dentro de una anotación."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.sin_otlp import estado_de, horas_de, leer_spans
from generador.lectura.ajenas.tramos import Lectura
from generador.lectura.ajenas.valores import lista, mapa, texto

NOMBRE = "Zipkin v2 (lista de spans)"


def reconoce(contenido: Contenido) -> bool:
    """Si hay algún span con `traceId`, `id` y lo que solo lleva Zipkin."""
    return any(_es_span(o.valor) for o in _spans(contenido)[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por span."""
    falta = "«id» o «traceId»"
    return leer_spans(_spans(contenido), _como_otlp, contenido.saltadas, formato=NOMBRE, origen="zipkin", falta=falta)


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


def _como_otlp(span: Any) -> dict[str, Any] | None:
    if not _es_span(span):
        return None
    a = {k: v for k, v in mapa(span.get("tags")).items() if isinstance(v, str)}
    return {
        "traceId": span["traceId"],
        "spanId": span["id"],
        "parentSpanId": span.get("parentId"),
        "name": span.get("name"),
        **horas_de(span.get("timestamp"), span.get("duration")),
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
