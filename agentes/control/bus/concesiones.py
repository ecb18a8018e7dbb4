"""La concesión: el permiso para una llamada irreversible exacta, atado a su huella. No sirve para otra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from agentes.control.canonico import huella


class Concesion(TypedDict):
    """Quién la dio y para qué. `huella` es la de la llamada; `cabeza`, la del registro en ese momento."""

    clase: Literal["politica", "humana"]
    quien: str
    run_id: str
    huella: str
    cabeza: str


def huella_de_llamada(run_id: str, intencion: Mapping[str, Any]) -> str:
    """La huella de `{run_id, tool, args, depends_on}`: cambia si cambia un céntimo, una línea o de qué depende."""
    campos = {c: intencion[c] for c in ("tool", "args", "depends_on")}
    return huella({"run_id": run_id, **campos})


def vale_para(concesion: Mapping[str, Any] | None, run_id: str, intencion: Mapping[str, Any]) -> bool:
    """Si es de esta corrida y de esta llamada, byte a byte."""
    if not concesion or concesion.get("clase") not in ("politica", "humana") or not concesion.get("quien"):
        return False
    exacta = huella_de_llamada(run_id, intencion)
    return concesion.get("run_id") == run_id and concesion.get("huella") == exacta


def sin_concesion(efectos: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """`side_effect_hygiene`: los efectos irreversibles ejecutados sin una concesión válida. Debe ser vacío."""
    return [e for e in efectos if not vale_para(e.get("concesion"), str(e.get("run_id")), e["llamada"])]
