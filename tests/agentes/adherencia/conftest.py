"""Un banco de pruebas: el grafo que se pida, con el modelo y el embebedor espía a mano."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from agentes.adherencia.grafo import Grafo, fabricar
from agentes.adherencia.recuperacion import corpus
from tests.agentes.adherencia.dobles import EmbebedorEspia, ModeloEspia, almacen


@dataclass
class Banco:
    modelo: ModeloEspia = field(default_factory=ModeloEspia)
    embebedor: EmbebedorEspia = field(default_factory=EmbebedorEspia)

    def grafo(self, *respuestas: str, rag: bool = True, **opciones: Any) -> Grafo:
        self.modelo = ModeloEspia(respuestas=list(respuestas))
        self.embebedor = EmbebedorEspia()
        busca = {"almacen": almacen(), "embebedor": self.embebedor} if rag else {}
        return fabricar(self.modelo, **busca, **opciones)

    def turno(self, mensaje: object, *respuestas: str, **opciones: Any) -> dict[str, Any]:
        return self.grafo(*respuestas, **opciones).invoke({"mensaje": mensaje})

    @property
    def llamadas(self) -> tuple[int, int]:
        """(al modelo, al embebedor)."""
        return self.modelo.llamadas, len(self.embebedor.consultas)


@pytest.fixture
def banco() -> Banco:
    return Banco()


@pytest.fixture(scope="session", autouse=True)
def corpus_leido_una_vez():
    """El corpus no cambia mientras se prueba, y leer su YAML era lo más caro de hacer un grafo con búsqueda."""
    with pytest.MonkeyPatch.context() as m:
        m.setattr(corpus, "_leer", cache(corpus._leer))
        yield
