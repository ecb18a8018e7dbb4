"""Aprobar, aprobar con cambios o rechazar: los botones, qué casa con cada uno y cómo se cuenta después."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generador.modelo.mensaje import Mensaje, mensaje
from generador.servidor.vivo.campos import Campo, NoVale
from generador.servidor.vivo.claro import hechos
from generador.servidor.vivo.paneles.base import Boton

PLANTILLA = "vivo/panel_propuestas.html"
APROBAR, EDITAR, RECHAZAR = "approve", "edit", "reject"
BOTONES = {
    APROBAR: Boton(APROBAR, mensaje("Aprobar"), "si"),
    EDITAR: Boton(EDITAR, mensaje("Aprobar con los cambios"), "otra"),
    RECHAZAR: Boton(RECHAZAR, mensaje("Rechazar"), "no"),
}


def casar(decision: str, leidos: Iterable[Campo], cambia: dict[str, Any]) -> dict[str, Any]:
    """Los cambios que van con esa decisión. Lanza `NoVale` si lo escrito no es lo que dice el botón.

    Aprobar no se lleva por delante una edición a medias, ni editar aprueba lo que nadie tocó.
    """
    if decision == RECHAZAR:
        return {}
    mal = any(c.error for c in leidos)
    if decision == APROBAR and (cambia or mal):
        raise NoVale(mensaje("has cambiado datos: pulsa «Aprobar con los cambios», o déjalos como estaban"))
    if mal:
        raise NoVale(mensaje("hay datos que no valen: míralos abajo"))
    if decision == EDITAR and not cambia:
        raise NoVale(mensaje("no has cambiado ningún dato: para dejarlo como está, pulsa «Aprobar»"))
    return cambia


def contar(decision: str, que: str, cambia: Mapping[str, Any]) -> Mensaje:
    """La decisión, en una frase."""
    if decision == APROBAR:
        return mensaje("Aprobó: %(que)s", que=que)
    if decision == RECHAZAR:
        return mensaje("Rechazó: %(que)s", que=que)
    nuevo = ", ".join(f"{h.nombre} → {h.valor}" for h in hechos(cambia))
    return mensaje("Aprobó con cambios (%(nuevo)s): %(que)s", nuevo=nuevo, que=que)
