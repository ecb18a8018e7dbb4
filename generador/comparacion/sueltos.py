"""Comparar lados ya leídos, sin demo: un contrato, un grafo, un spike y unas trazas cualesquiera."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generador.comparacion.cobertura import cobertura_de
from generador.comparacion.pasada import Grabada
from generador.comparacion.sin_pruebas import sin_pruebas
from generador.comparacion.variante import Entradas, comparar_variante
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Comparacion
from generador.modelo.traza import Traza

VARIANTE = "sueltos"
"""El id de variante de una comparación sin demo."""


def comparar_sueltos(
    *,
    contrato: Grafo | None = None,
    grafo: Grafo | None = None,
    spike: Grafo | None = None,
    trazas: Sequence[Traza] = (),
    variante: str = VARIANTE,
) -> Comparacion:
    """La comparación de los lados que se den. Sin grafo, las trazas se siguen por el contrato."""
    grabadas = tuple(Grabada(t.caso, partial(_tal_cual, t)) for t in trazas)
    vistos = {t.nodo for traza in trazas for p in traza.pasos for t in p.tareas}
    entradas = Entradas(contrato=contrato, real=grafo, spike=spike, trazas=grabadas, vistos=vistos)
    c = comparar_variante(entradas)
    return Comparacion(
        variante=variante,
        nodos=c.nodos,
        aristas=c.aristas,
        conformidades=c.conformidades,
        cobertura=cobertura_de(c.nodos, c.aristas),
        sin_pruebas=sin_pruebas(entradas, c),
    )


def _tal_cual(traza: Traza) -> Traza:
    return traza
