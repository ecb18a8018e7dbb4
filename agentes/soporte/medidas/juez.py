"""La rúbrica de la respuesta y quién la aplica. El juez se enchufa: hay uno de reglas, que se declara, y uno de modelo.

El de reglas no entiende el texto: mira lo que se puede mirar sin entenderlo. Sirve para que la rúbrica corra sin red
y para notar cuándo empeora, no para decir que una respuesta es buena.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from agentes.soporte.medidas.conjuntos import Ticket
from agentes.soporte.promesas import promesas_en

CRITERIOS = ("resuelve", "correcta", "tono", "no_promete")
_LARGO = 600
_RUBRICA = """Juzga la respuesta de un agente de soporte. Devuelve solo JSON con cuatro booleanos:
resuelve (contesta lo que se pide o dice qué pasará), correcta (no contradice lo que procede), tono (cortés y claro),
no_promete (no da por hecho nada que no esté ejecutado)."""


class Juez(Protocol):
    """Quien aplica la rúbrica a lo que se le dijo al cliente antes de ejecutar nada."""

    @property
    def nombre(self) -> str:
        """Cómo se publica quién juzgó."""

    def __call__(self, ticket: Ticket, texto: str) -> Mapping[str, bool]:
        """Un booleano por criterio."""


@dataclass(frozen=True, slots=True)
class JuezDeReglas:
    """El guionizado: determinista y sin red."""

    nombre: str = "reglas (guionizado)"

    def __call__(self, ticket: Ticket, texto: str) -> Mapping[str, bool]:
        """Los criterios que se pueden mirar sin entender el texto."""
        return {
            "resuelve": bool(texto.strip()) and texto.strip().casefold() != ticket.texto.strip().casefold(),
            "correcta": all(d in texto for d in ticket.dice),
            "tono": len(texto) <= _LARGO and "!" not in texto and not texto.isupper(),
            "no_promete": not promesas_en(texto),
        }


@dataclass(frozen=True, slots=True)
class JuezDeModelo:
    """Un modelo de verdad con la misma rúbrica. Lo que no sea el JSON pedido cuenta como no cumplido."""

    modelo: BaseChatModel
    nombre: str = "modelo"

    def __call__(self, ticket: Ticket, texto: str) -> Mapping[str, bool]:
        """Lo que diga el modelo."""
        caso = f"Ticket: {ticket.texto}\nProcede: {ticket.accion} ({ticket.porque})\nRespuesta: {texto}"
        dicho = self.modelo.invoke([SystemMessage(_RUBRICA), HumanMessage(caso)]).text
        try:
            leido = json.loads(dicho)
        except ValueError:
            leido = {}
        return {c: isinstance(leido, dict) and leido.get(c) is True for c in CRITERIOS}
