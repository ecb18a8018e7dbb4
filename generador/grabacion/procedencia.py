"""Quién contestó cada llamada a modelo. Solo se cree lo declarado: el nombre de una clase no prueba nada."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CAMPO = "provenance"
ORACULO = "oracle"
_ACEPTADAS = frozenset({ORACULO, "replayed"})
_DE_PEGA = ("fake", "fake_chat_models")
_TIPOS_DE_PEGA = frozenset(
    f"{nombre}-chat-model" for nombre in ("fake", "fake-list", "fake-messages-list", "generic-fake", "parrot-fake")
) | {"fake-list"}


def declarada(*lugares: Any) -> str | None:
    """La procedencia que diga cualquiera de esos diccionarios, o `None`."""
    for lugar in lugares:
        valor = lugar.get(CAMPO) if isinstance(lugar, Mapping) else None
        if valor in _ACEPTADAS:
            return str(valor)
    return None


def de_la_clase(ruta: Any, tipo: Any = None) -> str:
    """`fake` si la clase es de las de pega de `langchain_core`, o hereda de una; si no, `live`.

    `tipo` es el `_type` de los parámetros de la llamada: el de una clase de pega lo heredan las que se derivan de
    ella para añadirle `bind_tools`, y su ruta ya no es la de `langchain_core`.
    """
    partes = ruta if isinstance(ruta, list | tuple) else ()
    es_de_pega = "langchain_core" in partes and any(p in partes for p in _DE_PEGA)
    return "fake" if es_de_pega or tipo in _TIPOS_DE_PEGA else "live"


def de_las_salidas(salidas: Any) -> str | None:
    """La que diga el `response_metadata` de alguna de las generaciones de un `LLMResult`."""
    for grupo in getattr(salidas, "generations", ()):
        for generacion in grupo:
            mensaje = getattr(generacion, "message", None)
            dicha = declarada(getattr(mensaje, "response_metadata", None))
            if dicha:
                return dicha
    return None
