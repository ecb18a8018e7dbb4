"""De un grafo a un dibujo con coordenadas: `disponer(grafo) -> Dibujo`.

Una sola colocación sirve para el contrato, lo real, el spike y las diferencias: se coloca la unión
(`unir`, `de_comparacion`) y cada vista esconde lo que no es suyo. Es determinista byte a byte y puro salvo
`motor`, que llama a Graphviz. Etapas: `union` → `orden` → `medidas` → `dot` → `motor` → `trazado` (y `carriles`) →
`calidad` → `montaje`.
"""

from __future__ import annotations

from generador.paginas.dibujo.disposicion import disponer
from generador.paginas.dibujo.forma import (
    AristaDibujada,
    CajaDibujada,
    Capa,
    Dibujo,
    Estado,
    NodoDibujado,
    Pastilla,
    clave_de_arista,
)
from generador.paginas.dibujo.union import GrafoUnion, de_comparacion, unir

__all__ = [
    "AristaDibujada",
    "CajaDibujada",
    "Capa",
    "Dibujo",
    "Estado",
    "GrafoUnion",
    "NodoDibujado",
    "Pastilla",
    "clave_de_arista",
    "de_comparacion",
    "disponer",
    "unir",
]
