"""Leer y cambiar pedidos dentro de la transacción de quien llama. Sembrar la tienda desde sus datos versionados."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update

from agentes.soporte.base.tablas import METADATOS, pedido
from agentes.soporte.tienda.modelo import Pedido, de_datos

FICHERO = Path(__file__).with_name("tienda.json")
_APARTE = ("id", "cliente_id", "estado", "reembolsado", "direccion")


@cache
def datos_de_partida(fichero: Path = FICHERO) -> Mapping[str, Any]:
    """La tienda tal como está versionada: `version`, `hoy` y `pedidos`."""
    leidos: Mapping[str, Any] = json.loads(fichero.read_text(encoding="utf-8"))
    return leidos


def sembrar(motor: Engine) -> None:
    """Crea las tablas y mete los pedidos de partida."""
    METADATOS.create_all(motor)
    filas = [_fila(p) for p in datos_de_partida()["pedidos"]]
    with motor.begin() as c:
        c.execute(insert(pedido), filas)


def leer(conexion: Connection, pedido_id: str, *, bloquear: bool = False) -> Pedido | None:
    """El pedido, o `None`. Con `bloquear`, nadie más lo cambia hasta el fin de la transacción."""
    consulta = select(pedido).where(pedido.c.id == pedido_id)
    fila = conexion.execute(consulta.with_for_update() if bloquear else consulta).mappings().first()
    return de_datos({**fila["datos"], **{k: fila[k] for k in _APARTE}}) if fila else None


def sumar_reembolso(conexion: Connection, pedido_id: str, centimos: int) -> None:
    """Anota un reembolso hecho."""
    suma = pedido.c.reembolsado + centimos
    conexion.execute(update(pedido).where(pedido.c.id == pedido_id).values(reembolsado=suma))


def cambiar_direccion(conexion: Connection, pedido_id: str, direccion: Mapping[str, str]) -> None:
    """Anota la dirección nueva."""
    conexion.execute(update(pedido).where(pedido.c.id == pedido_id).values(direccion=dict(direccion)))


def cambiar(conexion: Connection, pedido_id: str, cambios: Mapping[str, Any]) -> None:
    """Lo que otro sistema de la tienda le hace al pedido (`estado`, `reembolsado`, `direccion`)."""
    conexion.execute(update(pedido).where(pedido.c.id == pedido_id).values(**cambios))


def foto(conexion: Connection) -> list[dict[str, Any]]:
    """El estado que una acción puede cambiar, pedido a pedido y en orden."""
    columnas = (pedido.c.id, pedido.c.estado, pedido.c.reembolsado, pedido.c.direccion)
    return [dict(f) for f in conexion.execute(select(*columnas).order_by(pedido.c.id)).mappings()]


def _fila(datos: Mapping[str, Any]) -> dict[str, Any]:
    aparte = {k: datos[k] for k in _APARTE}
    return {**aparte, "datos": {k: v for k, v in datos.items() if k not in _APARTE}}
