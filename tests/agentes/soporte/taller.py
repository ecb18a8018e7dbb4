"""Un taller con su cola y sus servicios sobre un motor cualquiera. Sin langgraph: lo usan también otros procesos."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine, insert

from agentes.soporte.base.tablas import pedido
from agentes.soporte.cola.cola import Clic, Cola
from agentes.soporte.cola.ejecutor import Ejecutor
from agentes.soporte.cola.propuesta import Propuesta, Sesion
from agentes.soporte.politica.lectura import politica
from agentes.soporte.servicios import ALMACEN, PAGOS, Servicio
from agentes.soporte.tienda.repositorio import datos_de_partida
from tests.congelados import replace

AHORA = datetime.fromisoformat(datos_de_partida()["hoy"])
SESION = Sesion("C-1001", "T-1")
AURICULARES = {"pedido_id": "P-1001", "importe_centimos": 3990, "causa": "devolucion", "apartado": "DEV-1"}
PRADO = {"calle": "Calle del Prado 12", "codigo_postal": "28014", "ciudad": "Madrid"}
DIRECCION = {"pedido_id": "P-1301", **PRADO, "apartado": "ENV-2"}


class RelojDeMano:
    """Un reloj que solo avanza si se le dice."""

    def __init__(self) -> None:
        self.ahora = AHORA

    def __call__(self) -> datetime:
        return self.ahora

    def pasan(self, **tiempo: float) -> None:
        self.ahora += timedelta(**tiempo)


@dataclass
class Taller:
    """Una cola sembrada, con sus servicios, sobre un motor cualquiera."""

    motor: Engine
    reloj: RelojDeMano
    cola: Cola
    pagos: Servicio
    almacen: Servicio

    @classmethod
    def sobre(cls, motor: Engine) -> Taller:
        reloj = RelojDeMano()
        return cls(motor, reloj, Cola(motor, politica(), reloj), Servicio(PAGOS, motor), Servicio(ALMACEN, motor))

    def ejecutor(self, nombre: str = "e", **pagos: Any) -> Ejecutor:
        return Ejecutor(self.cola, replace(self.pagos, **pagos), self.almacen, nombre)

    def propuesta(self, datos: dict[str, Any] = AURICULARES, sesion: Sesion = SESION) -> Propuesta:
        tipo = "reembolso" if "importe_centimos" in datos else "cambio_direccion"
        return self.cola.proponer(sesion, tipo, datos, "motivo")[0]

    def aprobada(self, datos: dict[str, Any] = AURICULARES, sesion: Sesion = SESION) -> Propuesta:
        p = self.propuesta(datos, sesion)
        assert self.cola.decidir(clic(p)).resultado == "aprobada"
        return p

    def estado(self, id: int) -> str:
        p = self.cola.leer(id)
        return p.estado if p else "no existe"

    def pedidos_de_sobra(self, cuantos: int) -> list[tuple[Sesion, dict[str, Any]]]:
        """Pedidos nuevos, cada uno de un cliente y con su propuesta."""
        base = next(p for p in datos_de_partida()["pedidos"] if p["id"] == "P-1001")
        filas, peticiones = [], []
        for i in range(cuantos):
            id, cliente = f"P-{5000 + i}", f"C-{5000 + i}"
            columnas = {k: base[k] for k in ("estado", "reembolsado", "direccion")}
            filas.append({"id": id, "cliente_id": cliente, **columnas, "datos": base})
            peticiones.append(
                (Sesion(cliente, f"T-{i}"), {**AURICULARES, "pedido_id": id, "importe_centimos": 100 + i})
            )
        with self.motor.begin() as c:
            c.execute(insert(pedido), filas)
        return peticiones


def clic(p: Propuesta, decision: str = "approve", revisor: str = "ana", **mas: Any) -> Clic:
    return Clic(p.id, decision, revisor, **{"huella": p.huella, "segundos": 30, **mas})
