"""Trazas de MLflow: `{"info", "data": {"spans": […]}}`, con atributos que son texto JSON e ids en base64."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas import desenlaces
from generador.lectura.ajenas.atributos import ENTRADAS, SALIDAS, clase_de, modelo_de, primero
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.llamadas import herramientas_de, procedencia_de
from generador.lectura.ajenas.tramos import HERRAMIENTA, MODELO, Desenlace, Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import (
    hilo_de,
    id_de,
    lista,
    mapa,
    nanos,
    numero_o_json,
    puesto_de,
    situar,
    texto,
    uso_de,
)

NOMBRE = "MLflow (info + data.spans)"


def reconoce(contenido: Contenido) -> bool:
    """Si algún objeto es una traza con su `info` y sus spans."""
    return any(_spans_de(o.valor) is not None for o in _trazas(contenido)[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por span."""
    tramos: list[Tramo] = []
    saltadas = [*contenido.saltadas]
    for o in _trazas(contenido):
        spans = _spans_de(o.valor)
        if spans is None:
            saltadas.append(Saltada(o.linea, "no es una traza: le falta «data.spans»"))
            continue
        for tramo in _tramos(o.valor, spans):
            if tramo is None:
                saltadas.append(Saltada(o.linea, "un span no tiene «span_id»"))
            else:
                tramos.append(tramo)
    return Lectura(formato=NOMBRE, origen="mlflow", tramos=tuple(tramos), saltadas=tuple(saltadas))


def _trazas(contenido: Contenido) -> list[Objeto]:
    """Las trazas: sueltas, en `{"traces": […]}`, o en la columna `trace` de lo que da `search_traces`."""
    abiertas: list[Objeto] = []
    for o in contenido.sueltos():
        fuera = mapa(o.valor)
        dentro = lista(fuera.get("traces")) if "info" not in fuera else []
        columna = mapa(fuera.get("trace"))
        abiertas += [Objeto(o.linea, t) for t in dentro] or [Objeto(o.linea, columna if "info" in columna else fuera)]
    return abiertas


def _spans_de(valor: Any) -> list[Any] | None:
    if not isinstance(valor, dict) or "info" not in valor:
        return None
    spans = mapa(valor.get("data")).get("spans")
    return spans if isinstance(spans, list) else None


def _tramos(traza: Mapping[str, Any], spans: list[Any]) -> Iterator[Tramo | None]:
    info = mapa(traza.get("info"))
    notas = mapa(info.get("trace_metadata") or info.get("request_metadata"))
    nombre = texto(info.get("trace_id")) or texto(info.get("request_id")) or ""
    for span in spans:
        yield _tramo(mapa(span), nombre, notas.get("mlflow.trace.session"))


def _tramo(span: Mapping[str, Any], traza: str, sesion: Any) -> Tramo | None:
    contexto = mapa(span.get("context"))
    id = id_de(span.get("span_id") or contexto.get("span_id"))
    if id is None:
        return None
    a = {k: numero_o_json(v) for k, v in mapa(span.get("attributes")).items()}
    meta = mapa(a.get("metadata"))
    clase = clase_de(a)
    desenlace = _desenlace(span)
    entrada, salida = primero(a, (*ENTRADAS, "inputs")), primero(a, (*SALIDAS, "outputs"))
    if clase == MODELO:
        entrada, salida = modelo_de({}, entrada, salida)
    return Tramo(
        traza=id_de(span.get("trace_id") or contexto.get("trace_id")) or traza,
        id=id,
        padre=id_de(span.get("parent_span_id") or span.get("parent_id")),
        nombre=texto(span.get("name")) or "",
        clase=clase,
        t0=nanos(span.get("start_time_unix_nano") or span.get("start_time")),
        t1=nanos(span.get("end_time_unix_nano") or span.get("end_time")),
        situacion=situar(meta),
        hilo=hilo_de(meta, sesion),
        puesto=puesto_de(meta.get("tags")),
        entrada=entrada,
        salida=salida if desenlace.estado == "ok" else None,
        desenlace=desenlace,
        datos=_datos(clase, a, meta, salida),
    )


def _desenlace(span: Mapping[str, Any]) -> Desenlace:
    for suceso in lista(span.get("events")):
        e = mapa(suceso)
        if e.get("name") == "exception":
            d = {str(k): numero_o_json(v) for k, v in mapa(e.get("attributes")).items()}
            partes = (str(d.get(f"exception.{c}") or "") for c in ("type", "message", "stacktrace"))
            return desenlaces.de_error(*partes)
    estado = mapa(span.get("status"))
    codigo = str(estado.get("code") or span.get("status_code") or "")
    mensaje = texto(estado.get("message")) or texto(span.get("status_message")) or ""
    if codigo.endswith("ERROR"):
        return desenlaces.de_texto(mensaje or "Error")
    cerrado = span.get("end_time_unix_nano") or span.get("end_time")
    return desenlaces.BIEN if cerrado else desenlaces.ABIERTO


def _datos(clase: str, a: Mapping[str, Any], meta: Mapping[str, Any], salida: Any) -> Mapping[str, Any]:
    if clase == HERRAMIENTA:
        return {"call": texto(a.get("tool_call_id")) or texto(mapa(salida).get("tool_call_id"))}
    if clase != MODELO:
        return {}
    parametros = mapa(a.get("invocation_params"))
    return {
        "provider": texto(a.get("mlflow.llm.provider")) or texto(meta.get("ls_provider")),
        "model": texto(a.get("mlflow.llm.model")) or texto(meta.get("ls_model_name")),
        "params": {k: v for k, v in parametros.items() if k != "tools"},
        "tools": herramientas_de(parametros.get("tools")),
        "usage": uso_de(a.get("mlflow.chat.tokenUsage")),
        "provenance": procedencia_de(parametros, salida),
    }
