"""La forma de lo que pasa de un agente a otro. No hay campo `summary`: en los resúmenes se pierden las salvedades.

Los nombres de campo son los del contrato. `entailment` y `confidence` nacen `null`: ningún agente puede rellenarlos.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

IdDeAfirmacion = Annotated[str, StringConstraints(pattern=r"^c_[a-z0-9_]{1,60}$")]
IdDeRegistro = Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]
Texto = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Argumentos = dict[str, str | int | bool | dict[str, str]]


class Estricto(BaseModel):
    """Sin coerción y sin campos de más."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Proposition(Estricto):
    """Una parte mínima comprobable: un predicado con versión, sus argumentos y las pruebas que cita."""

    id: Annotated[str, StringConstraints(pattern=r"^p_[a-z0-9_]{1,60}$")]
    pred: Annotated[str, StringConstraints(pattern=r"^[a-z_]{3,40}@[0-9]{1,3}$")]
    args: Argumentos
    ledger_ids: Annotated[list[IdDeRegistro], Field(min_length=1, max_length=12)]
    entailment: None = None


class Claim(Estricto):
    """Una afirmación con tipo explícito. Sus pruebas son la unión de las de sus proposiciones."""

    id: IdDeAfirmacion
    type: Literal["Assertion", "Conjecture", "Quote"]
    text: Texto
    propositions: Annotated[list[Proposition], Field(max_length=8)]
    confidence: None = None


class OpenQuestion(Estricto):
    """Algo que el agente no puede afirmar, con lo que le falta. El planificador la resuelve o la eleva."""

    id: Annotated[str, StringConstraints(pattern=r"^q_[a-z0-9_]{1,60}$")]
    about: Texto
    reason: Annotated[str, StringConstraints(pattern=r"^[a-z_]{3,40}$")]
    missing: list[Texto] = Field(default_factory=list)


class ActionIntent(Estricto):
    """Una llamada irreversible concreta que alguien debería conceder; nunca un «habría que…»."""

    tool: Annotated[str, StringConstraints(pattern=r"^[a-z_]{3,40}$")]
    args: Argumentos
    requires_grant: Literal[True]
    depends_on: Annotated[list[IdDeAfirmacion], Field(min_length=1)]


class Fragment(Estricto):
    """Un trozo de prosa y las afirmaciones verificadas que cuenta. Sin ellas es texto sin etiquetar."""

    text: Texto
    claim_ids: Annotated[list[IdDeAfirmacion], Field(min_length=1)]


class Package(Estricto):
    """Lo que un agente emite. `run_id` y `from_agent` los pone el plano: no se le preguntan al modelo."""

    claims: list[Claim] = Field(default_factory=list)
    open_questions: list[OpenQuestion] = Field(default_factory=list)
    narrative: list[Fragment] = Field(default_factory=list)
    action_intents: list[ActionIntent] = Field(default_factory=list)


VERSION = 1
FICHERO = Path(__file__).with_name(f"paquete@{VERSION}.json")
"""El esquema congelado: cambiar la forma se ve en el diff y pide otra versión."""

PARTES: dict[str, type[Estricto]] = {
    "claims": Claim,
    "open_questions": OpenQuestion,
    "narrative": Fragment,
    "action_intents": ActionIntent,
}


def esquema() -> dict[str, Any]:
    """El JSON Schema 2020-12 del paquete: el mismo que ve el modelo y que comprueba la puerta."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Package.model_json_schema()}


def herramienta_de_emision() -> dict[str, Any]:
    """`emitir`, la única forma de que un agente entregue algo, con la forma que entiende `bind_tools`."""
    sin_meta = {k: v for k, v in esquema().items() if k != "$schema"}
    return {"name": "emitir", "description": "Entrega un paquete tipado y citado.", "parameters": sin_meta}
