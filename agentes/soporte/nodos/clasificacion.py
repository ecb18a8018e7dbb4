"""`clasificacion`: separa lo informativo, que no necesita mirar nada, de lo que hay que investigar. Es opcional.

Solo `INFORMATIVO`, exacto, desvía. Cualquier otra cosa que conteste el modelo pasa al agente, que puede más y arriesga
menos.
"""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from agentes.soporte.estado import Estado
from agentes.soporte.eventos import emitir
from agentes.soporte.nodos.agente import exigir_modelo
from agentes.soporte.textos import CLASIFICAR


def clasificacion(estado: Estado, *, modelo: BaseChatModel | None) -> Estado:
    """Escribe `clase` y `siguiente`: `informativo` o `gestion`."""
    mensajes = [SystemMessage(CLASIFICAR), HumanMessage(estado["texto"])]
    dicho = exigir_modelo(modelo).invoke(mensajes).text.strip().rstrip(".").upper()
    clase = "informativo" if dicho == "INFORMATIVO" else "gestion"
    emitir("clasificacion", clase=clase, dijo=dicho[:40])
    return Estado(clase=clase, siguiente=clase)
