"""Cuándo un borrador necesita a una persona y qué se hace con su decisión. Puro: ni grafo ni modelo.

`assess_review_need` mira solo decisiones, es total (cualquier entrada da veredicto) y determinista. Una señal aguda,
una rehúsa o una falta de coincidencia ya cambiaron el borrador por una plantilla: no hay nada que revisar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from agentes.adherencia.estado import ANTERIORES, fallidas

APROBAR, EDITAR, RECHAZAR = OPCIONES = ("approve", "edit", "reject")


class Veredicto(TypedDict):
    """`clear` o `needs_review`, con los motivos como `decision:motivo`."""

    veredicto: Literal["clear", "needs_review"]
    motivos: list[str]


@dataclass(frozen=True, slots=True)
class Resolucion:
    """Lo que una persona decidió. `texto` solo acompaña a `edit`; `nota` es su explicación."""

    decision: Literal["approve", "edit", "reject"]
    texto: str = ""
    nota: str = ""


def assess_review_need(estado: Mapping[str, object]) -> Veredicto:
    """`needs_review` si el borrador es del modelo y falla o no se entiende su decisión de citas o de persona."""
    leidas = estado.get("decisiones")
    decisiones = leidas if isinstance(leidas, Mapping) else {}
    if fallidas(decisiones, (*ANTERIORES, "sin_coincidencia")):
        return Veredicto(veredicto="clear", motivos=[])
    motivos = [f"{nombre}:{motivo}" for nombre in ("citas", "persona") if (motivo := _reparo(decisiones.get(nombre)))]
    return Veredicto(veredicto="needs_review" if motivos else "clear", motivos=motivos)


def _reparo(decision: object) -> str:
    """El motivo por el que esa decisión pide revisión, o `""`. Lo que no se entiende, pide revisión."""
    if not isinstance(decision, Mapping):
        return "ilegible"
    if decision.get("resultado") == "falla":
        return str(decision.get("motivo"))
    return "" if decision.get("resultado") in ("pasa", "no_aplica") else "ilegible"


def leer_resolucion(valor: object) -> Resolucion:
    """Lo que llegó al reanudar. Nunca lanza: lo que no se entiende se trata como un rechazo."""
    datos = valor if isinstance(valor, Mapping) else {}
    texto, nota = (str(datos.get(clave) or "").strip() for clave in ("texto", "nota"))
    match datos.get("decision"):
        case "approve":
            return Resolucion("approve", nota=nota)
        case "edit" if texto:
            return Resolucion("edit", texto, nota)
        case "reject":
            return Resolucion("reject", nota=nota)
    return Resolucion("reject", nota=nota or "decisión ilegible")
