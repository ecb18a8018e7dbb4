"""`resolucion`: aplica sobre la cola los clics que llegaron, todos a la vez como llegan de verdad, y dice cómo queda.

De varios clics sobre una propuesta solo uno tiene efecto; lo decide la base de datos, no el orden en que se miran aquí.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage, ToolMessage

from agentes.soporte.cola.cola import Clic, Cola, Decidido
from agentes.soporte.cola.propuesta import Propuesta
from agentes.soporte.entorno import Entorno
from agentes.soporte.estado import Estado, vivas
from agentes.soporte.eventos import emitir
from agentes.soporte.panel import reglas, resumida
from agentes.soporte.reloj import segundos_entre
from agentes.soporte.textos import RECHAZADA

POR_EJECUTAR = frozenset({"aprobada", "en_ejecucion"})
"""También lo que quedó a medias: repetir con la misma clave lo termina, y no paga dos veces."""

DESENLACES = ("ejecutada", "en_tramite", "fallida", "invalida", "rechazada", "caducada")


def resolucion(estado: Estado, *, entorno: Entorno) -> Estado:
    """Escribe `propuestas` y `siguiente`: `aprobada`, `rechazada` (turno nuevo), `cerrada` o `pendiente`."""
    clics = [Clic(**c) for c in estado["clics"]]
    decididos = _a_la_vez(entorno.cola, clics)
    propuestas = [p for p in (entorno.cola.leer(n) for n in vivas(estado)) if p is not None]
    for p in propuestas:
        _ensenar(p, [(c, d) for c, d in zip(clics, decididos, strict=True) if c.propuesta_id == p.id], entorno)
    estados = {str(p.id): p.estado for p in propuestas}
    rechazadas = [p for p in propuestas if p.estado == "rechazada"]
    siguiente = _siguiente(set(estados.values()), turno=estado.get("turno", 0), limite=entorno.limites.turnos)
    cambios = Estado(propuestas=estados, siguiente=siguiente)
    if siguiente == "rechazada":
        return cambios | _turno_nuevo(estado, rechazadas)
    return Estado(**cambios, desenlace=next((e for e in DESENLACES if e in estados.values()), "en_revision"))


def _siguiente(estados: set[str], *, turno: int, limite: int) -> str:
    if "pendiente" in estados:
        return "pendiente"
    if not POR_EJECUTAR.isdisjoint(estados):
        return "aprobada"
    return "rechazada" if "rechazada" in estados and turno + 1 < limite else "cerrada"


def _a_la_vez(cola: Cola, clics: list[Clic]) -> list[Decidido]:
    if not clics:
        return []
    with ThreadPoolExecutor(len(clics)) as hilos:
        return list(hilos.map(cola.decidir, clics))


def _ensenar(p: Propuesta, clics: list[tuple[Clic, Decidido]], entorno: Entorno) -> None:
    """Lo que quien decidió tenía delante, y lo que pulsó."""
    emitir("propuesta", momento="al decidir", **resumida(p), motivo=p.motivo, caduca=p.caduca)
    emitir("politica_aplicada", momento="al decidir", version=entorno.cola.politica.version, reglas=reglas(p))
    for clic, decidido in clics:
        emitir(
            "decision",
            propuesta_id=p.id,
            decision=clic.decision,
            revisor=clic.revisor,
            resultado=decidido.resultado,
            detalle=decidido.detalle,
            nota=clic.nota,
            segundos_mirandola=clic.segundos,
            segundos_en_cola=segundos_entre(p.creada, p.decidida) if p.decidida else None,
            huella_vista=clic.huella,
        )


def _turno_nuevo(estado: Estado, rechazadas: list[Propuesta]) -> Estado:
    """Lo que el agente necesita para contestar: en pausa, el resultado de su llamada; si no, una nota interna."""
    esperando = estado.get("esperando", {})
    mensajes: list[AnyMessage] = []
    for p in rechazadas:
        nota = RECHAZADA.format(n=p.id, accion=p.accion, nota=p.nota or "sin explicar")
        if llamada := esperando.get(str(p.id)):
            mensajes.append(resultado_de(llamada, {"ok": False, "error": {"clase": "persona", "motivo": nota}}))
        else:
            mensajes.append(HumanMessage(nota, name="revision"))
    turno = estado.get("turno", 0) + 1
    return Estado(mensajes=mensajes, turno=turno, pasos=0, llamadas=0, averias={}, desenlace="rechazada")


def resultado_de(llamada: str, cuerpo: dict[str, Any]) -> ToolMessage:
    """El resultado que se le debía a una llamada del modelo."""
    estado = "success" if cuerpo["ok"] else "error"
    return ToolMessage(json.dumps(cuerpo, ensure_ascii=False), tool_call_id=llamada, status=estado)
