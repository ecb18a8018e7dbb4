"""Un mismo span, escrito como lo escribe cada instrumentación de OpenTelemetry."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from generador.modelo.traza import Fin
from tests.lectura.ajenas.ayuda import escribir, trazas

META = {
    "langgraph_checkpoint_ns": "n:1",
    "langgraph_node": "n",
    "langgraph_step": 1,
    "langgraph_path": ["__pregel_pull", "n"],
    "thread_id": "h",
}
MENSAJES = [{"role": "user", "content": "hola"}]
RESPUESTA = {"role": "assistant", "content": "qué tal"}


def _prefijo(prefijo: str, en_json: bool = False) -> dict[str, Any]:
    return {f"{prefijo}{k}": json.dumps(v) if en_json or isinstance(v, list) else v for k, v in META.items()}


ESTILOS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "openinference": (
        {"metadata": json.dumps(META), "openinference.span.kind": "CHAIN"},
        {
            "metadata": json.dumps(META),
            "openinference.span.kind": "LLM",
            "llm.model_name": "m1",
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "hola",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.content": "qué tal",
            "llm.token_count.prompt": 3,
        },
        {"input.value": '{"x": 1}', "output.value": '{"x": 2}'},
    ),
    "langfuse": (
        {**_prefijo("langfuse.observation.metadata.", en_json=True), "langfuse.observation.type": "span"},
        {
            **_prefijo("langfuse.observation.metadata.", en_json=True),
            "langfuse.observation.type": "generation",
            "langfuse.observation.model.name": "m1",
            "langfuse.observation.input": json.dumps(MENSAJES),
            "langfuse.observation.output": json.dumps(RESPUESTA),
            "langfuse.observation.usage_details": '{"input": 3}',
        },
        {"langfuse.observation.input": '{"x": 1}', "langfuse.observation.output": '{"x": 2}'},
    ),
    "langsmith": (
        {
            **_prefijo("langsmith.metadata."),
            "langsmith.span.kind": "chain",
            "langsmith.metadata.LANGSMITH_PROJECT": "p",
        },
        {
            **_prefijo("langsmith.metadata."),
            "langsmith.span.kind": "llm",
            "gen_ai.request.model": "m1",
            "gen_ai.prompt": json.dumps({"messages": MENSAJES}),
            "gen_ai.completion": json.dumps({"generations": [[{"message": RESPUESTA}]]}),
            "gen_ai.usage.input_tokens": 3,
        },
        {"gen_ai.prompt": '{"x": 1}', "gen_ai.completion": '{"x": 2}'},
    ),
    "openllmetry": (
        {**_prefijo("traceloop.association.properties."), "traceloop.span.kind": "task"},
        {
            **_prefijo("traceloop.association.properties."),
            "gen_ai.operation.name": "chat",
            "gen_ai.response.model": "m1",
            "gen_ai.input.messages": json.dumps(MENSAJES),
            "gen_ai.output.messages": json.dumps([RESPUESTA]),
            "gen_ai.usage.input_tokens": 3,
        },
        {"traceloop.entity.input": '{"x": 1}', "traceloop.entity.output": '{"x": 2}'},
    ),
    "genai antiguo": (
        {**_prefijo("traceloop.association.properties."), "traceloop.span.kind": "task"},
        {
            **_prefijo("traceloop.association.properties."),
            "traceloop.span.kind": "llm",
            "gen_ai.request.model": "m1",
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "hola",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "qué tal",
            "gen_ai.usage.prompt_tokens": 3,
        },
        {"traceloop.entity.input": '{"x": 1}', "traceloop.entity.output": '{"x": 2}'},
    ),
}


def valor(v: Any) -> dict[str, Any]:
    clase = {bool: "boolValue", int: "intValue", float: "doubleValue", str: "stringValue"}[type(v)]
    return {clase: str(v) if clase == "intValue" else v}


def span(id: str, padre: str | None, atributos: dict[str, Any], **campos: Any) -> dict[str, Any]:
    base = {"traceId": "ab" * 16, "spanId": id * 8, "name": id, "parentSpanId": padre and padre * 8}
    horas = {"startTimeUnixNano": "1767225600000000000", "endTimeUnixNano": "1767225601000000000"}
    crudos = [{"key": k, "value": valor(v)} for k, v in atributos.items()]
    return {**base, **horas, "attributes": crudos, "status": {"code": 1}, **campos}


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def leida(tmp_path, *spans):
    (traza,) = trazas(tmp_path, escribir(tmp_path, "x.json", otlp(*spans))).values()
    return traza


@pytest.mark.parametrize("estilo", ESTILOS)
def test_cada_instrumentacion_dice_lo_mismo(tmp_path, estilo):
    nodo, llm, cargas = ESTILOS[estilo]
    traza = leida(tmp_path, span("cc", "bb", llm), span("bb", "aa", {**nodo, **cargas}), span("aa", None, cargas))
    (tarea,) = traza.pasos[0].tareas
    assert (tarea.nodo, traza.pasos[0].superstep, tarea.fin, traza.fin) == ("n", 1, Fin.BIEN, Fin.BIEN)
    assert (tarea.entrada.valor(), tarea.actualizacion.valor()) == ({"x": 1}, {"x": 2})
    (modelo,) = tarea.modelos
    assert (modelo.modelo, dict(modelo.uso)) == ("m1", {"input": 3})
    assert (modelo.mensajes.valor(), modelo.salida.valor()) == (MENSAJES, RESPUESTA)
    assert traza.ejecuciones[0].hilo == "h"


def test_los_ids_en_base64_y_los_de_la_consola_son_los_mismos_que_en_hexadecimal(tmp_path):
    nodo, _, cargas = ESTILOS["openinference"]
    spans = [span("bb", "aa", {**nodo, **cargas}), span("aa", None, cargas)]

    def en_base64(s):
        hexa = {
            k: s[k] and base64.b64encode(bytes.fromhex(s[k])).decode() for k in ("traceId", "spanId", "parentSpanId")
        }
        return {**s, **hexa}

    def en_consola(s):
        atributos = {a["key"]: next(iter(a["value"].values())) for a in s["attributes"]}
        contexto = {"trace_id": f"0x{s['traceId']}", "span_id": f"0x{s['spanId']}"}
        padre = s["parentSpanId"] and f"0x{s['parentSpanId']}"
        horas = {"start_time": "2026-01-01T00:00:00.000000Z", "end_time": "2026-01-01T00:00:01.000000Z"}
        return {"name": s["name"], "context": contexto, "parent_id": padre, **horas, "attributes": atributos}

    hexa = leida(tmp_path, *spans)
    assert leida(tmp_path, *map(en_base64, spans)) == hexa
    (consola,) = trazas(tmp_path, escribir(tmp_path, "c.jsonl", list(map(en_consola, spans)))).values()
    assert consola.pasos == hexa.pasos


def test_una_pausa_marcada_como_error_como_bien_o_solo_con_un_mensaje_es_una_pausa(tmp_path):
    nodo, _, cargas = ESTILOS["openinference"]
    dicho = "(Interrupt(value='¿?', id='0123456789abcdef'),)"
    excepcion = {"exception.type": "langgraph.errors.GraphInterrupt", "exception.message": dicho}
    suceso = {"name": "exception", "attributes": [{"key": k, "value": valor(v)} for k, v in excepcion.items()]}
    for campos in (
        {"status": {"code": 2, "message": f"GraphInterrupt({dicho})Traceback (most recent call last):"}},
        {"status": {"code": "STATUS_CODE_OK"}, "events": [suceso]},
        {"status": {"message": dicho}},
    ):
        traza = leida(tmp_path, span("bb", "aa", {**nodo, **cargas}, **campos), span("aa", None, cargas))
        (tarea,) = traza.pasos[0].tareas
        assert (tarea.fin, tarea.fallo, traza.fin) == (Fin.INTERRUMPIDO, None, Fin.INTERRUMPIDO)
        assert [i.valor.valor() for i in tarea.interrupciones] == ["¿?"]


def test_genai_sin_metadatos_de_langgraph_no_tiene_pasos_pero_si_llamadas(tmp_path):
    llm = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m1", "gen_ai.conversation.id": "c1"}
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "buscar", "gen_ai.tool.call.id": "t1"}
    raiz = span("aa", None, {"gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": "c1"})
    traza = leida(tmp_path, raiz, span("bb", "aa", llm), span("cc", "aa", tool))
    assert (traza.pasos, len(traza.sueltas), traza.ejecuciones[0].hilo) == ((), 2, "c1")
    assert {getattr(x, "nombre", None) or x.modelo for x in traza.sueltas} == {"m1", "buscar"}


@pytest.mark.parametrize(
    "raro",
    [
        {"attributes": None},
        {"attributes": [None, {"key": 7}, {"key": "a"}, {"key": "b", "value": {"arrayValue": {"values": [{}]}}}]},
        {"attributes": [{"key": "metadata", "value": {"kvlistValue": {"values": [{"key": "x"}]}}}]},
        {"events": [None, {}, {"name": "exception"}]},
        {"status": None},
        {"startTimeUnixNano": "-1", "endTimeUnixNano": "9" * 40},
        {"name": None, "parentSpanId": "0" * 16},
    ],
)
def test_un_span_raro_no_impide_leer_los_demas(tmp_path, raro):
    nodo, _, cargas = ESTILOS["openinference"]
    buenos = [span("bb", "aa", {**nodo, **cargas}), span("aa", None, cargas)]
    traza = leida(tmp_path, *buenos, {**span("dd", "aa", {}), **raro})
    assert [[t.nodo for t in p.tareas] for p in traza.pasos] == [["n"]]
