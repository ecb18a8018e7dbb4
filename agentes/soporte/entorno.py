"""Lo que un grafo necesita de fuera, reunido: la cola, quién lee, los servicios externos y los límites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agentes.soporte.cola.cola import Cola
from agentes.soporte.cola.ejecutor import Ejecutor
from agentes.soporte.herramientas.lectores import Lector
from agentes.soporte.servicios import Servicio


@dataclass(frozen=True, slots=True)
class Limites:
    """Hasta dónde llega el bucle de un turno. Al pasarse, el ticket se escala.

    `turnos` limita las vueltas tras un rechazo; `intentos`, las veces que se llama a un servicio caído antes de dejarlo
    para la recuperación, y `espera` los segundos del primer reintento.
    """

    pasos: int = 8
    llamadas: int = 12
    turnos: int = 3
    intentos: int = 3
    espera: float = 0.5


@dataclass(frozen=True, slots=True)
class Entorno:
    """Las piezas inyectadas.

    `guarda` mantiene vivo lo que deba durar lo que el grafo (una carpeta temporal, p. ej.).
    """

    cola: Cola
    lector: Lector
    pagos: Servicio
    almacen: Servicio
    limites: Limites = field(default_factory=Limites)
    decir: Callable[[str], str] = str
    guarda: Any = None

    def ejecutor(self, nombre: str) -> Ejecutor:
        """Un ejecutor con ese nombre."""
        return Ejecutor(self.cola, self.pagos, self.almacen, nombre)
