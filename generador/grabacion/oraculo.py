"""Un modelo de guion: contesta lo escrito en `oraculo.yaml`, nodo a nodo, y dice siempre que es un oráculo.

Los modelos de pega de LangChain no sirven: pierden las llamadas a herramientas al emitir por trozos, no admiten
`bind_tools`, repiten el id de los mensajes o dan la vuelta al acabarse. Este se agota con un error claro y declara
su procedencia en los parámetros, en los metadatos y en cada respuesta.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.language_models.base import LangSmithParams
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable, ensure_config
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ConfigDict, PrivateAttr

from generador.grabacion.espacios import id_de_nodo, tramos
from generador.grabacion.procedencia import CAMPO, ORACULO
from generador.modelo import nuestros

CUALQUIERA = "*"
_PALABRAS = re.compile(r"\S+\s*|\s+")


class GuionAgotado(RuntimeError):  # noqa: N818
    """El agente llamó al modelo más veces de las escritas para ese nodo."""


class Oraculo(BaseChatModel):
    """`guion` va de nodo (o `*`) a sus respuestas en orden: un texto, `{contenido, llamadas, uso}` o un `AIMessage`.

    El nodo de un subgrafo vale con los de fuera delante (`vuelos:model`) o a secas (`model`, que sería de todos).

    `elegir(mensajes, nodo)`, si se da, contesta antes que el guion (para `Send` en paralelo, donde el orden no es
    fijo); si devuelve `None`, contesta el guion.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    guion: Mapping[str, Sequence[Any]] = {}
    elegir: Callable[[list[BaseMessage], str], Any] | None = None
    nombre: str = "oraculo"

    _dichas: dict[str, int] = PrivateAttr(default_factory=dict)
    _cerrojo: Any = PrivateAttr(default_factory=threading.Lock)

    @property
    def _llm_type(self) -> str:
        return "vitrina-oraculo"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.nombre, CAMPO: ORACULO}

    def _get_invocation_params(self, stop: list[str] | None = None, **kwargs: Any) -> dict[str, Any]:
        return {**self._identifying_params, "stop": stop, **kwargs}

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        base: dict[str, Any] = {**super()._get_ls_params(stop=stop, **kwargs)}
        dicho: Any = {**base, "ls_provider": ORACULO, "ls_model_name": self.nombre, CAMPO: ORACULO}
        return cast("LangSmithParams", dicho)

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: str | None = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Declara las herramientas como lo haría un modelo de verdad. El guion decide cuál se llama."""
        elegida = {} if tool_choice is None else {"tool_choice": tool_choice}
        return self.bind(tools=[convert_to_openai_tool(t) for t in tools], **elegida, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 — firma de BaseChatModel
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._siguiente(messages, run_manager))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 — firma de BaseChatModel
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> Iterator[ChatGenerationChunk]:
        for trozo in _trozos(self._siguiente(messages, run_manager)):
            generado = ChatGenerationChunk(message=trozo)
            if run_manager:
                run_manager.on_llm_new_token(str(trozo.content), chunk=generado)
            yield generado

    def _siguiente(self, mensajes: list[BaseMessage], gestor: CallbackManagerForLLMRun | None) -> AIMessage:
        nodo, entero = _nodo_que_pregunta(gestor)
        elegida = self.elegir(mensajes, nodo) if self.elegir else None
        mensaje = _mensaje(self._del_guion(nodo, entero) if elegida is None else elegida)
        dicho = {"model_name": self.nombre, "model_provider": ORACULO, CAMPO: ORACULO}
        mensaje.response_metadata = {**mensaje.response_metadata, **dicho}
        mensaje.id = None
        return mensaje

    def _del_guion(self, nodo: str, entero: str) -> Any:
        with self._cerrojo:
            clave = next((n for n in (entero, nodo) if n in self.guion), CUALQUIERA)
            i = self._dichas.get(clave, 0)
            self._dichas[clave] = i + 1
        respuestas = self.guion.get(clave, ())
        if i >= len(respuestas):
            raise GuionAgotado(str(nuestros.guion_agotado(len(respuestas), clave, entero, i + 1)))
        return respuestas[i]


def _nodo_que_pregunta(gestor: CallbackManagerForLLMRun | None) -> tuple[str, str]:
    """El nodo que llama, a secas y con los de fuera delante.

    A `stream` y `astream` LangChain no les pasa gestor: entonces, el de la llamada en curso.
    """
    datos = gestor.metadata if gestor else ensure_config().get("metadata", {})
    nodo = str(datos.get("langgraph_node", CUALQUIERA))
    return nodo, id_de_nodo(tramos(str(datos.get("langgraph_checkpoint_ns", ""))), nodo)


def _mensaje(respuesta: Any) -> AIMessage:
    if isinstance(respuesta, AIMessage):
        return respuesta.model_copy(deep=True)
    if isinstance(respuesta, str):
        return AIMessage(respuesta)
    llamadas = [_llamada(x, i) for i, x in enumerate(respuesta.get("llamadas") or ())]
    return AIMessage(respuesta.get("contenido") or "", tool_calls=llamadas, usage_metadata=_uso(respuesta.get("uso")))


def _llamada(llamada: Mapping[str, Any], i: int) -> dict[str, Any]:
    argumentos = dict(llamada.get("argumentos") or {})
    return {"name": llamada["nombre"], "args": argumentos, "id": llamada.get("id") or f"llamada_{i + 1}"}


def _uso(uso: Mapping[str, int] | None) -> dict[str, int] | None:
    """De `{entrada, salida}` (o `{input, output}`) a las fichas de LangChain."""
    if not uso:
        return None
    entrada, salida = (int(uso.get(es, uso.get(en, 0))) for es, en in (("entrada", "input"), ("salida", "output")))
    return {"input_tokens": entrada, "output_tokens": salida, "total_tokens": entrada + salida}


def _trozos(mensaje: AIMessage) -> Iterator[AIMessageChunk]:
    """El mensaje palabra a palabra, las llamadas a herramientas al final y en el último trozo el uso."""
    if isinstance(mensaje.content, str):
        yield from (AIMessageChunk(content=p) for p in _PALABRAS.findall(mensaje.content))
    else:
        yield AIMessageChunk(content=mensaje.content)
    for i, c in enumerate(mensaje.tool_calls):
        argumentos = json.dumps(c["args"], ensure_ascii=False)
        pedazo = tool_call_chunk(name=c["name"], args=argumentos, id=c["id"], index=i)
        yield AIMessageChunk(content="", tool_call_chunks=[pedazo])
    yield AIMessageChunk(
        content="",
        usage_metadata=mensaje.usage_metadata,
        response_metadata=mensaje.response_metadata,
        chunk_position="last",
    )
