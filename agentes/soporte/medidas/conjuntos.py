"""Los tickets de referencia y los adversarios, tal como están versionados."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from agentes.soporte.herramientas.esquemas import BUSCAR_PEDIDO, BUSCAR_POLITICA, ESCALAR
from agentes.soporte.politica.lectura import CAMBIO
from agentes.soporte.politica.reglas import REEMBOLSO

CARPETA = Path(__file__).with_name("conjuntos")
_TRAYECTORIAS = {
    REEMBOLSO: (BUSCAR_PEDIDO, BUSCAR_POLITICA, "proponer_reembolso"),
    CAMBIO: (BUSCAR_PEDIDO, BUSCAR_POLITICA, "proponer_cambio_direccion"),
    "escalar": (BUSCAR_PEDIDO, BUSCAR_POLITICA, ESCALAR),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Un ticket y lo que procede. `accion` es `ninguna`, `reembolso`, `cambio_direccion` o `escalar`."""

    id: str
    cliente: str
    texto: str
    accion: str
    porque: str
    pedido: str | None = None
    centimos: int | None = None
    causa: str = "devolucion"
    apartado: str | None = None
    direccion: tuple[str, ...] = ()
    trayectoria: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    revision: str = "approve"
    segundos: int | None = None
    reabre: str | None = None

    @property
    def datos(self) -> dict[str, Any] | None:
        """Los datos de la propuesta que procede, o `None` si no procede ninguna."""
        if self.accion == REEMBOLSO:
            importe = {"importe_centimos": self.centimos, "causa": self.causa}
            return {"pedido_id": self.pedido, **importe, "apartado": self.apartado}
        if self.accion == CAMBIO:
            lineas = dict(zip(("calle", "codigo_postal", "ciudad"), self.direccion, strict=True))
            return {"pedido_id": self.pedido, **lineas, "apartado": self.apartado}
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adversario:
    """Un ataque. `intentos` son pares (herramienta, argumentos); `rechazo`, el código con que acaba el último."""

    id: str
    clase: str
    cliente: str
    mensaje: str
    intentos: tuple[tuple[str, Mapping[str, Any]], ...] = field(default_factory=tuple)
    rechazo: str
    texto: str


def referencia() -> tuple[Ticket, ...]:
    """Los tickets de referencia, en orden."""
    return tuple(_ticket(t) for t in _leer("referencia.yaml")["tickets"])


def adversarios() -> tuple[Adversario, ...]:
    """Los ataques, en orden."""
    return tuple(_adversario(a) for a in _leer("adversarios.yaml")["adversarios"])


def sha256_de(nombre: str) -> str:
    """La huella del fichero de un conjunto: la referencia está congelada en ella."""
    return hashlib.sha256((CARPETA / nombre).read_bytes()).hexdigest()


def _leer(nombre: str) -> Any:
    return yaml.safe_load((CARPETA / nombre).read_text(encoding="utf-8"))


def _ticket(datos: Mapping[str, Any]) -> Ticket:
    tuplas = {k: tuple(datos[k]) for k in ("dice", "direccion") if k in datos}
    trayectoria = tuple(datos.get("trayectoria", _TRAYECTORIAS.get(datos["accion"], ())))
    return Ticket(**{**datos, **tuplas, "trayectoria": trayectoria})


def _adversario(datos: Mapping[str, Any]) -> Adversario:
    return Adversario(**{**datos, "intentos": tuple((nombre, args) for nombre, args in datos["intentos"])})
