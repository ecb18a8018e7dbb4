"""Una propuesta y lo que se puede leer de ella. La fila es la verdad; estas clases, una foto."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from agentes.soporte.base.tablas import VIVAS, propuesta, version
from agentes.soporte.dinero import euros
from agentes.soporte.politica.reglas import REEMBOLSO


@dataclass(frozen=True, slots=True)
class Sesion:
    """Quién habla y en qué ticket. Lo pone el canal; ni el modelo ni las herramientas pueden cambiarlo."""

    cliente_id: str
    ticket_id: str


@dataclass(frozen=True, slots=True)
class Propuesta:
    """Una fila de la cola. `datos` es lo único que se ejecuta y `huella` lo ata a la aprobación."""

    id: int
    ticket_id: str
    cliente_id: str
    pedido_id: str
    tipo: str
    estado: str
    version: int
    datos: Mapping[str, Any]
    huella: str
    clave: str
    motivo: str
    politica: tuple[Mapping[str, Any], ...]
    creada: str
    caduca: str
    revisor: str | None = None
    decidida: str | None = None
    segundos: int | None = None
    nota: str | None = None
    causa_final: str | None = None
    intentos: int = 0
    ejecutor: str | None = None
    arriendo: str | None = None
    recibo: str | None = None

    @property
    def accion(self) -> str:
        """Lo que hace, en una frase."""
        return describir(self.tipo, self.datos)


def describir(tipo: str, datos: Mapping[str, Any]) -> str:
    """Los datos de una propuesta en palabras, para el panel y para el cliente."""
    if tipo == REEMBOLSO:
        return f"reembolso de {euros(datos['importe_centimos'])} del pedido {datos['pedido_id']}"
    direccion = f"{datos['calle']}, {datos['codigo_postal']} {datos['ciudad']}"
    return f"cambio de dirección del pedido {datos['pedido_id']} a {direccion}"


def leer(conexion: Connection, id: int, *, bloquear: bool = False) -> Propuesta | None:
    """La propuesta, o `None`. Con `bloquear`, nadie más la decide ni la ejecuta hasta el fin de la transacción."""
    consulta = select(*_columnas()).where(propuesta.c.id == id)
    fila = conexion.execute(consulta.with_for_update() if bloquear else consulta).mappings().first()
    return _de_fila(dict(fila)) if fila else None


def del_ticket(conexion: Connection, ticket_id: str) -> tuple[Propuesta, ...]:
    """Las propuestas del ticket, por orden de llegada."""
    consulta = select(*_columnas()).where(propuesta.c.ticket_id == ticket_id).order_by(propuesta.c.id)
    return tuple(_de_fila(dict(f)) for f in conexion.execute(consulta).mappings())


def viva_igual(conexion: Connection, ticket_id: str, tipo: str, huella: str) -> Propuesta | None:
    """Una propuesta viva idéntica del mismo ticket: lo que impide que el agente proponga dos veces."""
    igual = (propuesta.c.ticket_id == ticket_id, propuesta.c.tipo == tipo, propuesta.c.huella == huella)
    consulta = select(*_columnas()).where(*igual, propuesta.c.estado.in_(VIVAS))
    fila = conexion.execute(consulta).mappings().first()
    return _de_fila(dict(fila)) if fila else None


def comprometido(conexion: Connection, pedido_id: str, *, salvo: int | None = None) -> int:
    """Céntimos que piden las propuestas de reembolso vivas de un pedido, sin contar la propuesta `salvo`."""
    consulta = select(propuesta.c.id, propuesta.c.datos).where(
        propuesta.c.pedido_id == pedido_id, propuesta.c.tipo == REEMBOLSO, propuesta.c.estado.in_(VIVAS)
    )
    return sum(f.datos["importe_centimos"] for f in conexion.execute(consulta) if f.id != salvo)


def versiones(conexion: Connection, id: int) -> list[dict[str, Any]]:
    """Todas las versiones de una propuesta: la del agente y las que editó una persona."""
    consulta = select(version).where(version.c.propuesta_id == id).order_by(version.c.version)
    return [dict(f) for f in conexion.execute(consulta).mappings()]


def recuento(conexion: Connection) -> dict[str, int]:
    """Cuántas propuestas hay en cada estado."""
    consulta = (
        select(propuesta.c.estado, func.count().label("n")).group_by(propuesta.c.estado).order_by(propuesta.c.estado)
    )
    return {f.estado: f.n for f in conexion.execute(consulta)}


def _columnas() -> list[Any]:
    return [propuesta.c[nombre] for nombre in Propuesta.__dataclass_fields__]


def _de_fila(fila: Mapping[str, Any]) -> Propuesta:
    return Propuesta(**{**fila, "politica": tuple(fila["politica"])})
