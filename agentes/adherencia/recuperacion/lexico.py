"""La reserva sin binarios: BM25 sobre raíces Snowball, con forma de embebedor.

El peso BM25 de cada raíz en cada pasaje es un vector, y una consulta es otro; su producto escalar es la puntuación.
Así el almacén y el grafo son los mismos con el índice denso que con este. La consulta se divide entre lo máximo que
podría sumar (una raíz desconocida cuenta como la más rara), de modo que un umbral signifique lo mismo en todas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from langchain_core.embeddings import Embeddings

from agentes.adherencia.lengua import idioma_de, raices

K1 = 1.2
B = 0.75


class Bm25(Embeddings):
    """Se ajusta a un corpus al construirse. El idioma de cada texto se detecta, y cada raíz lleva el suyo."""

    modelo = "bm25-snowball"

    def __init__(self, corpus: Sequence[str]) -> None:
        self._bolsas = [Counter(_raices(t)) for t in corpus]
        aparece = Counter(raiz for bolsa in self._bolsas for raiz in bolsa)
        self._posicion = {raiz: i for i, raiz in enumerate(sorted(aparece))}
        self._rareza = {raiz: log(1 + (len(corpus) - n + 0.5) / (n + 0.5)) for raiz, n in aparece.items()}
        self._media = sum(b.total() for b in self._bolsas) / max(1, len(self._bolsas))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Pesos BM25 (rareza × saturación) de cada texto sobre el vocabulario del corpus."""
        return [self._pesos(Counter(_raices(t))) for t in texts]

    def embed_query(self, text: str) -> list[float]:
        """Peso de cada raíz de la consulta; suma como mucho 1 multiplicado por la rareza y la saturación máximas."""
        bolsa = Counter(_raices(text))
        mas_rara = max(self._rareza.values(), default=1.0)
        maximo = sum(n * self._rareza.get(raiz, mas_rara) * (K1 + 1) for raiz, n in bolsa.items()) or 1.0
        vector = [0.0] * len(self._posicion)
        for raiz, n in bolsa.items():
            if raiz in self._posicion:
                vector[self._posicion[raiz]] = n / maximo
        return vector

    def _pesos(self, bolsa: Counter[str]) -> list[float]:
        vector = [0.0] * len(self._posicion)
        norma = K1 * (1 - B + B * bolsa.total() / (self._media or 1.0))
        for raiz, n in bolsa.items():
            if raiz in self._posicion:
                vector[self._posicion[raiz]] = self._rareza[raiz] * n * (K1 + 1) / (n + norma)
        return vector


def _raices(texto: str) -> list[str]:
    idioma = idioma_de(texto)
    return [f"{idioma}:{raiz}" for raiz in raices(texto, idioma)]
