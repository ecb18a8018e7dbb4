"""Pagos y almacén, simulados como son los de verdad: idempotentes por clave, con caídas, lentitud y negativas.

Tienen su propia base de datos. Una caída «antes» no hizo nada; una caída «después» hizo la operación y perdió la
respuesta, que es la que obliga a repetir con la misma clave.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import IntegrityError

from agentes.soporte.base.motor import lectura
from agentes.soporte.base.tablas import llamada, operacion
from agentes.soporte.canonico import huella
from agentes.soporte.errores import ClaveReutilizada, OperacionRechazada, ServicioCaido

PAGOS, ALMACEN = "pagos", "almacen"
ANTES, DESPUES, NIEGA, BIEN = "antes", "despues", "niega", "bien"


@dataclass(frozen=True, slots=True)
class Recibo:
    """El comprobante de una operación. `repetida` es que ya estaba hecha con esa clave."""

    id: str
    repetida: bool


@dataclass(frozen=True, slots=True)
class Servicio:
    """Un servicio externo. `fallos` dice cómo acaba cada llamada, por orden; agotados, todas van bien.

    `lentitud` son los segundos que tarda, y `dormir` quien los espera.
    """

    nombre: str
    motor: Engine
    fallos: Sequence[str] = ()
    lentitud: float = 0.0
    dormir: Callable[[float], None] = time.sleep

    def operar(self, cuerpo: Mapping[str, Any], clave: str) -> Recibo:
        """Hace la operación una sola vez por clave.

        Lanza `ServicioCaido`, `OperacionRechazada` o `ClaveReutilizada`.
        """
        fallo = self._anotar(clave)
        if self.lentitud:
            self.dormir(self.lentitud)
        if fallo == ANTES:
            raise ServicioCaido(f"{self.nombre} no contesta (503)")
        if fallo == NIEGA:
            raise OperacionRechazada(f"{self.nombre} no admite la operación")
        recibo = self._una_sola_vez(dict(cuerpo), clave)
        if fallo == DESPUES:
            raise ServicioCaido(f"{self.nombre} no contestó a tiempo (504)")
        return recibo

    def operaciones(self) -> list[dict[str, Any]]:
        """Todo lo que se hizo de verdad, por clave."""
        consulta = select(operacion).where(operacion.c.servicio == self.nombre).order_by(operacion.c.clave)
        with lectura(self.motor).begin() as c:
            return [dict(f) for f in c.execute(consulta).mappings()]

    def _anotar(self, clave: str) -> str:
        mias = select(func.count()).select_from(llamada).where(llamada.c.servicio == self.nombre)
        with self.motor.begin() as c:
            n = c.execute(mias).scalar_one()
            fallo = self.fallos[n] if n < len(self.fallos) else BIEN
            c.execute(insert(llamada).values(servicio=self.nombre, clave=clave, desenlace=fallo))
        return fallo

    def _una_sola_vez(self, cuerpo: dict[str, Any], clave: str) -> Recibo:
        mia = huella(cuerpo)
        recibo = f"R-{hashlib.sha256(clave.encode()).hexdigest()[:10]}"
        fila = {"clave": clave, "servicio": self.nombre, "huella": mia, "cuerpo": cuerpo, "recibo": recibo}
        with self.motor.begin() as c:
            hecha = _hecha(c, clave)
            if hecha is None:
                try:
                    with c.begin_nested():
                        c.execute(insert(operacion).values(**fila))
                    return Recibo(recibo, repetida=False)
                except IntegrityError:  # otra llamada con la misma clave llegó entre medias
                    hecha = _hecha(c, clave)
        if hecha is None or hecha["huella"] != mia:
            raise ClaveReutilizada(f"la clave {clave} ya se usó en {self.nombre} con otro cuerpo (422)")
        return Recibo(hecha["recibo"], repetida=True)


def _hecha(conexion: Connection, clave: str) -> Mapping[str, Any] | None:
    fila = conexion.execute(select(operacion).where(operacion.c.clave == clave)).mappings().first()
    return dict(fila) if fila else None


def crear_tablas(motor: Engine) -> None:
    """Las tablas de los servicios externos."""
    operacion.metadata.create_all(motor)
