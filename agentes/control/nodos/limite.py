"""`limite`: el único camino a un efecto. Aprueba la política si todo está respaldado; si no, una persona.

La persona ve afirmaciones, fragmentos exactos y la llamada pendiente, nunca una conversación. LangGraph repite el nodo
al reanudar: lo que hay antes de `interrupt` es puro y ningún `try` lo rodea.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.types import interrupt

from agentes.control.bus.concesiones import Concesion, huella_de_llamada
from agentes.control.canonico import canonico
from agentes.control.entorno import Plano
from agentes.control.estado import Estado, Json, respaldadas
from agentes.control.eventos import emitir
from agentes.control.nodos.bus import publicar


def limite(estado: Estado, *, plano: Plano) -> Estado:
    """Escribe `concesiones` y `decision`; `ruta` es `concedida`, `sin concesión`, `denegada` o `nada que ejecutar`."""
    intenciones = estado["intenciones"]
    if not intenciones:
        return Estado(ruta="nada que ejecutar", salida="informada")
    if sueltas := _sin_verificar(estado):
        rechazo = {"donde": "limite", "motivo": "conjunto_sin_verificar", "que": ", ".join(sueltas), "detalles": []}
        emitir("rechazo", **rechazo)
        return Estado(ruta="sin concesión", rechazos=[*estado["rechazos"], rechazo])
    sin_respaldo = [*estado["abstenciones"], *estado["pendientes"], *_de_la_puerta(estado)]
    reparos = plano.politica.reparos(intenciones, len(sin_respaldo))
    if not reparos:
        return _por_politica(estado, plano)
    peticion = pedir(estado, reparos, sin_respaldo)
    return _por_persona(estado, plano, interrupt(peticion), reparos)


def _sin_verificar(estado: Estado) -> list[str]:
    buenas = respaldadas(estado)
    return sorted({c for i in estado["intenciones"] for c in i["depends_on"] if c not in buenas})


def _de_la_puerta(estado: Estado) -> list[Json]:
    """Lo que la puerta no dejó pasar también es algo sin respaldo que quien aprueba debe ver."""
    vistos = {p["id"] for p in (*estado["abstenciones"], *estado["pendientes"])} | set(respaldadas(estado))
    return [r for r in estado["rechazos"] if r["donde"] == "puerta" and r["que"] not in vistos]


def pedir(estado: Estado, reparos: list[str], sin_respaldo: list[Json]) -> Json:
    """Lo que ve quien decide: la llamada con su huella, lo que la sostiene con sus fragmentos, y lo no respaldado."""
    buenas = respaldadas(estado)
    ids = list(dict.fromkeys(c for i in estado["intenciones"] for c in i["depends_on"]))
    return {
        "pregunta": "¿Se ejecuta esta llamada irreversible?",
        "motivos": reparos,
        "opciones": ["approve", "reject"],
        "llamadas": [_pendiente(estado["run_id"], i) for i in estado["intenciones"]],
        "afirmaciones": [
            {
                "id": i,
                "enunciado": buenas[i]["enunciado"],
                "fragmentos": [e for p in buenas[i]["propositions"] for e in p["evidencia"]],
            }
            for i in ids
        ],
        "no_respaldado": [{"sobre": str(x.get("sobre", x.get("que"))), "motivo": x["motivo"]} for x in sin_respaldo],
        "cabeza_del_registro": estado["cabeza"],
    }


def _pendiente(run_id: str, intencion: Mapping[str, Any]) -> Json:
    return {**intencion, "huella": huella_de_llamada(run_id, intencion)}


def _por_politica(estado: Estado, plano: Plano) -> Estado:
    quien = f"politica@{plano.politica.version}"
    llamadas = [_pendiente(estado["run_id"], i) for i in estado["intenciones"]]
    for llamada in llamadas:
        emitir("llamada_pendiente", **llamada)
    concedidas = [_concesion("politica", quien, estado, x["huella"]) for x in llamadas]
    for c in concedidas:
        emitir("concesion", **c)
    return Estado(concesiones=concedidas, decision={"via": "politica", "motivos": []}, ruta="concedida")


def _por_persona(estado: Estado, plano: Plano, valor: Any, reparos: list[str]) -> Estado:
    """La decisión de la persona es un dato más: va al registro. Lo que no se entiende es un no."""
    dicho = valor if isinstance(valor, Mapping) else {}
    decision, quien = str(dicho.get("decision")), str(dicho.get("quien") or "persona")
    huellas = [str(h) for h in dicho.get("huellas") or []]
    cabeza = _archivar(plano, estado, {"decision": decision, "quien": quien, "huellas": huellas, "motivos": reparos})
    comun = Estado(cabeza=cabeza, decision={"via": "humana", "decision": decision, "quien": quien, "motivos": reparos})
    for i in estado["intenciones"]:
        emitir("llamada_pendiente", **_pendiente(estado["run_id"], i))
    if decision != "approve":
        return comun | Estado(ruta="denegada", salida="denegada")
    concedidas = [_concesion("humana", quien, estado, h) for h in huellas]
    for c in concedidas:
        emitir("concesion", **c)
    return comun | Estado(concesiones=concedidas, ruta="concedida")


def _archivar(plano: Plano, estado: Estado, dato: Json) -> str:
    contenido = canonico(dato)
    meta = {"herramienta": "decision@1", "argumentos": {}}
    entrada = plano.libro.anadir(estado["run_id"], "humano", contenido, "application/json", meta)
    publicar(entrada, contenido)
    return entrada.hash


def _concesion(clase: Any, quien: str, estado: Estado, huella: str) -> Json:
    return dict(Concesion(clase=clase, quien=quien, run_id=estado["run_id"], huella=huella, cabeza=estado["cabeza"]))
