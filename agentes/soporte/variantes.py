"""Las fábricas que nombra el plan: cada variante sobre la tienda sintética de su caso."""

from __future__ import annotations

from typing import Any

from agentes.soporte import grafo
from agentes.soporte.bancada import Circunstancias, montar
from agentes.soporte.grafo import Grafo, Guardado, Modelo


def asincrona(modelo: Modelo = None, checkpointer: Guardado = None, **circunstancias: Any) -> Grafo:
    """La principal, con clasificación."""
    return grafo.asincrona(modelo, montar(checkpointer, Circunstancias(**circunstancias)), checkpointer)


def umbral(modelo: Modelo = None, checkpointer: Guardado = None, **circunstancias: Any) -> Grafo:
    """Con aprobación automática bajo el umbral y auditoría por muestreo."""
    return grafo.por_umbral(modelo, montar(checkpointer, Circunstancias(**circunstancias)), checkpointer)


def copiloto(modelo: Modelo = None, checkpointer: Guardado = None, **circunstancias: Any) -> Grafo:
    """Borrador y propuesta para el operador."""
    return grafo.copiloto(modelo, montar(checkpointer, Circunstancias(**circunstancias)), checkpointer)


def mcp(modelo: Modelo = None, checkpointer: Guardado = None, **circunstancias: Any) -> Grafo:
    """Con las lecturas por MCP y sin clasificación."""
    return grafo.por_mcp(modelo, montar(checkpointer, Circunstancias(**circunstancias)), checkpointer)


def pausa(modelo: Modelo = None, checkpointer: Guardado = None, **circunstancias: Any) -> Grafo:
    """Con el bucle en pausa mientras alguien decide."""
    return grafo.con_pausa(modelo, montar(checkpointer, Circunstancias(**circunstancias)), checkpointer)


def voz(modelo: Modelo = None, checkpointer: Guardado = None, **circunstancias: Any) -> Grafo:
    """Por voz, con confirmación del cliente."""
    return grafo.por_voz(modelo, montar(checkpointer, Circunstancias(**circunstancias)), checkpointer)
