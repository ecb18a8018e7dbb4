"""Las personas de la evaluación, simuladas y declaradas: una compara con lo que procede; otra aprueba sin mirar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentes.soporte.cola.cola import APROBAR, EDITAR, RECHAZAR
from agentes.soporte.medidas.conjuntos import Ticket
from agentes.soporte.medidas.correr import Revisor


def con_criterio(ticket: Ticket) -> Revisor:
    """Aprueba justo lo que procede y rechaza lo demás, salvo que el ticket diga otra cosa."""

    def decidir(p: Mapping[str, Any]) -> dict[str, Any]:
        clic = {"propuesta_id": p["propuesta_id"], "revisor": "simulada", "huella": p["huella"]}
        clic |= {"segundos": ticket.segundos, "nota": ticket.porque}
        if ticket.revision == EDITAR and ticket.datos is not None:
            cambios = {k: v for k, v in ticket.datos.items() if k != "pedido_id"}
            return {**clic, "decision": EDITAR, "cambios": cambios}
        bien = ticket.revision == APROBAR and p["datos"] == ticket.datos
        return {**clic, "decision": APROBAR if bien else RECHAZAR}

    return decidir


def sin_mirar(p: Mapping[str, Any]) -> dict[str, Any]:
    """La fatiga llevada al extremo: aprueba todo al instante.

    Contra los adversarios no hay más defensa que el código.
    """
    clic = {"propuesta_id": p["propuesta_id"], "revisor": "sin-mirar", "huella": p["huella"]}
    return {**clic, "decision": APROBAR, "segundos": 0, "nota": ""}
