"""Un modelo de guion para las pruebas: contesta por papel, en orden, y recuerda qué herramientas le enseñaron."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage

from agentes.control import guiones


@dataclass
class Guionista:
    """`dichos` va de papel a respuestas `{contenido, llamadas}`; se agota con `KeyError` o `IndexError`."""

    dichos: dict[str, list[Any]]
    vistas: dict[str, list[str]] = field(default_factory=dict)
    mensajes: dict[str, list[str]] = field(default_factory=dict)

    def bind_tools(self, tools: Any, **_: Any) -> Guionista:
        self._ahora = [t["name"] for t in tools]
        return self

    def invoke(self, mensajes: Any, **_: Any) -> AIMessage:
        papel = json.loads(mensajes[-1].text)["papel"]
        self.vistas.setdefault(papel, []).extend(self._ahora)
        self.mensajes.setdefault(papel, []).append(mensajes[-1].text)
        dicho = self.dichos[papel][len(self.mensajes[papel]) - 1]
        if isinstance(dicho, str):
            return AIMessage(dicho)
        pedidas = [
            {"name": x["nombre"], "args": x["argumentos"], "id": f"l{i}"} for i, x in enumerate(dicho["llamadas"])
        ]
        return AIMessage(dicho["contenido"], tool_calls=pedidas)

    @property
    def llamadas(self) -> int:
        return sum(map(len, self.mensajes.values()))


def de_guion(nombre: str) -> Guionista:
    """El guion de un caso del plan."""
    return Guionista({**guiones.plano.guiones(), **guiones.spike.guiones()}[nombre])
