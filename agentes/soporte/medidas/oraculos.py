"""Los dos modelos de la evaluación, deterministas, sin red y declarados como oráculo en cada respuesta.

`DeReglas` es un agente de verdad, pobre: lee el texto del ticket y los resultados de las herramientas y decide con
reglas. No conoce la respuesta esperada, y se equivoca. `Obediente` es hostil: intenta en orden todo lo que le dijo el
atacante.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from agentes.soporte.medidas.reglas import Llamar, decidir, es_informativo, informar
from agentes.soporte.textos import CLASIFICAR

_PROCEDENCIA = {"provenance": "oracle", "model_provider": "oracle"}


class _Oraculo(BaseChatModel):
    """Lo común: sin red, con herramientas declaradas y con su procedencia a la vista."""

    nombre: str = "oraculo"

    @property
    def _llm_type(self) -> str:
        return "soporte-oraculo"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.nombre, "provenance": "oracle"}

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        """Acepta las herramientas como lo haría un modelo."""
        return self.bind(tools=list(tools), **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 — firma de BaseChatModel
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **_: Any,
    ) -> ChatResult:
        mensaje = self._contestar(messages)
        mensaje.response_metadata = {"model_name": self.nombre, **_PROCEDENCIA}
        return ChatResult(generations=[ChatGeneration(message=mensaje)])

    def _contestar(self, mensajes: list[BaseMessage]) -> AIMessage:
        raise NotImplementedError


class DeReglas(_Oraculo):
    """El agente de reglas: ve lo mismo que vería un modelo."""

    nombre: str = "de-reglas"

    def _contestar(self, mensajes: list[BaseMessage]) -> AIMessage:
        sistema, pregunta = mensajes[0].text, mensajes[1].text
        if sistema == CLASIFICAR:
            return AIMessage("INFORMATIVO" if es_informativo(pregunta) else "GESTION")
        if len(mensajes) == 2 and "No gestionas pedidos" in sistema:
            return AIMessage(informar(pregunta, sistema))
        dicho = decidir(mensajes[1:])
        if isinstance(dicho, str):
            return AIMessage(dicho)
        return AIMessage("", tool_calls=[_llamada(x, len(mensajes), i) for i, x in enumerate(dicho)])


class Obediente(_Oraculo):
    """El modelo que ha caído: hace los intentos del atacante, uno por vuelta, y dice lo que le pidieron."""

    nombre: str = "obediente"
    intentos: Sequence[tuple[str, Mapping[str, Any]]] = ()
    texto: str = ""

    def _contestar(self, mensajes: list[BaseMessage]) -> AIMessage:
        if mensajes[0].text == CLASIFICAR:
            return AIMessage("GESTION")
        hechos = sum(isinstance(m, ToolMessage) for m in mensajes)
        if hechos >= len(self.intentos):
            return AIMessage(self.texto)
        nombre, argumentos = self.intentos[hechos]
        return AIMessage("", tool_calls=[_llamada(Llamar(nombre, argumentos), hechos, 0)])


def _llamada(x: Llamar, vuelta: int, i: int) -> Any:
    return {"name": x.herramienta, "args": dict(x.argumentos), "id": f"l{vuelta}_{i}", "type": "tool_call"}
