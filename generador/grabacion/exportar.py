"""El grafo de un agente como dato: `grafo.<variante>.json`."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.state import CompiledStateGraph

from generador.grabacion.fabricas import construir
from generador.grabacion.oraculo import Oraculo
from generador.grabacion.serializar import Serializador
from generador.grabacion.topologia import grafo_de
from generador.modelo import nuestros
from generador.modelo.grafo import Arista, Grafo, Nodo

FORMATO = "vitrina/grafo"
VERSION = 1
LIMITE = 20.0
"""Segundos que se espera a `get_graph()` de un grafo que no es nuestro: puede no volver."""


def exportar(referencia: str, parametros: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Construye el agente `modulo:fabrica` y devuelve su grafo en JSON.

    A la fábrica que los pida se le da un oráculo sin guion y un checkpointer en memoria: no se ejecuta nada.
    """
    return como_json(construir(referencia, {"modelo": Oraculo(), "checkpointer": InMemorySaver()}, parametros or {}))


def como_json(compilado: Any, limite: float = LIMITE) -> dict[str, Any]:
    """El grafo de un agente ya construido, con nuestra forma.

    Lo que no es un `StateGraph` va con la de LangGraph; si no se puede dibujar en `limite` segundos, va vacío y con
    el motivo en `avisos`.
    """
    if isinstance(compilado, CompiledStateGraph):
        return grafo_como_json(grafo_de(compilado))
    return _ajeno(compilado, limite)


def grafo_como_json(grafo: Grafo) -> dict[str, Any]:
    """La forma de `grafo.<variante>.json`, con las claves del modelo."""
    return {
        "formato": FORMATO,
        "v": VERSION,
        "version_langgraph": grafo.version_langgraph,
        "nodos": [_nodo(n) for n in grafo.nodos],
        "aristas": [_arista(a) for a in grafo.aristas],
        "canales": dict(grafo.canales),
        "lee": {k: list(v) for k, v in grafo.lee.items()},
        "escribe": {k: list(v) for k, v in grafo.escribe.items()},
        "avisos": list(map(str, grafo.avisos)),
    }


def _nodo(n: Nodo) -> dict[str, Any]:
    return {
        "id": n.id,
        "nombre": n.nombre,
        "tipo": n.tipo.value,
        "pausa": list(n.pausa),
        "diferido": n.diferido,
        "herramientas": list(n.herramientas),
        "reintentos": n.reintentos,
        "cache": n.cache,
    }


def _arista(a: Arista) -> dict[str, Any]:
    return {
        "origen": a.origen,
        "destino": a.destino,
        "tipo": a.tipo.value,
        "etiquetas": list(a.etiquetas),
        "grupo": a.grupo,
        "funcion": a.funcion,
        "certeza": a.certeza.value,
    }


def _ajeno(compilado: Any, limite: float) -> dict[str, Any]:
    dibujado = _con_limite(compilado, limite)
    if isinstance(dibujado, dict):
        return dibujado
    vacio: dict[str, Any] = {
        "version_langgraph": None,
        "nodos": [],
        "aristas": [],
        "canales": {},
        "lee": {},
        "escribe": {},
    }
    return {"formato": FORMATO, "v": VERSION, **vacio, "avisos": [dibujado]}


def _con_limite(compilado: Any, limite: float) -> dict[str, Any] | str:
    """`get_graph().to_json()` en un hilo que se abandona si no vuelve; o por qué no hay grafo."""
    salida: list[dict[str, Any] | str] = []

    def dibujar() -> None:
        try:
            salida.append(Serializador()(compilado.get_graph().to_json()))
        except Exception as fallo:
            salida.append(str(nuestros.sin_dibujar(type(fallo).__name__, fallo)))

    hilo = threading.Thread(target=dibujar, daemon=True)
    hilo.start()
    hilo.join(limite)
    return salida[0] if salida else str(nuestros.sin_tiempo(f"{limite:g}"))
