"""Lo que se le dice al cliente, una sola vez por clave, aunque el nodo o el ejecutor se repitan."""

from __future__ import annotations

from sqlalchemy import Engine, insert, select, update

from agentes.soporte.base.tablas import aviso
from agentes.soporte.reloj import Reloj, iso


def enviar(motor: Engine, reloj: Reloj, ticket_id: str, clave: str, texto: str) -> bool:
    """Envía un aviso ahora. `False` si ya se había enviado uno con esa clave."""
    ahora = iso(reloj())
    with motor.begin() as c:
        if c.execute(select(aviso.c.id).where(aviso.c.clave == clave)).first():
            return False
        fila = {"clave": clave, "ticket_id": ticket_id, "texto": texto, "creado": ahora, "enviado": ahora}
        c.execute(insert(aviso).values(**fila))
    return True


def despachar(motor: Engine, reloj: Reloj, ticket_id: str) -> tuple[str, ...]:
    """Envía los avisos que dejó el ejecutor y devuelve sus textos, por orden."""
    suyos = (aviso.c.ticket_id == ticket_id, aviso.c.enviado.is_(None))
    with motor.begin() as c:
        consulta = select(aviso.c.id, aviso.c.texto).where(*suyos).order_by(aviso.c.id)
        filas = list(c.execute(consulta.with_for_update()))
        ids = [f.id for f in filas]
        c.execute(update(aviso).where(aviso.c.id.in_(ids)).values(enviado=iso(reloj())))
    return tuple(f.texto for f in filas)


def enviados(motor: Engine, ticket_id: str) -> tuple[str, ...]:
    """Todo lo que el cliente ha recibido en un ticket."""
    consulta = select(aviso.c.texto).where(aviso.c.ticket_id == ticket_id, aviso.c.enviado.is_not(None))
    with motor.begin() as c:
        return tuple(c.execute(consulta.order_by(aviso.c.id)).scalars())
