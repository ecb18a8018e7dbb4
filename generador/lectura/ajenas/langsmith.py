"""Runs de LangSmith: los de su API o su SDK (en lista, en `runs`, por línea o en `child_runs`), y los que envía."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas import desenlaces
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.llamadas import herramientas_de, procedencia_de
from generador.lectura.ajenas.tramos import CADENA, HERRAMIENTA, MODELO, RECUPERADOR, Desenlace, Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import hilo_de, lista, mapa, puesto_de, segundos, situar, texto, uso_de

NOMBRE = "LangSmith (lista de runs)"
_CLASES = {"llm": MODELO, "tool": HERRAMIENTA, "retriever": RECUPERADOR, "embedding": RECUPERADOR}
_DE_MANDATO = {"graph", "update", "resume", "goto"}


def reconoce(contenido: Contenido) -> bool:
    """Si hay algún objeto con `run_type`."""
    return any(_es_run(o.valor) for o in _candidatos(contenido)[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por run."""
    tramos: list[Tramo] = []
    saltadas = [*contenido.saltadas]
    for run in _runs(contenido):
        tramo = _tramo(run.valor) if _es_run(run.valor) else None
        if tramo is None:
            saltadas.append(Saltada(run.linea, "no es un run: le falta «id» o «run_type»"))
        else:
            tramos.append(tramo)
    return Lectura(formato=NOMBRE, origen="langsmith", tramos=tuple(tramos), saltadas=tuple(saltadas))


def _es_run(valor: Any) -> bool:
    return isinstance(valor, dict) and isinstance(valor.get("run_type"), str) and texto(valor.get("id")) is not None


def _candidatos(contenido: Contenido) -> list[Objeto]:
    abiertos: list[Objeto] = []
    for o in contenido.sueltos():
        dentro = o.valor.get("runs") if isinstance(o.valor, dict) and "run_type" not in o.valor else None
        dentro = dentro if isinstance(dentro, list) else _de_un_envio(o.valor)
        abiertos += [o] if dentro is None else [Objeto(o.linea, r) for r in dentro]
    return abiertos


def _de_un_envio(valor: Any) -> list[Any] | None:
    """Los runs de lo que el SDK envía, `{"post": […], "patch": […]}`: cómo empezaron y, aparte, cómo acabaron."""
    if not isinstance(valor, dict) or not isinstance(valor.get("post"), list):
        return None
    finales = {r["id"]: r for r in lista(valor.get("patch")) if isinstance(r, dict) and texto(r.get("id"))}
    return [{**r, **finales.get(str(r.get("id")), {})} if isinstance(r, dict) else r for r in valor["post"]]


def _runs(contenido: Contenido) -> Iterator[Objeto]:
    """Todos, también los anidados, cada uno con su padre puesto."""
    pila = _candidatos(contenido)[::-1]
    while pila:
        o = pila.pop()
        yield o
        hijos = o.valor.get("child_runs") if isinstance(o.valor, dict) else None
        for hijo in reversed(lista(hijos)):
            suyo = (
                {"parent_run_id": o.valor.get("id"), "trace_id": o.valor.get("trace_id"), **hijo}
                if isinstance(hijo, dict)
                else hijo
            )
            pila.append(Objeto(o.linea, suyo))


def _tramo(run: Mapping[str, Any]) -> Tramo:
    extra = mapa(run.get("extra"))
    meta = mapa(extra.get("metadata"))
    clase = _CLASES.get(run["run_type"], CADENA)
    entrada, salida = mapa(run.get("inputs")), mapa(run.get("outputs"))
    desenlace = _desenlace(run)
    return Tramo(
        traza=texto(run.get("trace_id")) or _raiz(run),
        id=run["id"],
        padre=_padre(run),
        nombre=texto(run.get("name")) or "",
        clase=clase,
        t0=segundos(run.get("start_time")),
        t1=segundos(run.get("end_time")),
        situacion=situar(meta),
        hilo=hilo_de(meta, meta.get("session_id"), meta.get("conversation_id")),
        puesto=puesto_de(run.get("tags")),
        orden=texto(run.get("dotted_order")) or "",
        entrada=_entrada(clase, entrada),
        salida=None if run.get("outputs") is None or desenlace.estado != "ok" else _salida(clase, salida),
        desenlace=desenlace,
        datos=_datos(clase, run, extra, meta, salida),
    )


def _raiz(run: Mapping[str, Any]) -> str:
    """La traza, según el `dotted_order`, que empieza por el id de la raíz; si no lo hay, la suya propia."""
    primero = (texto(run.get("dotted_order")) or "").partition(".")[0]
    return primero.partition("Z")[2] or texto(run.get("parent_run_id")) or str(run["id"])


def _padre(run: Mapping[str, Any]) -> str | None:
    """El run que lo contiene: si no lo dice, el último de sus antepasados o el penúltimo de su `dotted_order`."""
    if "parent_run_id" in run:
        return texto(run["parent_run_id"])
    antepasados = lista(run.get("parent_run_ids")) or [
        paso.partition("Z")[2] for paso in (texto(run.get("dotted_order")) or "").split(".")[:-1]
    ]
    return texto(antepasados[-1]) if antepasados else None


def _desenlace(run: Mapping[str, Any]) -> Desenlace:
    if error := texto(run.get("error")):
        return desenlaces.de_texto(error)
    cerrado = run.get("end_time") is not None or run.get("status") == "success"
    return desenlaces.BIEN if cerrado else desenlaces.ABIERTO


def _entrada(clase: str, entrada: Mapping[str, Any]) -> Any:
    """LangSmith envuelve en `{"input": …}` lo que no es un objeto. Solo se quita donde no hay duda de que es suyo."""
    dentro = entrada.get("input") if entrada.keys() == {"input"} else None
    if clase == MODELO:
        mensajes = lista(entrada.get("messages"))
        return (mensajes[0] if len(mensajes) == 1 and isinstance(mensajes[0], list) else mensajes) or dict(entrada)
    if clase in (HERRAMIENTA, RECUPERADOR):
        return dentro if dentro is not None else entrada.get("query", dict(entrada))
    return dentro if isinstance(dentro, dict) and dentro.keys() == _DE_MANDATO else dict(entrada)


def _salida(clase: str, salida: Mapping[str, Any]) -> Any:
    if clase == MODELO:
        return _respuesta(salida)
    if clase == RECUPERADOR:
        return salida.get("documents", dict(salida))
    sola = salida.keys() == {"output"}
    return (
        salida["output"] if sola and (clase == HERRAMIENTA or not isinstance(salida["output"], dict)) else dict(salida)
    )


def _respuesta(salida: Mapping[str, Any]) -> Any:
    """El mensaje de la primera generación; sin ella, la salida entera."""
    tandas = lista(salida.get("generations"))
    primera = tandas[0] if tandas else None
    primera = primera[0] if isinstance(primera, list) and primera else primera
    if isinstance(primera, dict):
        return primera.get("message") or primera.get("text")
    return dict(salida)


def _datos(
    clase: str, run: Mapping[str, Any], extra: Mapping[str, Any], meta: Mapping[str, Any], salida: Mapping[str, Any]
) -> Mapping[str, Any]:
    if clase == HERRAMIENTA:
        llamada = extra.get("tool_call_id") or mapa(salida.get("output")).get("tool_call_id")
        return {"call": texto(llamada)}
    if clase != MODELO:
        return {}
    parametros = mapa(extra.get("invocation_params"))
    respuesta = _respuesta(salida)
    dicho = mapa(salida.get("llm_output"))
    return {
        "provider": texto(meta.get("ls_provider")),
        "model": texto(meta.get("ls_model_name")) or texto(dicho.get("model_name")) or texto(run.get("name")),
        "params": {k: v for k, v in parametros.items() if k != "tools"},
        "tools": herramientas_de(parametros.get("tools")),
        "usage": uso_de(meta.get("usage_metadata")) or uso_de(dicho.get("token_usage")),
        "first_token": _primera_ficha(run),
        "provenance": procedencia_de(parametros, respuesta, mapa(run.get("serialized")).get("id")),
    }


def _primera_ficha(run: Mapping[str, Any]) -> float | None:
    sucesos = (mapa(e) for e in lista(run.get("events")))
    return next((segundos(e.get("time")) for e in sucesos if e.get("name") == "new_token"), None)
