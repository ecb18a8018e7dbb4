"""Dobles deterministas: un modelo y un embebedor que cuentan sus llamadas, y un almacén de tres fichas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import settings
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from agentes.adherencia.lengua import plano
from agentes.adherencia.recuperacion.almacen import Almacen, Fila
from agentes.adherencia.recuperacion.corpus import fichas

SIN_PLAZO = settings(deadline=None)
"""Una máquina ocupada no es un fallo."""
TEMAS = {"F-001": ("olvid", "forgot"), "F-021": ("nevera", "fridge"), "F-024": ("viaj", "travel")}
BUENA = {
    "es": "Mira el prospecto: cada medicamento indica qué hacer en ese caso [F-001].",
    "en": "Check the leaflet: each medicine says what to do when a dose has gone by [F-001].",
}
PREGUNTA = {"es": "He olvidado tomar mi pastilla, ¿qué hago?", "en": "I forgot to take my pill, what should I do?"}


class ModeloEspia(BaseChatModel):
    """Contesta por orden y apunta los mensajes de cada llamada. Se agota con error, para que una de más se note."""

    respuestas: list[str] = Field(default_factory=list)
    vistos: list[list[Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "espia"

    def _generate(self, messages: list[Any], *_: Any, **__: Any) -> ChatResult:
        self.vistos.append(messages)
        texto = self.respuestas[len(self.vistos) - 1]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(texto))])

    @property
    def llamadas(self) -> int:
        return len(self.vistos)


class EmbebedorEspia(Embeddings):
    """Un vector por tema: 1 si el texto lo nombra. Apunta cada consulta."""

    modelo = "espia"

    def __init__(self) -> None:
        self.consultas: list[str] = []

    def embed_query(self, text: str) -> list[float]:
        self.consultas.append(text)
        return vector(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [vector(t) for t in texts]


def vector(texto: str) -> list[float]:
    return [float(any(raiz in plano(texto) for raiz in raices)) for raices in TEMAS.values()]


def almacen(umbral: float = 0.5) -> Almacen:
    de_tema = {ficha: [float(ficha == tema) for tema in TEMAS] for ficha in TEMAS}
    filas = [Fila(f, de_tema[f.id]) for f in fichas() if f.id in TEMAS]
    return Almacen(modelo="espia", filas=filas, umbral={"es": umbral, "en": umbral})


def decision(estado: Mapping[str, Any], nombre: str) -> tuple[str, str]:
    """(resultado, motivo) de una decisión del estado."""
    d = estado["decisiones"][nombre]
    return d["resultado"], d["motivo"]
