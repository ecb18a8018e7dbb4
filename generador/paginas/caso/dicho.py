"""Qué texto de un valor es lo que alguien dijo, si de verdad se ve cuál es.

Una entrada suele ser un objeto con una petición dentro y algún ajuste alrededor: se lee mejor la petición que el JSON.
Con dos textos que podrían serlo no se elige ninguno.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

CLAVES = (
    "mensaje",
    "pregunta",
    "peticion",
    "petición",
    "question",
    "input",
    "query",
    "consulta",
    "texto",
    "text",
    "prompt",
    "request",
    "message",
    "ticket",
    "email_input",
)
"""Como se suele llamar, por orden. Lo dice `docs/formatos/plan.md`."""
_HONDURA = 4
_HOJAS = 200
_VARIOS = ("una frase", "otra frase")


def texto_dicho(valor: Any) -> str | None:
    """El texto, si el valor es uno, si lo lleva en una clave que se llama así o si no hay otro que pueda serlo."""
    valor = _sin_envoltorio(valor)
    if isinstance(valor, str):
        return valor
    if not isinstance(valor, dict):
        return None
    nombrado = next((valor[k] for k in CLAVES if isinstance(valor.get(k), str) and valor[k].strip()), None)
    return nombrado if nombrado is not None else _unico(list(_textos(valor, _HONDURA)))


def _sin_envoltorio(valor: Any) -> Any:
    """El valor de un objeto grabado con su clase."""
    while isinstance(valor, dict) and "$t" in valor:
        valor = valor.get("v")
    return valor


def _unico(textos: list[str]) -> str | None:
    """El único; o el único que es una frase, si los demás son palabras sueltas (un idioma, un id)."""
    if len(textos) > 1:
        textos = [t for t in textos if len(t.split()) > 1]
    return textos[0] if len(textos) == 1 else None


def _textos(valor: Any, hondura: int) -> Iterator[str]:
    """Los textos que hay dentro. Lo demasiado hondo o largo cuenta como varios: ahí ya no se ve cuál es."""
    valor = _sin_envoltorio(valor)
    if isinstance(valor, str):
        if valor.strip():
            yield valor
        return
    valor = [*valor.values()] if isinstance(valor, dict) else valor
    if not isinstance(valor, list):
        return
    if hondura == 0 or len(valor) > _HOJAS:
        yield from _VARIOS
        return
    for hijo in valor:
        yield from _textos(hijo, hondura - 1)
