"""Aprobar sin esperar lo que es pequeño, y auditar después una muestra que nadie puede elegir."""

from __future__ import annotations

import hashlib

from sqlalchemy import insert, select

from agentes.soporte.base.tablas import auditoria, propuesta
from agentes.soporte.cola.cola import APROBAR, Clic, Cola, Decidido
from agentes.soporte.cola.propuesta import Propuesta
from agentes.soporte.politica.lectura import Politica
from agentes.soporte.politica.reglas import REEMBOLSO
from agentes.soporte.reloj import iso

REVISOR = "politica:umbral"


def cabe(cola: Cola, p: Propuesta) -> bool:
    """Si se puede aprobar sola: un reembolso que, con todo lo ya pedido para ese pedido, no pasa del umbral.

    Se suma el pedido entero para que partir un reembolso en trozos pequeños no lo salte.
    """
    if p.tipo != REEMBOLSO:
        return False
    del_pedido = select(propuesta.c.datos).where(
        propuesta.c.pedido_id == p.pedido_id,
        propuesta.c.tipo == REEMBOLSO,
        propuesta.c.estado.in_(("pendiente", "aprobada", "en_ejecucion", "ejecutada")),
    )
    with cola.motor.begin() as c:
        pedido = sum(datos["importe_centimos"] for datos in c.execute(del_pedido).scalars())
    return bool(pedido <= cola.politica.umbral_automatico_centimos)


def aprobar(cola: Cola, p: Propuesta) -> Decidido:
    """La aprobación automática: un clic más, con el umbral como revisor y atado a la misma huella."""
    nota = f"Hasta {cola.politica.umbral_automatico_centimos} céntimos, política {cola.politica.version}."
    return cola.decidir(Clic(p.id, APROBAR, REVISOR, p.huella, segundos=None, nota=nota))


def en_la_muestra(p: Propuesta, politica: Politica) -> bool:
    """Si toca auditarla: depende solo de su clave, que ni el modelo ni el cliente conocen."""
    return int(hashlib.sha256(p.clave.encode()).hexdigest()[:8], 16) % 100 < politica.auditoria_por_ciento


def anotar(cola: Cola, p: Propuesta) -> str:
    """Apunta si una propuesta automática queda para auditar: `por_auditar` o `fuera_de_la_muestra`.

    Repetirlo no cambia nada.
    """
    estado = "por_auditar" if en_la_muestra(p, cola.politica) else "fuera_de_la_muestra"
    with cola.motor.begin() as c:
        if not c.execute(select(auditoria.c.estado).where(auditoria.c.propuesta_id == p.id)).first():
            c.execute(insert(auditoria).values(propuesta_id=p.id, estado=estado, creada=iso(cola.reloj())))
    return estado
