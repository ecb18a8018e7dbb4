"""`abstencion`: no responder, dicho con todas las letras. No cuesta ninguna llamada al modelo."""

from __future__ import annotations

from agentes.control.estado import Estado
from agentes.control.eventos import emitir


def abstencion(estado: Estado) -> Estado:
    """Cierra con `salida = abstencion` y deja en `abstenciones` qué no se pudo afirmar, por qué y qué faltaba."""
    calladas = [*estado["pendientes"], *estado["preguntas"]]
    nuevas = [{**p, "por": "plano"} for p in calladas]
    if not (nuevas or estado["abstenciones"]):
        nuevas = [_de_rechazo(r) for r in estado["rechazos"]] or [_del_encargo(estado)]
    for a in (*estado["abstenciones"], *nuevas):
        emitir("abstencion", id=a["id"], sobre=a["sobre"], motivo=a["motivo"], faltan=a["faltan"])
    return Estado(
        abstenciones=[*estado["abstenciones"], *nuevas], pendientes=[], preguntas=[], salida="abstencion", ruta="fin"
    )


def _de_rechazo(r: dict[str, object]) -> dict[str, object]:
    return {"id": r["que"], "sobre": r["que"], "motivo": r["motivo"], "faltan": r["detalles"], "por": r["donde"]}


def _del_encargo(estado: Estado) -> dict[str, object]:
    motivo = str(estado.get("decision", {}).get("motivo", "sin_camino"))
    return {
        "id": "encargo",
        "sobre": str(estado["encargo"].get("factura_id")),
        "motivo": motivo,
        "faltan": [],
        "por": "planificador",
    }
