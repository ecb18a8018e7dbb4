"""`puerta`: lo que un agente emitió se examina antes de que lo vea otro. Cada papel puede entregar solo lo suyo."""

from __future__ import annotations

from agentes.control.bus.bus import Rechazo
from agentes.control.entorno import Plano
from agentes.control.estado import Estado, Json, respaldadas
from agentes.control.eventos import emitir
from agentes.control.puerta.puerta import Paso, examinar

_PARTES = {
    "analista": ("claims", "open_questions"),
    "redactor": ("narrative",),
    "operador": ("action_intents",),
}


def puerta(estado: Estado, *, plano: Plano) -> Estado:
    """Reparte lo que pasa; `ruta` es `afirmaciones`, `prosa etiquetada`, `intenciones`, `rechazado` o `sin vueltas`."""
    de = estado["emitido"]["de"]
    paso = _examinar(de, estado)
    rechazos = [{**r.como_dato(), "de": de} for r in paso.rechazos]
    for r in rechazos:
        emitir("rechazo", **r)
    for c in paso.claims:
        emitir("afirmacion", id=c["id"], clase=c["type"], texto=c["text"], de=de, proposiciones=c["propositions"])
    comun = Estado(emitido={}, rechazos=[*estado["rechazos"], *rechazos])
    if paso.vacio and rechazos:
        vuelve = plano.quedan_vueltas(estado)
        ruta = "rechazado" if vuelve else "sin vueltas"
        return comun | Estado(vueltas=estado["vueltas"] + vuelve, ruta=ruta)
    return Estado(**{**comun, **_repartido(de, estado, paso, rechazos)})  # type: ignore[typeddict-item]


def _examinar(de: str, estado: Estado) -> Paso:
    paquete = estado["emitido"]["paquete"]
    ajenas = [c for c in paquete if c not in _PARTES[de]] if isinstance(paquete, dict) else []
    if ajenas:
        return Paso(
            rechazos=tuple(
                Rechazo("puerta", "campo_no_admitido", c, (f"{de} no puede entregar «{c}»",)) for c in ajenas
            )
        )
    return examinar(paquete, respaldadas(estado))


def _repartido(de: str, estado: Estado, paso: Paso, rechazos: list[Json]) -> Json:
    if de == "redactor":
        informe = [{"texto": f["text"], "claim_ids": f["claim_ids"], "etiqueta": "Conjecture"} for f in paso.narrative]
        emitir("prosa", fragmentos=informe)
        return {"informe": informe, "ruta": "prosa etiquetada"}
    if de == "operador":
        return {"intenciones": paso.action_intents, "ruta": "intenciones"}
    preguntas, rechazadas = _preguntas(paso), [_pendiente(r) for r in rechazos]
    return {
        "candidatas": paso.claims,
        "preguntas": _sin_los_nuevos(estado["preguntas"], preguntas) + preguntas,
        "pendientes": _sin_los_nuevos(estado["pendientes"], [*paso.claims, *rechazadas]) + rechazadas,
        "ruta": "afirmaciones",
    }


def _sin_los_nuevos(antes: list[Json], nuevos: list[Json]) -> list[Json]:
    """Lo que quedó de la vuelta anterior y no se ha vuelto a emitir: callar algo no lo resuelve."""
    ids = {n["id"] for n in nuevos}
    return [a for a in antes if a["id"] not in ids]


def _preguntas(paso: Paso) -> list[Json]:
    return [
        {"id": q["id"], "sobre": q["about"], "motivo": q["reason"], "faltan": q["missing"]} for q in paso.open_questions
    ]


def _pendiente(r: Json) -> Json:
    return {"id": r["que"], "sobre": r["que"], "motivo": r["motivo"], "faltan": r["detalles"]}
