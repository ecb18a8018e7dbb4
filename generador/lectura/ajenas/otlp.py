"""Spans de OpenTelemetry en JSON (OTLP): los de OpenInference, Langfuse, LangSmith, OpenLLMetry o GenAI.

OTLP dice cómo se escribe un span, no qué significa: cada instrumentación pone los metadatos de LangGraph, la entrada y
la salida en atributos distintos. Aquí se buscan todos; el primero que esté, vale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas import desenlaces
from generador.lectura.ajenas.atributos import (
    ENTRADAS,
    SALIDAS,
    aplanados,
    clase_de,
    metadatos_de,
    modelo_de,
    ofertas,
    primero,
    valor_de,
)
from generador.lectura.ajenas.documentos import Contenido
from generador.lectura.ajenas.llamadas import herramientas_de, procedencia_de
from generador.lectura.ajenas.tramos import HERRAMIENTA, MODELO, Desenlace, Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import (
    de_json,
    entero,
    hilo_de,
    id_de,
    lista,
    mapa,
    nanos,
    puesto_de,
    segundos,
    situar,
    texto,
    uso_de,
)

NOMBRE = "OTLP en JSON (OpenInference, Langfuse, LangSmith, OpenLLMetry, GenAI)"
_RECURSOS = ("resourceSpans", "resource_spans", "batches")
_SESIONES = (
    "session.id",
    "langfuse.session.id",
    "gen_ai.conversation.id",
    "traceloop.association.properties.session_id",
)


def reconoce(contenido: Contenido) -> bool:
    """Si algún objeto lleva `resourceSpans`, o es un span de los que imprime el SDK en la consola."""
    return any(_de_recursos(o.valor) is not None or _de_consola(o.valor) for o in contenido.sueltos()[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por span."""
    tramos: list[Tramo] = []
    saltadas = [*contenido.saltadas]
    origen = "otlp"
    for o in contenido.sueltos():
        hay = False
        for span in _spans(o.valor):
            hay = True
            tramo = _tramo(span)
            if tramo is None:
                saltadas.append(Saltada(o.linea, "un span no tiene «spanId» o «traceId»"))
                continue
            tramos.append(tramo)
            if any(k.startswith("langfuse.") for k in _atributos(span)):
                origen = "langfuse"
        if not hay and _de_recursos(o.valor) is None:
            saltadas.append(Saltada(o.linea, "no lleva spans"))
    return Lectura(formato=NOMBRE, origen=origen, tramos=tuple(tramos), saltadas=tuple(saltadas))


def _de_recursos(valor: Any) -> list[Any] | None:
    """Los spans por recurso; el almacén Tempo los llama `batches`, o los mete en `trace`."""
    if not isinstance(valor, dict):
        return None
    cajas = (valor, mapa(valor.get("trace")))
    return next((c[k] for c in cajas for k in _RECURSOS if isinstance(c.get(k), list)), None)


def _de_consola(valor: Any) -> bool:
    return isinstance(valor, dict) and isinstance(valor.get("context"), dict) and "trace_id" in valor["context"]


def _spans(valor: Any) -> Iterator[Mapping[str, Any]]:
    if _de_consola(valor):
        yield {**valor, **valor["context"]}
    for recurso in _de_recursos(valor) or ():
        ambitos = mapa(recurso)
        for ambito in lista(ambitos.get("scopeSpans", ambitos.get("scope_spans"))):
            yield from (s if isinstance(s, dict) else {} for s in lista(mapa(ambito).get("spans")))


def _atributos(span: Mapping[str, Any]) -> dict[str, Any]:
    crudos = span.get("attributes")
    if isinstance(crudos, dict):
        return crudos
    return {a["key"]: valor_de(a.get("value")) for a in lista(crudos) if isinstance(a, dict) and texto(a.get("key"))}


def _campo(span: Mapping[str, Any], *nombres: str) -> Any:
    return next((span[n] for n in nombres if span.get(n) is not None), None)


def _tramo(span: Mapping[str, Any]) -> Tramo | None:
    traza, id = id_de(_campo(span, "traceId", "trace_id")), id_de(_campo(span, "spanId", "span_id"))
    if traza is None or id is None:
        return None
    a = _atributos(span)
    meta = metadatos_de(a)
    clase = clase_de(a)
    desenlace = _desenlace(span, a)
    entrada = de_json(primero(a, ENTRADAS))
    salida = de_json(primero(a, SALIDAS))
    ofrecidas = ofertas(entrada)
    if clase == MODELO:
        entrada, salida = modelo_de(a, entrada, salida)
    return Tramo(
        traza=traza,
        id=id,
        padre=id_de(_campo(span, "parentSpanId", "parent_span_id", "parent_id")),
        nombre=texto(span.get("name")) or "",
        clase=clase,
        t0=nanos(_campo(span, "startTimeUnixNano", "start_time_unix_nano")) or segundos(span.get("start_time")),
        t1=nanos(_campo(span, "endTimeUnixNano", "end_time_unix_nano")) or segundos(span.get("end_time")),
        situacion=situar(meta),
        hilo=hilo_de(meta, *(a.get(s) for s in _SESIONES)),
        puesto=puesto_de(meta.get("tags") or a.get("tag.tags") or a.get("langsmith.span.tags")),
        entrada=entrada,
        salida=salida if desenlace.estado == "ok" else None,
        desenlace=desenlace,
        datos=_datos(clase, a, meta, ofrecidas, salida),
    )


def _desenlace(span: Mapping[str, Any], a: Mapping[str, Any]) -> Desenlace:
    estado = mapa(span.get("status"))
    mensaje = texto(estado.get("message")) or texto(estado.get("description"))
    mensaje = mensaje or texto(a.get("langfuse.observation.status_message")) or ""
    for suceso in lista(span.get("events")):
        e = mapa(suceso)
        if e.get("name") == "exception":
            d = _atributos(e)
            traza = texto(d.get("exception.stacktrace")) or ""
            return desenlaces.de_error(str(d.get("exception.type") or ""), str(d.get("exception.message") or ""), traza)
    codigo = estado.get("code", estado.get("status_code"))
    if codigo in (2, "2", "STATUS_CODE_ERROR", "ERROR") or mensaje.startswith(("(Interrupt(", "GraphInterrupt(")):
        clase = texto(a.get("error.type"))
        return desenlaces.de_error(clase, mensaje) if clase else desenlaces.de_texto(mensaje or "Error")
    cerrado = _campo(span, "endTimeUnixNano", "end_time_unix_nano", "end_time")
    return desenlaces.ABIERTO if cerrado in (None, 0, "0") else desenlaces.BIEN


def _datos(
    clase: str, a: Mapping[str, Any], meta: Mapping[str, Any], ofrecidas: list[Any], salida: Any
) -> Mapping[str, Any]:
    if clase == HERRAMIENTA:
        dentro = mapa(salida)
        llamada = primero(a, ("tool_call.id", "gen_ai.tool.call.id")) or meta.get("tool_call_id")
        llamada = llamada or dentro.get("tool_call_id") or mapa(dentro.get("data")).get("tool_call_id")
        return {"call": texto(de_json(llamada)), "name": texto(primero(a, ("tool.name", "gen_ai.tool.name")))}
    if clase != MODELO:
        return {}
    parametros = mapa(primero(a, ("llm.invocation_parameters", "langfuse.observation.model.parameters")))
    ofrecidas = ofrecidas or parametros.get("tools") or a.get("gen_ai.tool.definitions") or _esquemas(a)
    return {
        "provider": texto(primero(a, ("llm.provider", "gen_ai.provider.name", "gen_ai.system")))
        or texto(de_json(meta.get("ls_provider"))),
        "model": _nombre_de_modelo(a, meta),
        "params": {k: v for k, v in parametros.items() if k != "tools"},
        "tools": herramientas_de(ofrecidas),
        "usage": _uso(a),
        "first_token": segundos(de_json(a.get("langfuse.observation.completion_start_time"))),
        "provenance": procedencia_de(parametros, salida),
    }


def _nombre_de_modelo(a: Mapping[str, Any], meta: Mapping[str, Any]) -> str | None:
    claves = ("llm.model_name", "langfuse.observation.model.name", "gen_ai.response.model", "gen_ai.request.model")
    return texto(primero(a, claves)) or texto(de_json(meta.get("ls_model_name")))


def _esquemas(a: Mapping[str, Any]) -> list[Any]:
    """Las herramientas de OpenInference: `llm.tools.0.tool.json_schema`."""
    return [de_json(mapa(mapa(h).get("tool")).get("json_schema")) for h in aplanados(a, "llm.tools.")]


def _uso(a: Mapping[str, Any]) -> dict[str, int]:
    detalle = uso_de(a.get("langfuse.observation.usage_details"))
    contadas = {
        "input": primero(a, ("llm.token_count.prompt", "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens")),
        "output": primero(
            a, ("llm.token_count.completion", "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens")
        ),
        "total": primero(a, ("llm.token_count.total", "llm.usage.total_tokens", "gen_ai.usage.total_tokens")),
    }
    return detalle or {k: n for k, v in contadas.items() if (n := entero(v)) is not None}
