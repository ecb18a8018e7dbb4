"""Un span de OpenTelemetry → un `Tramo`, venga en OTLP, de la consola, de Jaeger o de Zipkin.

Cada formato dice cómo se escribe un span, no qué significa: cada instrumentación pone los metadatos de LangGraph, la
entrada y la salida en atributos distintos. Aquí se buscan todos; el primero que esté, vale. Quien lee un formato deja
sus spans con las claves de OTLP, en cualquiera de sus dos grafías, y los atributos como objeto o como lista de pares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generador.lectura.ajenas import desenlaces
from generador.lectura.ajenas.atributos import (
    ENTRADAS,
    SALIDAS,
    aplanados,
    clase_de,
    desenvuelto,
    desplegados,
    metadatos_de,
    modelo_de,
    ofertas,
    primero,
    valor_de,
)
from generador.lectura.ajenas.llamadas import herramientas_de, procedencia_de
from generador.lectura.ajenas.tramos import HERRAMIENTA, MODELO, Desenlace, Tramo
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

_SESIONES = (
    "session.id",
    "langfuse.session.id",
    "gen_ai.conversation.id",
    "traceloop.association.properties.session_id",
)


def atributos_de(span: Mapping[str, Any]) -> dict[str, Any]:
    """Los atributos de un span o de un suceso suyo, por su nombre."""
    crudos = span.get("attributes")
    if isinstance(crudos, dict):
        clase = texto(span.get("span_kind"))
        propia = {"openinference.span.kind": clase} if clase else {}
        return {**propia, **desplegados(crudos)}
    return {a["key"]: valor_de(a.get("value")) for a in lista(crudos) if isinstance(a, dict) and texto(a.get("key"))}


def _campo(span: Mapping[str, Any], *nombres: str) -> Any:
    return next((span[n] for n in nombres if span.get(n) is not None), None)


def tramo_de(span: Mapping[str, Any]) -> Tramo | None:
    """El tramo; `None` si el span no dice su id o el de su traza."""
    traza, id = id_de(_campo(span, "traceId", "trace_id")), id_de(_campo(span, "spanId", "span_id"))
    if traza is None or id is None:
        return None
    a = atributos_de(span)
    meta = metadatos_de(a)
    clase = clase_de(a)
    desenlace = _desenlace(span, a)
    entrada, salida = desenvuelto(a, de_json(primero(a, ENTRADAS))), desenvuelto(a, de_json(primero(a, SALIDAS)))
    ofrecidas = ofertas(entrada)
    if clase == MODELO:
        entrada, salida = modelo_de(a, entrada, salida)
    return Tramo(
        traza=traza,
        id=id,
        padre=id_de(_campo(span, "parentSpanId", "parent_span_id", "parent_id")),
        nombre=texto(a.get("traceloop.entity.name")) or texto(span.get("name")) or "",
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
    mensaje = mensaje or texto(span.get("status_message")) or texto(a.get("langfuse.observation.status_message")) or ""
    for suceso in lista(span.get("events")):
        e = mapa(suceso)
        if e.get("name") == "exception":
            d = atributos_de(e)
            traza = texto(d.get("exception.stacktrace")) or ""
            return desenlaces.de_error(str(d.get("exception.type") or ""), str(d.get("exception.message") or ""), traza)
    codigo = estado.get("code", estado.get("status_code", span.get("status_code")))
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
