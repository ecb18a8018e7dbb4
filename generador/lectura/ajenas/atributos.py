"""Qué atributo de un span significa qué, en cada instrumentación. Las convenciones cambian de nombre: son tablas."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from typing import Any

from generador.lectura.ajenas.tramos import CADENA, HERRAMIENTA, MODELO, RECUPERADOR
from generador.lectura.ajenas.valores import de_json, entero, lista, mapa, numero_o_json

ENTRADAS = (
    "input.value",
    "langfuse.observation.input",
    "mlflow.spanInputs",
    "traceloop.entity.input",
    "gen_ai.tool.call.arguments",
    "gen_ai.prompt",
)
SALIDAS = (
    "output.value",
    "langfuse.observation.output",
    "mlflow.spanOutputs",
    "traceloop.entity.output",
    "gen_ai.tool.call.result",
    "gen_ai.completion",
)
_CLASES = (
    "openinference.span.kind",
    "langfuse.observation.type",
    "langsmith.span.kind",
    "mlflow.spanType",
    "traceloop.span.kind",
    "gen_ai.operation.name",
    "llm.request.type",
)
_POR_NOMBRE = {
    "llm": MODELO,
    "generation": MODELO,
    "chat_model": MODELO,
    "chat": MODELO,
    "text_completion": MODELO,
    "completion": MODELO,
    "generate_content": MODELO,
    "tool": HERRAMIENTA,
    "execute_tool": HERRAMIENTA,
    "retriever": RECUPERADOR,
    "embedding": RECUPERADOR,
    "embeddings": RECUPERADOR,
}
_METADATOS = ("langsmith.metadata.", "langfuse.observation.metadata.", "traceloop.association.properties.")
_RAICES = ("llm", "input", "output", "openinference", "session", "tool", "tool_call", "gen_ai")
_DE_TRACELOOP = {
    "inputs": {"inputs", "input_str", "tags", "metadata", "kwargs"},
    "outputs": {"outputs", "kwargs"},
    "output": {"output", "kwargs"},
}
_HONDURA = 30
_MENSAJES = 2_000


def primero(a: Mapping[str, Any], claves: Iterable[str]) -> Any:
    """El primero que esté."""
    return next((a[c] for c in claves if a.get(c) is not None), None)


def clase_de(a: Mapping[str, Any]) -> str:
    """De qué es el span. `AGENT` no cuenta: dos trazadores lo ponen a todo lo que se llame «agent»."""
    dichas = (str(de_json(a[c])).lower() for c in _CLASES if a.get(c) is not None)
    return next((_POR_NOMBRE[d] for d in dichas if d in _POR_NOMBRE), CADENA)


def metadatos_de(a: Mapping[str, Any]) -> Mapping[str, Any]:
    """Los metadatos de la ejecución, donde LangGraph pone su nodo y su paso."""
    if dentro := mapa(a.get("metadata")) or _de_traceloop(a):
        return dentro
    if a.get("traceloop.span.kind") == "workflow":
        return _sin_nodo(a)
    for prefijo in _METADATOS:
        suyos = {k[len(prefijo) :]: numero_o_json(v) for k, v in a.items() if k.startswith(prefijo)}
        if suyos:
            return suyos
    return {}


def _de_traceloop(a: Mapping[str, Any]) -> Mapping[str, Any]:
    """Los que OpenLLMetry deja en la entrada, que son los suyos: los de `association.properties` se heredan."""
    entrada = mapa(a.get("traceloop.entity.input"))
    suyos = mapa(entrada.get("metadata")) if "kwargs" in entrada else {}
    return {"tags": entrada.get("tags"), **suyos} if suyos else {}


def _sin_nodo(a: Mapping[str, Any]) -> Mapping[str, Any]:
    """Los de un `workflow` de OpenLLMetry, que es quien llama al grafo: el nodo que diga lo heredó del anterior."""
    prefijo = "traceloop.association.properties."
    return {k.removeprefix(prefijo): v for k, v in a.items() if k.startswith(prefijo) and ".langgraph_" not in k}


def desenvuelto(a: Mapping[str, Any], valor: Any) -> Any:
    """Lo que se dio o se devolvió, sin lo que OpenLLMetry le pone alrededor."""
    if "traceloop.span.kind" not in a or not isinstance(valor, dict) or not isinstance(valor.get("kwargs"), dict):
        return valor
    return next((valor[k] for k, demas in _DE_TRACELOOP.items() if k in valor and valor.keys() <= demas), valor)


def desplegados(a: Mapping[str, Any], quedan: int = _HONDURA) -> dict[str, Any]:
    """Los atributos por su nombre con puntos, también los que Phoenix anida (`{"llm": {"model_name": …}}`)."""
    nombrados = dict(a)
    pila = [(raiz, a[raiz], quedan) for raiz in _RAICES if isinstance(a.get(raiz), dict)]
    pila += [(k, v, quedan) for k, v in a.items() if k.endswith("_messages") and isinstance(v, list)]
    while pila:
        nombre, valor, quedan = pila.pop()
        nombrados.setdefault(nombre, valor)
        dentro = valor.items() if isinstance(valor, dict) else enumerate(valor) if isinstance(valor, list) else ()
        pila += [(f"{nombre}.{k}", v, quedan - 1) for k, v in dentro if quedan and len(nombrados) < _MENSAJES * 10]
    return nombrados


def valor_de(valor: Any, quedan: int = _HONDURA) -> Any:
    """Un `AnyValue` de OTLP como JSON."""
    v = mapa(valor) if isinstance(valor, dict) else {}
    if quedan == 0 or not v:
        return None
    clave, dentro = next(iter(v.items()))
    match clave.replace("_v", "V"):
        case "intValue":
            return entero(dentro)
        case "arrayValue":
            return [valor_de(x, quedan - 1) for x in lista(mapa(dentro).get("values"))]
        case "kvlistValue":
            pares = (mapa(x) for x in lista(mapa(dentro).get("values")))
            return {str(p.get("key")): valor_de(p.get("value"), quedan - 1) for p in pares}
        case "bytesValue":
            return _bytes(dentro)
    return dentro


def _bytes(dentro: Any) -> Any:
    try:
        return base64.b64decode(str(dentro), validate=True).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return dentro


def modelo_de(a: Mapping[str, Any], entrada: Any, salida: Any) -> tuple[Any, Any]:
    """Los mensajes y la respuesta de una llamada a un modelo, como lista de mensajes y como mensaje."""
    mensajes = _mensajes(entrada) or lista(a.get("gen_ai.input.messages"))
    mensajes = mensajes or aplanados(a, "llm.input_messages.", "message") or aplanados(a, "gen_ai.prompt.")
    respuesta = _respuesta(salida) or next(iter(lista(a.get("gen_ai.output.messages"))), None)
    respondidos = aplanados(a, "llm.output_messages.", "message") or aplanados(a, "gen_ai.completion.")
    return mensajes or entrada, respuesta or next(iter(respondidos), salida)


def _mensajes(entrada: Any) -> list[Any]:
    """Los mensajes; Langfuse añade las herramientas ofrecidas como si fueran mensajes, y no lo son."""
    dentro = entrada.get("messages") if isinstance(entrada, dict) else entrada
    if isinstance(dentro, list) and len(dentro) == 1 and isinstance(dentro[0], list):
        dentro = dentro[0]
    return [m for m in dentro if not _es_oferta(m)] if isinstance(dentro, list) else []


def ofertas(entrada: Any) -> list[Any]:
    """Las herramientas que Langfuse mete entre los mensajes."""
    return [m["content"] for m in entrada if _es_oferta(m)] if isinstance(entrada, list) else []


def _es_oferta(mensaje: Any) -> bool:
    contenido = mensaje.get("content") if isinstance(mensaje, dict) else None
    return isinstance(contenido, dict) and contenido.get("type") == "function" and "function" in contenido


def _respuesta(salida: Any) -> Any:
    if not isinstance(salida, dict):
        return salida
    tandas = salida.get("generations") or salida.get("choices")
    primera = tandas[0] if isinstance(tandas, list) and tandas else None
    primera = primera[0] if isinstance(primera, list) and primera else primera
    return (primera.get("message") or primera.get("text")) if isinstance(primera, dict) else salida


def aplanados(a: Mapping[str, Any], prefijo: str, envoltorio: str | None = None) -> list[Any]:
    """La lista que OpenTelemetry aplana en claves: `prefijo.0.message.content`, `prefijo.1.…`."""
    raiz: dict[str, Any] = {}
    for clave in sorted(k for k in a if k.startswith(prefijo))[: _MENSAJES * 10]:
        _poner(raiz, clave[len(prefijo) :].split("."), a[clave])
    elementos = [raiz[k] for k in sorted((k for k in raiz if k.isdecimal()), key=int)][:_MENSAJES]
    return [mapa(e).get(envoltorio, e) if envoltorio else e for e in map(_con_listas, elementos)]


def _poner(raiz: dict[str, Any], tramos: list[str], valor: Any) -> None:
    for tramo in tramos[: min(len(tramos) - 1, _HONDURA)]:
        siguiente = raiz.setdefault(tramo, {})
        if not isinstance(siguiente, dict):
            return
        raiz = siguiente
    raiz.setdefault(tramos[-1], valor)


def _con_listas(valor: Any) -> Any:
    """Los objetos cuyas claves son 0, 1, 2… son listas."""
    if not isinstance(valor, dict):
        return valor
    dentro = {k: _con_listas(v) for k, v in valor.items()}
    if dentro and all(k.isdecimal() for k in dentro):
        return [dentro[k] for k in sorted(dentro, key=int)]
    return dentro
