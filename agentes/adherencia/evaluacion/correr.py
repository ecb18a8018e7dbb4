"""Ejecutar un caso en el grafo real y recoger lo que pasó. Ni red ni azar: contesta un oráculo declarado.

Modelo y embebedor van envueltos en espías, porque cuántas veces se les llama y qué llegan a ver es lo que se mide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from agentes.adherencia.evaluacion.conjuntos import Caso
from agentes.adherencia.extractivo import Extractivo
from agentes.adherencia.grafo import fabricar
from agentes.adherencia.recuperacion.almacen import Almacen
from agentes.adherencia.recuperacion.embebedores import nombre_de

_PROCEDENCIA = {"provenance": "oracle", "model_name": "guion de evaluación"}
ORACULO, EN_VIVO = "oraculo", "en_vivo"


class Guion(BaseChatModel):
    """Dice siempre lo mismo: lo que el caso puso en su boca."""

    texto: str

    @property
    def _llm_type(self) -> str:
        return "guion"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return _PROCEDENCIA

    def _generate(
        self,
        messages: list[BaseMessage],  # noqa: ARG002 — firma de BaseChatModel
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **_: Any,
    ) -> ChatResult:
        respuesta = AIMessage(self.texto, response_metadata=_PROCEDENCIA)
        return ChatResult(generations=[ChatGeneration(message=respuesta)])


class ModeloEspiado(BaseChatModel):
    """Otro modelo, apuntando lo que se le enseña en cada llamada."""

    interior: BaseChatModel
    vistos: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "espiado"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 — firma de BaseChatModel
        **_: Any,
    ) -> ChatResult:
        self.vistos.append("\n".join(m.text for m in messages))
        respuesta = self.interior.invoke(messages, stop=stop)
        return ChatResult(generations=[ChatGeneration(message=respuesta)])


@dataclass(slots=True)
class EmbebedorEspiado(Embeddings):
    """Otro embebedor, apuntando lo que se le pide."""

    interior: Embeddings
    vistos: list[str] = field(default_factory=list)

    @property
    def modelo(self) -> str:
        """El nombre del interior: el almacén debe seguir casando."""
        return nombre_de(self.interior)

    def embed_query(self, text: str) -> list[float]:
        self.vistos.append(text)
        return self.interior.embed_query(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.vistos += texts
        return self.interior.embed_documents(texts)


@dataclass(frozen=True, slots=True)
class Buscador:
    """El índice con el que se evalúa."""

    almacen: Almacen
    embebedor: Embeddings


@dataclass(frozen=True, slots=True)
class Hecho:
    """Un caso y lo que pasó, en tipos JSON: así las métricas salen igual de una ejecución que del fichero."""

    caso: Caso
    obtenido: Mapping[str, Any]


def correr(caso: Caso, busca: Buscador, en_vivo: BaseChatModel | None = None) -> Hecho:
    """Un turno. `en_vivo` contesta lo que no tiene guion; sin él, el extractivo."""
    modelo = ModeloEspiado(interior=Guion(texto=caso.dice) if caso.dice else en_vivo or Extractivo())
    embebedor = EmbebedorEspiado(busca.embebedor)
    grafo = fabricar(modelo, almacen=busca.almacen, embebedor=embebedor)
    pasos: list[str] = []
    eventos: list[Any] = []
    final: Mapping[str, Any] = {}
    flujo: Any = grafo.stream({"mensaje": caso.mensaje}, stream_mode=["updates", "custom", "values"])
    for modo, dato in flujo:
        if modo == "updates":
            pasos += list(dato)
        elif modo == "custom":
            eventos.append(dato)
        else:
            final = dato
    return Hecho(caso, _obtenido(caso, pasos, eventos, final, modelo, embebedor))


def _obtenido(
    caso: Caso,
    pasos: list[str],
    eventos: list[Any],
    final: Mapping[str, Any],
    modelo: ModeloEspiado,
    embebedor: EmbebedorEspiado,
) -> dict[str, Any]:
    decisiones, respuesta = final["decisiones"], final["respuesta"]
    hallados = decisiones["datos_personales"]["detalle"].get("hallados", [])
    return {
        "desenlace": final["estado_del_turno"],
        "pasos": pasos,
        "idioma": final["idioma"],
        "fallan": {n: d["motivo"] for n, d in decisiones.items() if d["resultado"] == "falla"},
        "citas": decisiones["citas"]["motivo"],
        "personales": sorted(h["clase"] for h in hallados),
        "recuperadas": [p["id"] for e in eventos if e["tipo"] == "pasajes" for p in e["pasajes"]],
        "usadas": [p["id"] for p in final["pasajes"]],
        "mejor": decisiones.get("sin_coincidencia", {}).get("detalle", {}).get("mejor"),
        "llamadas": {"modelo": len(modelo.vistos), "embebedor": len(embebedor.vistos)},
        "quien": EN_VIVO if not caso.dice and not isinstance(modelo.interior, Extractivo) else ORACULO,
        "salen": [p for p in caso.prohibe if p.casefold() in respuesta.casefold()],
        "llegan": _llegan(caso, [*modelo.vistos, *embebedor.vistos]),
        "respuesta": respuesta,
    }


def _llegan(caso: Caso, vistos: list[str]) -> list[str]:
    """Lo prohibido que estaba en la entrada y vieron el modelo o el embebedor."""
    de_entrada = [p for p in caso.prohibe if p in caso.mensaje] if caso.con_datos else []
    return [p for p in de_entrada if any(p in v for v in vistos)]
