"""Leer pedidos, envíos y política para el agente: solo los campos que necesita, y solo de su cliente."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from sqlalchemy import Engine

from agentes.soporte.base.motor import lectura
from agentes.soporte.cola.propuesta import Sesion, comprometido
from agentes.soporte.errores import ErrorTecnico, RechazoDePolitica
from agentes.soporte.herramientas.esquemas import BUSCAR_PEDIDO, ESTADO_ENVIO
from agentes.soporte.politica.lectura import Politica
from agentes.soporte.politica.reglas import hoy, reembolsable
from agentes.soporte.politica.textos import buscar
from agentes.soporte.reloj import Reloj
from agentes.soporte.tienda.modelo import Pedido
from agentes.soporte.tienda.repositorio import leer


class Lector(Protocol):
    """Quien contesta a las herramientas de lectura. La sesión la pone el código, no el modelo."""

    def __call__(self, nombre: str, argumentos: Mapping[str, Any], sesion: Sesion) -> Any:
        """El resultado JSON. Lanza `RechazoDePolitica` o `ErrorTecnico`."""


@dataclass(frozen=True, slots=True)
class LectorLocal:
    """Contesta desde la base de datos de la tienda."""

    motor: Engine
    politica: Politica
    reloj: Reloj

    def __call__(self, nombre: str, argumentos: Mapping[str, Any], sesion: Sesion) -> Any:
        """El resultado de una herramienta de lectura ya validada."""
        if nombre == BUSCAR_PEDIDO:
            return self._pedido(argumentos["pedido_id"], sesion)
        if nombre == ESTADO_ENVIO:
            return _envio(self._propio(argumentos["pedido_id"], sesion)[0])
        return {"apartados": buscar(self.politica, argumentos["consulta"])}

    def _pedido(self, id: str, sesion: Sesion) -> dict[str, Any]:
        pedido, pendiente = self._propio(id, sesion)
        return ficha(pedido, pendiente, hoy(self.reloj()))

    def _propio(self, id: str, sesion: Sesion) -> tuple[Pedido, int]:
        with lectura(self.motor).begin() as c:
            pedido, pendiente = leer(c, id), comprometido(c, id)
        if pedido is None or pedido.cliente_id != sesion.cliente_id:
            raise RechazoDePolitica("Pedido no encontrado para este cliente.", ["pedido_ajeno_o_inexistente"])
        return pedido, pendiente


def ficha(pedido: Pedido, pendiente: int, dia: date) -> dict[str, Any]:
    """El pedido como lo ven el modelo y quien aprueba: sin tarjeta, sin cliente y sin calle."""
    return {
        "pedido_id": pedido.id,
        "estado": pedido.estado,
        "fecha": pedido.fecha.isoformat(),
        "articulos": [{"nombre": a.nombre, "importe_centimos": a.centimos} for a in pedido.articulos],
        "gastos_de_envio_centimos": pedido.gastos,
        "total_centimos": pedido.total,
        "pagado_centimos": pedido.pagado,
        "cobros": len(pedido.cobros),
        "cobrado_de_mas_centimos": pedido.cobrado_de_mas,
        "reembolsado_centimos": pedido.reembolsado,
        "en_propuestas_centimos": pendiente,
        "reembolsable_centimos": max(0, reembolsable(pedido, pendiente)),
        "entregado": pedido.entregado.isoformat() if pedido.entregado else None,
        "dias_desde_la_entrega": (dia - pedido.entregado).days if pedido.entregado else None,
        "ciudad": pedido.direccion["ciudad"],
    }


def _envio(pedido: Pedido) -> dict[str, Any]:
    if pedido.envio is None:
        return {"pedido_id": pedido.id, "estado": pedido.estado, "envio": None}
    envio = pedido.envio
    return {
        "pedido_id": pedido.id,
        "estado": pedido.estado,
        "transportista": envio.transportista,
        "seguimiento": envio.seguimiento,
        "entrega_estimada": envio.estimada.isoformat(),
        "situacion": envio.situacion,
    }


@dataclass(frozen=True, slots=True)
class LectorQueFalla:
    """Un lector con averías de mentira: las primeras `veces` llamadas a `herramienta` no contestan."""

    lector: Lector
    herramienta: str
    quedan: Callable[[], bool]

    def __call__(self, nombre: str, argumentos: Mapping[str, Any], sesion: Sesion) -> Any:
        """Como el de debajo, salvo cuando toca fallar."""
        if nombre == self.herramienta and self.quedan():
            raise ErrorTecnico(f"{nombre} no contesta")
        return self.lector(nombre, argumentos, sesion)
