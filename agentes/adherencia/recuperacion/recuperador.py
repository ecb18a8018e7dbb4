"""El recuperador como `BaseRetriever` de LangChain, para que cualquier trazador lo vea sin saber nada del agente."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever

from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.estado import Idioma
from agentes.adherencia.lengua import idioma_de
from agentes.adherencia.recuperacion.almacen import Almacen
from agentes.adherencia.recuperacion.embebedores import Contado, nombre_de

K = 4


class Recuperador(BaseRetriever):
    """Las `k` fichas más próximas en el idioma pedido, con `puntuacion` en los metadatos. No aplica el umbral."""

    almacen: Any
    embebedor: Any
    k: int = K

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 — lo exige la interfaz
        idioma: Idioma | None = None,
    ) -> list[Document]:
        vector = self.embebedor.embed_query(query)
        encontradas = self.almacen.buscar(vector, idioma or idioma_de(query), self.k)
        return [
            Document(
                id=e.ficha.id,
                page_content=e.ficha.texto,
                metadata={"id": e.ficha.id, "titulo": e.ficha.titulo, "puntuacion": e.puntuacion},
            )
            for e in encontradas
        ]


def recuperador(almacen: Almacen, embebedor: Embeddings) -> Recuperador:
    """Empareja almacén y embebedor; lanza `ConfiguracionInvalida` si el almacén se hizo con otro modelo."""
    if almacen.modelo != nombre_de(embebedor):
        raise ConfiguracionInvalida(
            f"el almacén se construyó con «{almacen.modelo}» y el embebedor es «{nombre_de(embebedor)}»"
            " → usa el mismo modelo o regenera el índice"
        )
    return Recuperador(almacen=almacen, embebedor=Contado(embebedor))
