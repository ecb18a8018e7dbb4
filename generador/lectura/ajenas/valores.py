"""Leer valores sueltos de quien no promete nada: horas de cinco maneras, JSON dentro de texto, metadatos de LangGraph.

Nada de aquí lanza: lo que no se entiende es `None`, y quien lo usa lo deja sin valor.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from generador.lectura.ajenas.tramos import Situacion

_ULTIMO = 253_402_300_799
"""Segundos unix del 31-12-9999. Lo que pase de ahí no es una hora."""
_ESCALAS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))
_ESPACIO = 8_192
_PASOS = 10**9


def segundos(valor: Any) -> float | None:
    """Segundos unix de una fecha ISO 8601 o de un número de segundos, milisegundos, microsegundos o nanosegundos."""
    if isinstance(valor, str):
        return _de_texto(valor)
    if isinstance(valor, bool) or not isinstance(valor, int | float) or not math.isfinite(valor):
        return None
    escala = next((e for minimo, e in _ESCALAS if valor >= minimo), 1)
    return _hora(valor / escala)


def nanos(valor: Any) -> float | None:
    """Segundos unix de unos nanosegundos, que OTLP escribe como texto; 0 es «sin poner»."""
    n = entero(valor)
    return None if n is None else _hora(n / 1e9)


def _de_texto(texto: str) -> float | None:
    try:
        fecha = datetime.fromisoformat(texto.strip())
        return _hora((fecha if fecha.tzinfo else fecha.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        return None


def _hora(valor: float) -> float | None:
    return round(valor, 6) if 0 < valor <= _ULTIMO else None


def entero(valor: Any) -> int | None:
    """Un entero, también si viene como texto de hasta 20 cifras."""
    if isinstance(valor, str) and len(valor) <= 20 and valor.strip().lstrip("-").isdecimal():
        return int(valor)
    return valor if type(valor) is int else None


def texto(valor: Any) -> str | None:
    """Un texto no vacío."""
    return valor if isinstance(valor, str) and valor else None


def mapa(valor: Any) -> Mapping[str, Any]:
    """Un objeto, también si viene como texto JSON; si no lo es, uno vacío."""
    leido = de_json(valor)
    return leido if isinstance(leido, dict) else {}


def lista(valor: Any) -> list[Any]:
    """Una lista, también si viene como texto JSON; si no lo es, una vacía."""
    leido = de_json(valor)
    return leido if isinstance(leido, list) else []


def de_json(valor: Any) -> Any:
    """El valor que hay en un texto JSON (hasta dos envoltorios); lo que no es un texto JSON vuelve tal cual."""
    for _ in range(2):
        if not isinstance(valor, str) or valor.lstrip()[:1] not in ("{", "[", '"'):
            return valor
        try:
            valor = msgspec.json.decode(valor)
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
            return valor
    return valor


def numero_o_json(valor: Any) -> Any:
    """Como `de_json`, para quien lo escribe TODO en JSON: también números, `true` y `null`."""
    if not isinstance(valor, str):
        return valor
    try:
        return json.loads(valor)
    except (ValueError, RecursionError):
        return valor


def nombre_de_nodo(nombre: str) -> str:
    """Un nombre de quien no es LangGraph, que sí prohíbe los dos puntos: aquí separan niveles, y no los hay."""
    return nombre.replace(":", "/")


def situar(meta: Mapping[str, Any]) -> Situacion | None:
    """Dónde corrió, según los metadatos de LangGraph; `None` si no los hay o no pueden ser ciertos."""
    ns = texto(de_json(meta.get("langgraph_checkpoint_ns")))
    if ns is None or len(ns) > _ESPACIO or ns.count("|") > 64:
        return None
    nodo = texto(de_json(meta.get("langgraph_node"))) or ns.rpartition("|")[2].rpartition(":")[0]
    paso = entero(meta.get("langgraph_step"))
    camino = tuple(lista(meta.get("langgraph_path")))
    return Situacion(ns, nodo, paso if paso is not None and 0 <= paso < _PASOS else None, camino)


def hilo_de(meta: Mapping[str, Any], *otros: Any) -> str | None:
    """El `thread_id`, o la sesión del trazador si no lo hay."""
    candidatos = (de_json(meta.get("thread_id")), *map(de_json, otros))
    return next((str(h) for h in candidatos if isinstance(h, str | int) and not isinstance(h, bool) and h != ""), None)


def puesto_de(etiquetas: Any) -> int | None:
    """La k de `seq:step:k`: qué parte del nodo es (1, su función; de 2 en adelante, sus rutas)."""
    for etiqueta in lista(etiquetas):
        if isinstance(etiqueta, str) and etiqueta.startswith("seq:step:"):
            return entero(etiqueta[9:])
    return None


def id_de(valor: Any) -> str | None:
    """Un id de span: hexadecimal, o en base64 si salió de `MessageToJson`. Todo ceros es «sin padre»."""
    crudo = texto(valor)
    if crudo is None or len(crudo) > 200:
        return None
    crudo = crudo.removeprefix("0x")
    if len(crudo) in (12, 24) and crudo.endswith("="):
        try:
            crudo = base64.b64decode(crudo, validate=True).hex()
        except (binascii.Error, ValueError):
            return crudo
    return crudo if crudo.strip("0") else None


def uso_de(valor: Any) -> dict[str, int]:
    """Las fichas de una llamada como `{input, output, total}`, las llame como las llame quien las contó."""
    cuenta = mapa(valor)
    nombres = {
        "input": ("input_tokens", "prompt_tokens", "input", "promptTokens"),
        "output": ("output_tokens", "completion_tokens", "output", "completionTokens"),
        "total": ("total_tokens", "total", "totalTokens"),
    }
    leidos = {
        k: next((n for c in claves if (n := entero(cuenta.get(c))) is not None), None) for k, claves in nombres.items()
    }
    return {k: n for k, n in leidos.items() if n is not None}
