"""Lo que el plano necesita de fuera, reunido: el libro, el bus, la política y los límites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agentes.control.bus.bus import Bus
from agentes.control.errores import ConfiguracionInvalida
from agentes.control.estado import Estado
from agentes.control.politica import Politica
from agentes.control.registro.libro import Libro
from agentes.control.verificador.nli import SegundaOpinion
from agentes.control.verificador.verificar import Confianza, Verificador, sin_calibrar


class Modelo(Protocol):
    """Lo único que los agentes piden a un modelo. Lo cumple cualquier `BaseChatModel` que admita herramientas."""

    def bind_tools(self, tools: Sequence[Any], **opciones: Any) -> Any:
        """Algo con `invoke(mensajes) -> AIMessage` que puede pedir esas herramientas."""


@dataclass(frozen=True, slots=True)
class Plano:
    """Las piezas del plano de control. Ninguna es un modelo. `vueltas` es cuántas veces se puede volver a buscar."""

    libro: Libro
    bus: Bus
    politica: Politica
    vueltas: int = 1
    confianza: Confianza = sin_calibrar
    segunda: SegundaOpinion | None = None

    def verificador(self, estado: Estado) -> Verificador:
        """El verificador de esa corrida, con lo que ya se intentó."""
        return Verificador(self.libro, estado["run_id"], self.confianza, self.segunda, estado.get("previos", {}))

    def quedan_vueltas(self, estado: Estado) -> bool:
        """Si todavía se puede volver al planificador. Si no, abstenerse no cuesta ninguna llamada al modelo."""
        return estado.get("vueltas", 0) < self.vueltas


def exigir_modelo(modelo: Modelo | None) -> Modelo:
    """El modelo, o `ConfiguracionInvalida`: el grafo se exporta sin modelo, pero no se ejecuta."""
    if modelo is None:
        raise ConfiguracionInvalida("un agente necesita un modelo y no se inyectó → pasa «modelo» a la fábrica")
    return modelo
