"""Un pedido tal como lo conoce la tienda. De aquí, el modelo solo ve lo que las herramientas le enseñan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Articulo:
    """Una línea del pedido. `centimos` es el precio de la línea entera."""

    nombre: str
    centimos: int


@dataclass(frozen=True, slots=True)
class Cobro:
    """Un cargo al cliente. `tarjeta` no sale nunca de la tienda."""

    fecha: date
    centimos: int
    tarjeta: str


@dataclass(frozen=True, slots=True)
class Envio:
    """El paquete. `situacion` es la última frase del transportista."""

    transportista: str
    seguimiento: str
    estimada: date
    situacion: str


@dataclass(frozen=True, slots=True)
class Pedido:
    """Un pedido. `estado`: preparando, enviado, entregado, extraviado o cancelado. Importes en céntimos."""

    id: str
    cliente_id: str
    fecha: date
    estado: str
    articulos: tuple[Articulo, ...]
    gastos: int
    cobros: tuple[Cobro, ...]
    reembolsado: int
    direccion: Mapping[str, str]
    envio: Envio | None
    entregado: date | None

    @property
    def total(self) -> int:
        """Lo que vale: artículos más gastos de envío."""
        return sum(a.centimos for a in self.articulos) + self.gastos

    @property
    def pagado(self) -> int:
        """Lo cobrado en total."""
        return sum(c.centimos for c in self.cobros)

    @property
    def cobrado_de_mas(self) -> int:
        """Lo cobrado por encima de lo que vale y aún no devuelto."""
        return max(0, self.pagado - self.total - self.reembolsado)


def de_datos(datos: Mapping[str, Any]) -> Pedido:
    """Un pedido desde su forma JSON: fechas ISO y céntimos enteros."""
    envio = datos.get("envio")
    return Pedido(
        id=datos["id"],
        cliente_id=datos["cliente_id"],
        fecha=date.fromisoformat(datos["fecha"]),
        estado=datos["estado"],
        articulos=tuple(Articulo(a["nombre"], a["centimos"]) for a in datos["articulos"]),
        gastos=datos.get("gastos", 0),
        cobros=tuple(Cobro(date.fromisoformat(c["fecha"]), c["centimos"], c["tarjeta"]) for c in datos["cobros"]),
        reembolsado=datos.get("reembolsado", 0),
        direccion=dict(datos["direccion"]),
        envio=_envio(envio) if envio else None,
        entregado=date.fromisoformat(datos["entregado"]) if datos.get("entregado") else None,
    )


def _envio(datos: Mapping[str, Any]) -> Envio:
    estimada = date.fromisoformat(datos["estimada"])
    return Envio(datos["transportista"], datos["seguimiento"], estimada, datos["situacion"])
