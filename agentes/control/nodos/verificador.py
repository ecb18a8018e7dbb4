"""`verificador`: existencia, después implicación. Lo no respaldado vuelve como `Unsupported`; nadie lo reescribe."""

from __future__ import annotations

from typing import Any

from agentes.control.entorno import Plano
from agentes.control.estado import Estado
from agentes.control.eventos import emitir
from agentes.control.verificador.verificar import clave_de


def verificador(estado: Estado, *, plano: Plano) -> Estado:
    """Reparte las candidatas entre `afirmaciones` y `pendientes`.

    `ruta` es `respaldado`, `faltan pruebas` o `sin respaldo posible`. Lo contradicho no vuelve a buscarse.
    """
    juez = plano.verificador(estado)
    juzgadas = [juez.juzgar(c) for c in estado["candidatas"]]
    for j in juzgadas:
        _contar(j)
    buenas = [j for j in juzgadas if j["estado"] == "respaldada"]
    malas = [_unsupported(j) for j in juzgadas if j["estado"] in ("no_respaldada", "contradicha")]
    for m in malas:
        emitir("unsupported", **m)
    nuevas = {j["id"] for j in juzgadas}
    afirmaciones = [*(a for a in estado["afirmaciones"] if a["id"] not in nuevas), *buenas]
    pendientes = [*estado["pendientes"], *malas]
    buscables = [p for p in pendientes if p["motivo"] != "contradicha"] or estado["preguntas"]
    if buscables and plano.quedan_vueltas(estado):
        ruta, elevadas = "faltan pruebas", []
    else:
        ruta = "respaldado" if afirmaciones else "sin respaldo posible"
        elevadas = [{**p, "por": "verificador"} for p in (*pendientes, *estado["preguntas"])]
    return Estado(
        candidatas=[],
        afirmaciones=afirmaciones,
        pendientes=[] if elevadas else pendientes,
        preguntas=[] if elevadas else estado["preguntas"],
        abstenciones=[*estado["abstenciones"], *elevadas],
        previos=_previos(estado, juzgadas),
        vueltas=estado["vueltas"] + (ruta == "faltan pruebas"),
        ruta=ruta,
    )


def _previos(estado: Estado, juzgadas: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Qué citó cada intento fallido, por afirmación y por proposición: el siguiente debe citar algo más."""
    previos = {k: list(v) for k, v in estado["previos"].items()}
    for j in juzgadas:
        for p in (p for p in j.get("propositions", []) if p.get("entailment") in ("neutral", "contradice")):
            for clave in (j["id"], clave_de(p)):
                previos[clave] = sorted({*previos.get(clave, []), *p["ledger_ids"]})
    return previos


def _unsupported(j: dict[str, Any]) -> dict[str, Any]:
    """`Unsupported{proposition, missing_evidence}`: qué no se sostiene y qué haría falta."""
    fallidas = [p for p in j["propositions"] if p["entailment"] != "respalda"]
    faltan = [f for p in fallidas for f in p["missing_evidence"]]
    return {
        "id": j["id"],
        "sobre": " ".join(p["enunciado"] for p in fallidas),
        "motivo": "contradicha" if j["estado"] == "contradicha" else fallidas[0]["motivo"],
        "faltan": faltan,
        "proposiciones": [{c: p[c] for c in ("id", "pred", "args", "entailment", "motivo")} for p in fallidas],
    }


def _contar(j: dict[str, Any]) -> None:
    for p in j["propositions"] if j["estado"] != "conjetura" else []:
        emitir(
            "veredicto",
            afirmacion=j["id"],
            proposicion=p["id"],
            pred=p["pred"],
            args=p["args"],
            ledger_ids=p["ledger_ids"],
            enunciado=p["enunciado"],
            entailment=p["entailment"],
            motivo=p["motivo"],
            missing_evidence=p["missing_evidence"],
        )
        if p["evidencia"]:
            citas = [
                {"id": e["atributo"], "texto": e["texto"], "veredicto": p["entailment"], **e} for e in p["evidencia"]
            ]
            emitir("cita_del_registro", afirmacion=j["id"], proposicion=p["id"], citas=citas)
