"""`planificador`: decide qué pruebas buscar. Ante lo no respaldado puede buscar más o elevarlo; reescribir, no."""

from __future__ import annotations

from typing import Any

from langchain_core.runnables import RunnableConfig

from agentes.control import agentes
from agentes.control.bus.catalogo import para_agentes, reparos_de
from agentes.control.entorno import Modelo, exigir_modelo
from agentes.control.estado import Estado, inicial
from agentes.control.eventos import emitir

_HERRAMIENTAS = [agentes.PLANIFICAR, agentes.ABSTENERSE]


def planificador(estado: Estado, config: RunnableConfig, *, modelo: Modelo | None) -> Estado:
    """Escribe `objetivos` y `ruta`: `hay plan`, `eleva y sigue` o `se abstiene`."""
    nuevo = _empezar(estado, config) if estado.get("ruta", "") in ("", "fin") or estado.get("salida") else estado
    mensaje = agentes.consultar(exigir_modelo(modelo), "planificador", _datos(nuevo), _HERRAMIENTAS)
    base = nuevo if nuevo is not estado else Estado()
    return Estado(**{**base, **_decidir(nuevo, agentes.llamadas(mensaje))})  # type: ignore[typeddict-item]


def _empezar(estado: Estado, config: RunnableConfig) -> Estado:
    run_id = str((config.get("configurable") or {}).get("thread_id") or "sin-hilo")
    return inicial(estado["encargo"], run_id)


def _datos(estado: Estado) -> dict[str, Any]:
    return {
        "encargo": estado["encargo"],
        "lecturas": [h["name"] for h in para_agentes()],
        "registro": estado["registro"],
        "rechazos": estado["rechazos"],
        "sin_respaldo": [{"id": p["id"], "faltan": p["faltan"], "motivo": p["motivo"]} for p in estado["pendientes"]],
        "preguntas_abiertas": estado["preguntas"],
        "verificadas": [a["id"] for a in estado["afirmaciones"]],
    }


def _decidir(estado: Estado, llamadas: list[dict[str, Any]]) -> dict[str, Any]:
    """Lo que decidió. Un plan que no cumple su esquema no se arregla: es abstenerse, que siempre es correcto."""
    llamada: dict[str, Any] = llamadas[0] if llamadas else {"nombre": "", "argumentos": {}}
    esquema = next((h["parameters"] for h in _HERRAMIENTAS if h["name"] == llamada["nombre"]), None)
    if esquema is None or reparos_de(esquema, llamada["argumentos"]):
        return {"objetivos": [], "ruta": "se abstiene", "decision": {"motivo": "plan_invalido"}}
    args = llamada["argumentos"]
    if llamada["nombre"] == "abstenerse":
        return {"objetivos": [], "ruta": "se abstiene", "decision": {"motivo": args["motivo"]}}
    return _seguir(estado, args)


def _seguir(estado: Estado, args: dict[str, Any]) -> dict[str, Any]:
    """Lo elevado pasa a abstención; con objetivos se busca más, y sin ellos se sigue con lo respaldado, si lo hay."""
    elevadas = [_elevada(p) for p in (*estado["pendientes"], *estado["preguntas"]) if p["id"] in args["elevar"]]
    for e in elevadas:
        emitir("abstencion", **e)
    cambios = {
        "objetivos": args["objetivos"],
        "abstenciones": [*estado["abstenciones"], *elevadas],
        "pendientes": [p for p in estado["pendientes"] if p["id"] not in args["elevar"]],
        "preguntas": [p for p in estado["preguntas"] if p["id"] not in args["elevar"]],
    }
    if args["objetivos"]:
        return {**cambios, "ruta": "hay plan"}
    return {**cambios, "ruta": "eleva y sigue" if estado["afirmaciones"] else "se abstiene"}


def _elevada(p: dict[str, Any]) -> dict[str, Any]:
    """Una pregunta o una afirmación sin respaldo, como abstención explícita."""
    return {"id": p["id"], "sobre": p["sobre"], "motivo": p["motivo"], "faltan": p["faltan"], "por": "planificador"}
