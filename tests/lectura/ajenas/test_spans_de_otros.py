"""Los mismos spans, como los exporta cada sistema por el que pasan: dicen lo mismo que en OTLP."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from generador.modelo.traza import Fin, Grado
from tests.lectura.ajenas.ayuda import escribir, trazas
from tests.lectura.ajenas.test_otlp import ESTILOS, META, leida, otlp, span

PREGUNTA = "(Interrupt(value='¿?', id='0123456789abcdef'),)"
PAUSA = {"exception.type": "langgraph.errors.GraphInterrupt", "exception.message": PREGUNTA}


def atributos(s: Mapping[str, Any]) -> dict[str, Any]:
    def suelto(clase: str, v: Any) -> Any:
        return int(v) if clase == "intValue" else v

    return {a["key"]: suelto(*next(iter(a["value"].items()))) for a in s["attributes"]}


def de_jaeger(spans: list[dict[str, Any]]) -> Any:
    clases = {bool: "bool", int: "int64", float: "float64", str: "string"}

    def etiquetas(a: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [{"key": k, "type": clases[type(v)], "value": v} for k, v in a.items()]

    def uno(s: dict[str, Any]) -> dict[str, Any]:
        t0, t1 = (int(s[k]) // 1000 for k in ("startTimeUnixNano", "endTimeUnixNano"))
        estado = {"otel.status_code": "ERROR", "error": True} if s["status"].get("code") == 2 else {}
        padre = {"refType": "CHILD_OF", "traceID": s["traceId"], "spanID": s["parentSpanId"]}
        enlace = {"refType": "FOLLOWS_FROM", "traceID": "cd" * 16, "spanID": "ee" * 8}
        sucesos = [{"event": e["name"], **atributos(e)} for e in s.get("events", ())]
        return {
            "traceID": s["traceId"],
            "spanID": s["spanId"],
            "operationName": s["name"],
            "references": [enlace, padre] if s["parentSpanId"] else [],
            "startTime": t0,
            "duration": t1 - t0,
            "tags": etiquetas({**atributos(s), **estado, "span.kind": "internal"}),
            "logs": [{"timestamp": t1, "fields": etiquetas(e)} for e in sucesos],
            "processID": "p1",
            "warnings": None,
        }

    procesos = {"p1": {"serviceName": "agente", "tags": []}}
    traza = {"traceID": spans[0]["traceId"], "spans": list(map(uno, spans)), "processes": procesos, "warnings": None}
    return {"data": [traza], "total": 0, "limit": 0, "offset": 0, "errors": None}


def de_zipkin(spans: list[dict[str, Any]], suceso: Callable[[str, str], str] | None = None) -> Any:
    def uno(s: dict[str, Any]) -> dict[str, Any]:
        t0, t1 = (int(s[k]) // 1000 for k in ("startTimeUnixNano", "endTimeUnixNano"))
        estado = {"otel.status_code": "ERROR", "error": "true"} if s["status"].get("code") == 2 else {}
        textos = {k: str(v) for k, v in {**atributos(s), **estado}.items()}
        dichos = [(e["name"], json.dumps(atributos(e))) for e in s.get("events", ())]
        escribe = suceso or (lambda nombre, a: f"{nombre}|{a}|0")
        return {
            "traceId": s["traceId"],
            "id": s["spanId"],
            **({"parentId": s["parentSpanId"]} if s["parentSpanId"] else {}),
            "name": s["name"],
            "timestamp": t0,
            "duration": t1 - t0,
            "localEndpoint": {"serviceName": "agente"},
            "tags": textos,
            "annotations": [{"timestamp": t1, "value": escribe(*d)} for d in dichos],
        }

    return [list(map(uno, spans))]


def de_phoenix(spans: list[dict[str, Any]]) -> Any:
    """La página que da `/v1/projects/…/spans`: el estado y la clase, fuera de los atributos."""

    def uno(s: dict[str, Any]) -> dict[str, Any]:
        a = atributos(s)
        sucesos = [{"name": e["name"], "timestamp": ISO[1], "attributes": atributos(e)} for e in s.get("events", ())]
        return {
            "id": f"U3Bhbjo{s['spanId']}",
            "name": s["name"],
            "context": {"trace_id": s["traceId"], "span_id": s["spanId"]},
            "span_kind": a.pop("openinference.span.kind", "UNKNOWN"),
            "parent_id": s["parentSpanId"],
            "start_time": ISO[0],
            "end_time": ISO[1],
            "status_code": "ERROR" if s["status"].get("code") == 2 else "OK",
            "status_message": "",
            "attributes": a,
            "events": sucesos,
        }

    return {"data": list(map(uno, spans)), "next_cursor": None}


def de_la_tabla_de_phoenix(spans: list[dict[str, Any]]) -> Any:
    """Una fila por span, como la deja `to_json(orient="records")`: con columnas de otros y los mensajes en lista."""
    filas = []
    for s in de_phoenix(spans)["data"]:
        contexto = {f"context.{k}": v for k, v in s.pop("context").items()}
        columnas = {f"attributes.{k}": v for k, v in anidados(s.pop("attributes")).items()}
        filas.append({**s, **contexto, **columnas, "attributes.llm.provider": None})
    return filas


def anidados(a: dict[str, Any]) -> dict[str, Any]:
    """Los mensajes aplanados, en la lista que son."""
    suyos = {k: a.pop(k) for k in list(a) if "_messages.0." in k}
    for raiz in {k.partition(".0.")[0] for k in suyos}:
        a[raiz] = [{k.partition(".0.")[2]: v for k, v in suyos.items() if k.startswith(raiz)}]
    return {**a, "metadata": json.loads(a["metadata"])} if "metadata" in a else a


def anidado_del_todo(spans: list[dict[str, Any]]) -> Any:
    """Los atributos por dentro unos de otros, como los copia la interfaz de Phoenix."""
    pagina = de_phoenix(spans)
    for s in pagina["data"]:
        raiz: dict[str, Any] = {}
        for clave, valor in anidados(s["attributes"]).items():
            *tramos, ultimo = clave.split(".")
            dentro = raiz
            for t in tramos:
                dentro = dentro.setdefault(t, {})
            dentro[ultimo] = valor
        s["attributes"] = raiz
    return pagina


def de_otlp_antiguo(spans: list[dict[str, Any]]) -> Any:
    return {"resourceSpans": [{"instrumentationLibrarySpans": [{"instrumentationLibrary": {}, "spans": spans}]}]}


def de_jaeger_2(spans: list[dict[str, Any]]) -> Any:
    return {"result": otlp(*spans)}


def de_protobuf(spans: list[dict[str, Any]]) -> Any:
    """Como lo escribe `MessageToDict` cuando se le pide que respete los nombres."""

    def par(a: dict[str, Any]) -> dict[str, Any]:
        return {"key": a["key"], "value": {k.replace("V", "_v"): v for k, v in a["value"].items()}}

    def uno(s: dict[str, Any]) -> dict[str, Any]:
        ids = {"trace_id": s["traceId"], "span_id": s["spanId"], "parent_span_id": s["parentSpanId"]}
        b64 = {k: base64.b64encode(bytes.fromhex(v)).decode() for k, v in ids.items() if v}
        horas = {"start_time_unix_nano": s["startTimeUnixNano"], "end_time_unix_nano": s["endTimeUnixNano"]}
        sucesos = [{"name": e["name"], "attributes": list(map(par, e["attributes"]))} for e in s.get("events", ())]
        propios = {"attributes": list(map(par, s["attributes"])), "events": sucesos, "status": s["status"]}
        return {**b64, **horas, "name": s["name"], **propios}

    return {"resource_spans": [{"scope_spans": [{"spans": list(map(uno, spans))}]}]}


ISO = ("2026-01-01T00:00:00+00:00", "2026-01-01T00:00:01+00:00")
SISTEMAS: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "otlp-antiguo": de_otlp_antiguo,
    "protobuf": de_protobuf,
    "jaeger": de_jaeger,
    "jaeger-2": de_jaeger_2,
    "zipkin": de_zipkin,
    "zipkin-del-sdk": lambda s: de_zipkin(s, lambda nombre, a: json.dumps({nombre: json.loads(a)})),
    "phoenix": de_phoenix,
    "phoenix-anidado": anidado_del_todo,
    "phoenix-tabla": de_la_tabla_de_phoenix,
}


def leida_de(tmp_path, sistema: str, *spans: dict[str, Any]):
    (traza,) = trazas(tmp_path, escribir(tmp_path, "x.json", SISTEMAS[sistema](list(spans)))).values()
    return traza


CRUCES = [
    (sistema, estilo)
    for sistema in SISTEMAS
    for estilo in ("openinference", "langfuse", "openllmetry", "langsmith")
    if estilo == "openinference" or not sistema.startswith("phoenix")  # Phoenix solo guarda atributos de OpenInference
]


@pytest.mark.parametrize(("sistema", "estilo"), CRUCES)
def test_un_span_dice_lo_mismo_pase_por_donde_pase(tmp_path, sistema, estilo):
    nodo, llm, cargas = ESTILOS[estilo]
    spans = [span("cc", "bb", llm), span("bb", "aa", {**nodo, **cargas}), span("aa", None, cargas)]
    en_otlp, suya = leida(tmp_path, *spans), leida_de(tmp_path, sistema, *spans)
    assert len(en_otlp.pasos) == len(en_otlp.pasos[0].tareas[0].modelos) == 1
    assert (suya.pasos, suya.fin, suya.completitud) == (en_otlp.pasos, en_otlp.fin, en_otlp.completitud)
    assert suya.completitud.tiempos is Grado.COMPLETO


@pytest.mark.parametrize("sistema", SISTEMAS)
def test_una_pausa_y_un_error_llegan_enteros(tmp_path, sistema):
    nodo, _, cargas = ESTILOS["openinference"]
    mal = {"exception.type": "ValueError", "exception.message": "no"}
    for excepcion, fin in ((PAUSA, Fin.INTERRUMPIDO), (mal, Fin.ERROR)):
        suceso = {
            "name": "exception",
            "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in excepcion.items()],
        }
        nodos = span("bb", "aa", {**nodo, **cargas}, status={"code": 2}, events=[suceso])
        (tarea,) = leida_de(tmp_path, sistema, nodos, span("aa", None, cargas)).pasos[0].tareas
        assert tarea.fin is fin
        assert [i.valor.valor() for i in tarea.interrupciones] == ["¿?"] * (fin is Fin.INTERRUMPIDO)
        assert tarea.fallo is None or (tarea.fallo.clase, tarea.fallo.mensaje) == ("ValueError", "no")


@pytest.mark.parametrize("sistema", ["jaeger", "zipkin", "phoenix"])
def test_un_error_sin_excepcion_tampoco_acaba_bien(tmp_path, sistema):
    nodo, _, cargas = ESTILOS["openinference"]
    spans = [span("bb", "aa", {**nodo, **cargas}, status={"code": 2}), span("aa", None, cargas)]
    assert leida_de(tmp_path, sistema, *spans).pasos[0].tareas[0].fin is Fin.ERROR


def test_el_error_de_opentracing_se_lee_de_sus_campos(tmp_path):
    nodo, _, cargas = ESTILOS["openinference"]
    jaeger = de_jaeger([span("bb", "aa", {**nodo, **cargas}), span("aa", None, cargas)])
    campos = {"event": "error", "error.kind": "KeyError", "message": "falta", "stack": "File …"}
    jaeger["data"][0]["spans"][0]["logs"] = [{"fields": [{"key": k, "value": v} for k, v in campos.items()]}]
    (traza,) = trazas(tmp_path, escribir(tmp_path, "x.json", jaeger)).values()
    fallo = traza.pasos[0].tareas[0].fallo
    assert (fallo.clase, fallo.mensaje) == ("KeyError", "falta")


def test_openllmetry_ni_hereda_el_nodo_anterior_ni_envuelve_lo_que_se_dio(tmp_path):
    """Su manejador deja los metadatos en el contexto: la segunda llamada al grafo dice el último nodo de la primera."""
    heredados = {f"traceloop.association.properties.{k}": v for k, v in META.items() if not isinstance(v, list)}

    def de_traceloop(clase: str, nombre: str, dado: Any, devuelto: Any, meta: Any, *etiquetas: str) -> dict[str, Any]:
        entrada = {"inputs": dado, "tags": [*etiquetas], "metadata": meta, "kwargs": {"name": nombre}}
        salida = {"outputs": devuelto, "kwargs": {"tags": [*etiquetas]}}
        return {
            **heredados,
            "traceloop.span.kind": clase,
            "traceloop.entity.name": nombre,
            "traceloop.entity.input": json.dumps(entrada),
            "traceloop.entity.output": json.dumps(salida),
        }

    raiz = de_traceloop("workflow", "LangGraph", {"x": 1}, {"x": 3}, {"thread_id": "h"})
    nodo = de_traceloop("task", "n", {"x": 1}, {"x": 3}, META, "graph:step:1")
    ruta = de_traceloop("task", "decidir", {"x": 3}, "__end__", META, "seq:step:3")
    traza = leida(tmp_path, span("cc", "bb", ruta), span("bb", "aa", nodo), span("aa", None, raiz))
    (tarea,) = traza.pasos[0].tareas
    assert (len(traza.pasos), tarea.nodo) == (1, "n")
    assert (tarea.entrada.valor(), tarea.actualizacion.valor()) == ({"x": 1}, {"x": 3})
    assert traza.ejecuciones[0].entrada.valor() == {"x": 1}
    assert {k: v.valor() for k, v in traza.final.items()} == {"x": 3}
    assert [(r.funcion, r.destinos) for r in tarea.rutas] == [("decidir", ("__end__",))]


def test_openllmetry_sin_contenido_tampoco_hereda_el_nodo(tmp_path):
    heredados = {f"traceloop.association.properties.{k}": v for k, v in META.items() if not isinstance(v, list)}
    raiz = span("aa", None, {**heredados, "traceloop.span.kind": "workflow"})
    nodo = span("bb", "aa", {**heredados, "traceloop.span.kind": "task"})
    llm = span("cc", "bb", {**heredados, "llm.request.type": "chat", "gen_ai.response.model": "m1"})
    traza = leida(tmp_path, llm, nodo, raiz)
    (tarea,) = traza.pasos[0].tareas
    assert (len(traza.pasos), len(tarea.intentos), [m.modelo for m in tarea.modelos]) == (1, 1, ["m1"])
    assert traza.ejecuciones[0].hilo == "h"
