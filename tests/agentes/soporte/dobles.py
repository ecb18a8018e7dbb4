"""Un modelo de guion y un ticket con su grafo a mano, para contestar a las pausas a propósito."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import Field

from agentes.soporte import grafo
from agentes.soporte.bancada import Circunstancias, montar
from tests.agentes.soporte.taller import AURICULARES


class Guion(BaseChatModel):
    """Contesta por orden y apunta lo que ve. Se agota con error, para que una llamada de más se note."""

    respuestas: list[Any] = Field(default_factory=list)
    vistos: list[Any] = Field(default_factory=list)
    atadas: list[Any] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "guion"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        self.atadas.append(list(tools))
        return self.bind(tools=list(tools), **kwargs)

    def _generate(self, messages: list[Any], *_: Any, **__: Any) -> ChatResult:
        self.vistos.append(messages)
        dicho = self.respuestas[len(self.vistos) - 1]
        mensaje = dicho if isinstance(dicho, AIMessage) else AIMessage(dicho)
        return ChatResult(generations=[ChatGeneration(message=mensaje)])


def llama(*pedidas: tuple[str, dict[str, Any]], vuelta: int = 0) -> AIMessage:
    """Un mensaje del modelo que pide esas herramientas."""
    llamadas = [
        {"name": nombre, "args": args, "id": f"l{vuelta}{i}", "type": "tool_call"}
        for i, (nombre, args) in enumerate(pedidas)
    ]
    return AIMessage("", tool_calls=llamadas)


class Caso:
    """Un ticket sobre una variante, con el grafo a mano y pausas que se contestan a propósito."""

    def __init__(self, variante: Any, *respuestas: Any, cliente: str = "C-1001", **circunstancias: Any) -> None:
        self.modelo = Guion(respuestas=list(respuestas))
        self.guardado = InMemorySaver()
        self.entorno = montar(self.guardado, Circunstancias(**circunstancias))
        self.grafo = variante(self.modelo, self.entorno, self.guardado)
        self.config = {"configurable": {"thread_id": "h"}}
        self.sesion = {"cliente_id": cliente, "ticket_id": "T-1"}

    def abrir(self, texto: str = "hola") -> dict[str, Any]:
        return self.grafo.invoke({"sesion": self.sesion, "texto": texto}, self.config)

    def contestar(self, valor: Any) -> dict[str, Any]:
        return self.grafo.invoke(Command(resume=valor), self.config)

    def pulsar(self, decision: str = "approve", **mas: Any) -> dict[str, Any]:
        propuestas = self.pausa()["propuestas"]
        base = {"decision": decision, "revisor": "ana", "segundos": 30}
        return self.contestar(
            {"clics": [{**base, "propuesta_id": p["propuesta_id"], "huella": p["huella"], **mas} for p in propuestas]}
        )

    def pausa(self) -> Any:
        pausas = self.grafo.get_state(self.config).interrupts
        return pausas[0].value if pausas else None

    @property
    def pagos(self) -> list[dict[str, Any]]:
        return self.entorno.pagos.operaciones()


LEE = llama(("buscar_pedido", {"pedido_id": "P-1001"}), vuelta=1)
PROPONE = llama(("proponer_reembolso", {**AURICULARES, "motivo": "no le gustan"}), vuelta=2)
EN_REVISION = "Está en revisión."


def sin_clasificar(modelo: Any, entorno: Any, guardado: Any) -> Any:
    """La principal sin clasificación."""
    return grafo.asincrona(modelo, entorno, guardado, clasificar=False)
