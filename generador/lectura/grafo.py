"""Un grafo exportado, en nuestro formato o en el de LangGraph: se reconoce por lo que lleva dentro."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.configuracion_de_langgraph import es_configuracion, problema_de
from generador.lectura.documento import Documento
from generador.lectura.grafo_de_langgraph import grafo_de_langgraph, juntar
from generador.lectura.grafo_en_disco import grafo_de_vitrina
from generador.lectura.json_con_posiciones import leer_json
from generador.modelo.grafo import Grafo, Lugar

__all__ = ["grafo_de_documento", "grafo_de_json", "juntar", "leer_grafo", "leer_grafo_de_dos_vistas"]


def leer_grafo(ruta: Path, nombre: str | None = None) -> Grafo:
    """Lee un grafo exportado; `nombre` es el que llevan los `Lugar` (por defecto, el del fichero).

    Lanza `ErrorDeEntrada` con todos los problemas y su línea.
    """
    return grafo_de_documento(leer_json(ruta), ruta.name if nombre is None else nombre)


def leer_grafo_de_dos_vistas(plano: Path, xray: Path) -> Grafo:
    """Junta `get_graph()` y `get_graph(xray=True)` del mismo agente en un solo grafo."""
    return juntar(leer_grafo(plano), leer_grafo(xray))


def grafo_de_json(datos: Any, fichero: str) -> Grafo:
    """El grafo de un JSON ya leído; `fichero` es el nombre que llevan los problemas."""
    return grafo_de_documento(Documento(datos, fichero), fichero)


def grafo_de_documento(documento: Documento, nombre: str) -> Grafo:
    """El grafo de un documento; `nombre` es el del fichero en los `Lugar`, sin rutas de esta máquina."""
    valor = documento.valor
    lugar = Lugar(nombre)
    if isinstance(valor, dict) and ("nodes" in valor or "edges" in valor):
        return grafo_de_langgraph(documento, lugar)
    if isinstance(valor, dict) and ("formato" in valor or "nodos" in valor):
        return grafo_de_vitrina(documento, lugar)
    if es_configuracion(documento):
        raise ErrorDeEntrada([problema_de(documento, "un grafo")])
    p = problema(
        documento.fichero,
        "no es un grafo: no lleva ni «formato: vitrina/grafo» ni los «nodes» de LangGraph",
        "expórtalo con «vitrina exportar» o con get_graph().to_json()",
    )
    raise ErrorDeEntrada([p])
