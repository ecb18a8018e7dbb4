"""Una demo leída entera: el plan, sus contratos y spikes, sus corridas y sus documentos. Entrada de las páginas."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from generador.modelo.corrida import Corrida
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Comparacion
from generador.modelo.historial import Historial
from generador.modelo.plan import Plan


class Demo(Struct, frozen=True, kw_only=True):
    """Lo que hay de un agente. `contratos` y `spikes` van de id de variante a grafo.

    `corridas` va de la más antigua a la más nueva; la última es la que se publica. `documentos` va de ruta
    relativa al plan a su texto markdown.
    """

    plan: Plan
    ruta: str
    contratos: Mapping[str, Grafo] = field(default_factory=dict)
    spikes: Mapping[str, Grafo] = field(default_factory=dict)
    corridas: tuple[Corrida, ...] = ()
    documentos: Mapping[str, str] = field(default_factory=dict)

    @property
    def corrida(self) -> Corrida | None:
        """La corrida que se publica, o `None` si aún no hay ninguna."""
        return self.corridas[-1] if self.corridas else None


class DemoComparada(Struct, frozen=True, kw_only=True):
    """Una demo y lo que resulta de compararla, por id de variante. Es lo que recibe cada página.

    `historial` es lo que fue de una corrida a otra.
    """

    demo: Demo
    comparaciones: Mapping[str, Comparacion]
    historial: Historial = field(default_factory=Historial)
