"""Los nodos y aristas del grafo compilado, tal cual, para quien quiera dibujarlo. No hay otra descripción."""

from __future__ import annotations

from typing import Any

from agentes.adherencia.grafo import Grafo


def topologia(grafo: Grafo) -> dict[str, Any]:
    """`{nodos: [id], aristas: [{origen, destino, condicional, etiqueta}]}` en el orden de LangGraph."""
    dibujado = grafo.get_graph()
    return {
        "nodos": list(dibujado.nodes),
        "aristas": [
            {"origen": a.source, "destino": a.target, "condicional": a.conditional, "etiqueta": a.data}
            for a in dibujado.edges
        ],
    }
