"""Trazas de Jaeger en JSON, como las da su API y las descarga su interfaz: spans con etiquetas y padres por referencia.

Jaeger guarda el estado y los sucesos de OpenTelemetry como etiquetas y registros; aquí se le devuelven, y el span se
lee con las mismas reglas que los demás.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.sin_otlp import estado_de, horas_de, leer_spans
from generador.lectura.ajenas.tramos import Lectura
from generador.lectura.ajenas.valores import lista, mapa, numero_o_json, texto

NOMBRE = "Jaeger (JSON de su API o de su interfaz)"


def reconoce(contenido: Contenido) -> bool:
    """Si hay algún span con su `spanID` y su `operationName`."""
    return any(_es_span(o.valor) for o in _spans(contenido))


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por span."""
    falta = "«spanID», «traceID» u «operationName»"
    return leer_spans(_spans(contenido), _como_otlp, contenido.saltadas, formato=NOMBRE, origen="jaeger", falta=falta)


def _es_span(valor: Any) -> bool:
    return isinstance(valor, dict) and "spanID" in valor and "operationName" in valor


def _spans(contenido: Contenido) -> Iterator[Objeto]:
    """Cada span: suelto, en `spans` de una traza, o en las trazas de `data`."""
    for o in contenido.sueltos():
        fuera = o.valor if isinstance(o.valor, dict) else {}
        trazas = lista(fuera.get("data")) if "spans" not in fuera else [fuera]
        if not trazas:
            yield o
        for traza in trazas:
            yield from (Objeto(o.linea, s) for s in lista(mapa(traza).get("spans")))


def _como_otlp(span: Any) -> dict[str, Any] | None:
    """El span con las claves de OTLP."""
    if not _es_span(span):
        return None
    a = _etiquetas(span.get("tags"))
    return {
        "traceId": span.get("traceID"),
        "spanId": span.get("spanID"),
        "parentSpanId": _padre(span),
        "name": span.get("operationName"),
        **horas_de(span.get("startTime"), span.get("duration")),
        "attributes": a,
        "events": [_suceso(mapa(r)) for r in lista(span.get("logs"))],
        "status": estado_de(a),
    }


def _padre(span: Mapping[str, Any]) -> Any:
    """De quién es hijo; una referencia a otra traza es un enlace y no un padre."""
    suyas = [r for r in map(mapa, lista(span.get("references"))) if r.get("traceID") in (None, span.get("traceID"))]
    hijas = [r for r in suyas if r.get("refType") == "CHILD_OF"] or suyas
    return hijas[0].get("spanID") if hijas else span.get("parentSpanID")


def _etiquetas(valor: Any) -> dict[str, Any]:
    """De `[{key, type, value}]` a un objeto."""
    pares = (mapa(e) for e in lista(valor))
    return {
        e["key"]: numero_o_json(e.get("value")) if e.get("type") in _NUMEROS else e.get("value")
        for e in pares
        if texto(e.get("key"))
    }


_NUMEROS = ("int64", "float64", "bool")


def _suceso(registro: Mapping[str, Any]) -> dict[str, Any]:
    """Un suceso con nombre; OpenTracing contaba las excepciones con otros campos."""
    campos = _etiquetas(registro.get("fields"))
    if campos.get("event") == "error" and "exception.message" not in campos:
        cuenta = {"type": campos.get("error.kind"), "message": campos.get("message"), "stacktrace": campos.get("stack")}
        return {"name": "exception", "attributes": {f"exception.{k}": v for k, v in cuenta.items() if v is not None}}
    nombre = campos.get("event") or ("exception" if "exception.type" in campos else None)
    return {"name": nombre, "attributes": campos}
