"""`ejecutor`: doble control y efecto. No se fía de nadie: vuelve a verificar y exige la concesión de esa llamada."""

from __future__ import annotations

from agentes.control.bus.bus import Rechazo
from agentes.control.bus.concesiones import huella_de_llamada
from agentes.control.entorno import Plano
from agentes.control.estado import Estado, Json
from agentes.control.eventos import emitir


def ejecutor(estado: Estado, *, plano: Plano) -> Estado:
    """Escribe `efectos` y `salida`: `ejecutada`, o `sin_concesion` si ninguna llamada tenía la suya."""
    juez = plano.verificador(estado | Estado(previos={}))
    vivas = [a["id"] for a in estado["afirmaciones"] if juez.juzgar(_sin_juzgar(a))["estado"] == "respaldada"]
    por_huella = {c["huella"]: c for c in estado["concesiones"]}
    efectos, rechazos = [], []
    for intencion in estado["intenciones"]:
        concesion = por_huella.get(huella_de_llamada(estado["run_id"], intencion))
        hecho = plano.bus.ejecutar(estado["run_id"], intencion, vivas, concesion)
        if isinstance(hecho, Rechazo):
            rechazos.append(hecho.como_dato())
            emitir("rechazo", **rechazos[-1])
        else:
            efectos.append(hecho)
            emitir("efecto", **hecho)
    return Estado(
        efectos=[*estado["efectos"], *efectos],
        rechazos=[*estado["rechazos"], *rechazos],
        salida="ejecutada" if efectos else "sin_concesion",
        ruta="fin",
    )


def _sin_juzgar(afirmacion: Json) -> Json:
    """La afirmación como la emitió el agente: lo juzgado antes no cuenta."""
    campos = ("id", "pred", "args", "ledger_ids")
    proposiciones = [{c: p[c] for c in campos} for p in afirmacion["propositions"]]
    return {**{c: afirmacion[c] for c in ("id", "type", "text")}, "propositions": proposiciones}
