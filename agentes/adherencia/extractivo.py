"""Un «modelo» que no es un modelo: contesta con la primera frase del primer pasaje y su cita.

Sirve para levantar la API sin clave ni red. No genera nada, y lo dice: su procedencia declarada es `oracle`, de modo
que una traza suya nunca se cuenta como respuesta en vivo.
"""

from __future__ import annotations

import re
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

_PASAJE = re.compile(r"^\[(F-\d{3})\] [^:\n]*: ([^.\n]*\.)", re.MULTILINE)
_PROCEDENCIA = {"provenance": "oracle", "model_name": "extractivo"}


class Extractivo(BaseChatModel):
    """Lee los pasajes del mensaje de sistema tal como los escribe `generate_response`."""

    @property
    def _llm_type(self) -> str:
        return "extractivo"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return _PROCEDENCIA

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 — firma de BaseChatModel
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **_: Any,
    ) -> ChatResult:
        primero = _PASAJE.search(messages[0].text)
        dicho = f"{primero[2].rstrip('.')} [{primero[1]}]." if primero else "Pregunta en tu farmacia."
        respuesta = AIMessage(dicho, response_metadata=_PROCEDENCIA)
        return ChatResult(generations=[ChatGeneration(message=respuesta)])
