"""`informar`: contesta una pregunta general con una sola llamada y sin herramientas."""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from agentes.soporte.estado import Estado
from agentes.soporte.nodos.agente import exigir_modelo
from agentes.soporte.politica.lectura import Politica
from agentes.soporte.textos import papel_informativo


def informar(estado: Estado, *, modelo: BaseChatModel | None, politica: Politica) -> Estado:
    """Añade la pregunta y la respuesta a `mensajes`."""
    pregunta = HumanMessage(estado["texto"])
    respuesta = exigir_modelo(modelo).invoke([SystemMessage(papel_informativo(politica)), pregunta])
    return Estado(mensajes=[pregunta, respuesta], siguiente="responde")
