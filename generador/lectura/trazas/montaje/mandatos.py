"""Adónde manda lo que devuelve un nodo o una función de ruta: nombres de destino y `Send`, como ids del grafo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_PADRE = "__parent__"


def destinos_de(resultado: Any, ambito: str) -> tuple[str, ...]:
    """Los destinos que no son `Send`, como ids completos."""
    return tuple(_id(ambito, _nombre(d)) for d in _lista(resultado) if d is not None and not _es_envio(d))


def envios_de(resultado: Any, ambito: str) -> tuple[str, ...]:
    """El nodo al que va cada `Send`, en orden y como id completo."""
    return tuple(_id(ambito, str(d.get("node"))) for d in _lista(resultado) if _es_envio(d))


def saltos_de(comando: Any, ambito: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Los destinos y los `Send` del `goto` de un `Command`, o de los que haya en una lista."""
    saltos: list[str] = []
    envios: list[str] = []
    for mandato in _mandatos(comando):
        donde = ambito.rpartition(":")[0] if mandato.get("graph") == _PADRE else ambito
        saltos += destinos_de(mandato.get("goto"), donde)
        envios += envios_de(mandato.get("goto"), donde)
    return tuple(saltos), tuple(envios)


def _mandatos(comando: Any) -> Iterator[dict[str, Any]]:
    for c in _lista(comando):
        if isinstance(c, dict) and (c.get("$t") == "command" or "goto" in c):
            yield c


def _lista(valor: Any) -> list[Any]:
    if valor is None:
        return []
    return valor if isinstance(valor, list) else [valor]


def _es_envio(destino: Any) -> bool:
    return isinstance(destino, dict) and (destino.get("$t") == "send" or "node" in destino)


def _nombre(destino: Any) -> str:
    """Un destino suele ser texto; una clave de `path_map` puede ser un booleano o un número."""
    return destino if isinstance(destino, str) else str(destino)


def _id(ambito: str, nombre: str) -> str:
    return f"{ambito}:{nombre}" if ambito else nombre
