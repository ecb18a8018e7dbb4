"""Cómo acabó una corrida recién grabada y por qué falló lo que falló: para saberlo no hace falta abrir las trazas."""

from __future__ import annotations

import json
from pathlib import Path

from generador.errores import imprimible

_BIEN = "ok"
_ERROR = "error"
_LARGO = 200
_NOMBRADOS = 5
"""A partir de cuántos casos con el mismo final se dejan de nombrar uno a uno."""


def resumir(corrida: Path) -> str:
    """`4 casos: 2 ok · 1 error (sin-vuelos) · …`, con las palabras de `espera.estado_de_la_traza`."""
    casos = json.loads((corrida / "manifiesto.json").read_text("utf-8"))["casos"]
    por_estado: dict[str, list[str]] = {_BIEN: []}
    for caso in casos:
        por_estado.setdefault(caso["estado"], []).append(caso["caso"])
    partes = [f"{len(ids)} {estado}{_cuales(estado, ids)}" for estado, ids in por_estado.items() if ids]
    return imprimible(f"{len(casos)} {'caso' if len(casos) == 1 else 'casos'}: {' · '.join(partes)}")


def fallos(corrida: Path) -> list[str]:
    """`caso: Clase: mensaje` de los primeros casos que acabaron en error, según su traza."""
    casos = json.loads((corrida / "manifiesto.json").read_text("utf-8"))["casos"]
    rotos = [c for c in casos if c["estado"] == _ERROR][:_NOMBRADOS]
    return [imprimible(f"{c['caso']}: {causa}") for c in rotos if (causa := _causa(corrida / c["traza"]))]


def _causa(traza: Path) -> str:
    """El error de la última ejecución, que es la última línea."""
    error = json.loads(traza.read_bytes().rstrip().rpartition(b"\n")[2]).get("error")
    if not isinstance(error, dict) or not isinstance(error.get("msg"), str):
        return ""
    clase, mensaje = str(error.get("cls")).rpartition(".")[2], " ".join(error["msg"].split())
    return f"{clase}: {mensaje[:_LARGO]}{'…' if len(mensaje) > _LARGO else ''}"


def _cuales(estado: str, ids: list[str]) -> str:
    if estado == _BIEN:
        return ""
    return f" ({', '.join(ids[:_NOMBRADOS])}{'…' if len(ids) > _NOMBRADOS else ''})"
