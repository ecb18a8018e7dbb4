"""Spans de OpenTelemetry en JSON (OTLP): los de OpenInference, Langfuse, LangSmith, OpenLLMetry o GenAI.

También los que imprime el SDK en la consola y los que da Phoenix, que son los mismos spans sin recursos alrededor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.spans import atributos_de, tramo_de
from generador.lectura.ajenas.tramos import Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import lista, mapa

NOMBRE = "OTLP en JSON (OpenInference, Phoenix, Langfuse, LangSmith, OpenLLMetry, GenAI)"
_RECURSOS = ("resourceSpans", "resource_spans", "batches")
_AMBITOS = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans")
_CAJAS = ("trace", "result", "data")


def reconoce(contenido: Contenido) -> bool:
    """Si algún objeto lleva `resourceSpans`, o es un span suelto."""
    return any(_de_recursos(o.valor) is not None or _suelto(o.valor) for o in _objetos(contenido)[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por span."""
    tramos: list[Tramo] = []
    saltadas = [*contenido.saltadas]
    origen = "otlp"
    for o in _objetos(contenido):
        hay = False
        for span in _spans(o.valor):
            hay = True
            tramo = tramo_de(span)
            if tramo is None:
                saltadas.append(Saltada(o.linea, "un span no tiene «spanId» o «traceId»"))
                continue
            tramos.append(tramo)
            if any(k.startswith("langfuse.") for k in atributos_de(span)):
                origen = "langfuse"
        if not hay and _de_recursos(o.valor) is None:
            saltadas.append(Saltada(o.linea, "no lleva spans"))
    return Lectura(formato=NOMBRE, origen=origen, tramos=tuple(tramos), saltadas=tuple(saltadas))


def _objetos(contenido: Contenido) -> list[Objeto]:
    """Los objetos, abriendo las páginas `{"data": [span, …]}` de Phoenix."""
    abiertos: list[Objeto] = []
    for o in contenido.sueltos():
        dentro = o.valor.get("data") if isinstance(o.valor, dict) else None
        paginado = isinstance(dentro, list) and any(map(_suelto, dentro))
        abiertos += [Objeto(o.linea, s) for s in dentro] if isinstance(dentro, list) and paginado else [o]
    return abiertos


def _de_recursos(valor: Any) -> list[Any] | None:
    """Los spans por recurso; Tempo los llama `batches` o los mete en `trace`, y Jaeger 2 en `result`."""
    if not isinstance(valor, dict):
        return None
    cajas = (valor, *(mapa(valor.get(c)) for c in _CAJAS))
    return next((c[k] for c in cajas for k in _RECURSOS if isinstance(c.get(k), list)), None)


def _suelto(valor: Any) -> dict[str, Any] | None:
    """Un span sin recurso: el de la consola, el de Phoenix o la fila de su tabla, que lleva puntos en las claves."""
    if not isinstance(valor, dict):
        return None
    contexto = valor.get("context")
    if isinstance(contexto, dict) and "trace_id" in contexto:
        return {**valor, **contexto}
    if "context.trace_id" in valor:
        return _de_una_fila(valor)
    return valor if "trace_id" in valor and "span_id" in valor and "name" in valor else None


def _de_una_fila(fila: Mapping[str, Any]) -> dict[str, Any]:
    span = {k.removeprefix("context."): v for k, v in fila.items() if not k.startswith("attributes.")}
    dentro = {k.removeprefix("attributes."): v for k, v in fila.items() if k.startswith("attributes.")}
    return {**span, "attributes": {k: v for k, v in dentro.items() if v is not None}}


def _spans(valor: Any) -> Iterator[Mapping[str, Any]]:
    if (suelto := _suelto(valor)) is not None:
        yield suelto
    for recurso in _de_recursos(valor) or ():
        caja = mapa(recurso)
        ambitos = next((caja[a] for a in _AMBITOS if a in caja), None)
        for ambito in lista(ambitos):
            yield from (s if isinstance(s, dict) else {} for s in lista(mapa(ambito).get("spans")))
