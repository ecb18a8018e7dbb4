"""Lo que comparten los paneles: la pregunta que llega y lo que cada uno hace de ella."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from generador.modelo.mensaje import Mensaje
from generador.servidor.vivo.campos import Campo

QUIEN, NOTA, FORMULARIO, DECISION = "quien", "nota", "formulario", "decision"
"""Nombres de los controles que tienen todos."""


class Pregunta(Struct, frozen=True):
    """Una pregunta del agente, tal como se grabó. `id` es el de su `interrupt`."""

    id: str
    valor: Any


class Hecho(Struct, frozen=True):
    """Un dato que se enseña para decidir."""

    nombre: str
    valor: str


class Regla(Struct, frozen=True):
    """Una regla aplicada y si se cumple. `tono` es el de la hoja de estilos."""

    nombre: str
    tono: str
    estado: str
    texto: str

    @property
    def icono(self) -> str:
        return {"bien": "si", "mal": "no"}.get(self.tono, "duda")


class Boton(Struct, frozen=True):
    """Una decisión que se puede tomar. `clase` es `si`, `no` u `otra`: cómo se pinta. Un texto suelto es del agente."""

    valor: str
    texto: Mensaje | str
    clase: str


class Formulario(Struct, frozen=True, kw_only=True):
    """Lo que se decide de una vez. `oculto` viaja y vuelve: identifica lo que se tenía delante."""

    numero: int
    titulo: str = ""
    ceja: str = ""
    motivo: str = ""
    oculto: Mapping[str, str]
    hechos: Sequence[Hecho] = ()
    reglas: Sequence[Regla] = ()
    campos: Sequence[Campo] = ()
    botones: Sequence[Boton] = ()
    nota: str = ""
    libre: str = ""
    como: str = ""
    error: Mensaje | None = None


class Panel(Struct, frozen=True, kw_only=True):
    """Una pregunta en pantalla. `plantilla` la pinta; `dicho` es su frase, si la tiene.

    `crudo` es el JSON que llegó, plegado; vacío si no dice nada que no se vea. `literal` es el mismo, a la vista, si no
    hay otra forma de enseñar la pregunta.
    """

    plantilla: str
    pregunta: str
    dicho: str = ""
    resumen: str = ""
    crudo: str = ""
    literal: str = ""
    formularios: Sequence[Formulario]


class Leido(Struct, frozen=True):
    """Lo que se contesta al agente y cómo se cuenta."""

    valor: Any
    que: Mensaje


class TipoDePanel(Protocol):
    """Lo que ofrece cada módulo de panel."""

    def reconoce(self, valor: Any, /) -> bool:
        """Si sabe enseñar una pregunta con esa forma."""

    def panel(
        self, pregunta: Pregunta, escrito: Mapping[str, str] | None = None, error: Mensaje | None = None
    ) -> Panel:
        """La pregunta, vacía o con lo que se había escrito y por qué no valió."""

    def leer(self, pregunta: Pregunta, escrito: Mapping[str, str], quien: str, segundos: int) -> Leido:
        """La respuesta escrita. Lanza `campos.NoVale`."""
