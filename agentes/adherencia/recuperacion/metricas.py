"""Con qué se mide la recuperación y cómo se elige el umbral. Puro: de puntuaciones a números."""

from __future__ import annotations

from collections.abc import Sequence

Puntos = Sequence[float]
REHUSA_MINIMA = 0.8
"""Parte de las preguntas ajenas que un umbral debe rehusar, aunque por ello se atiendan menos de las cubiertas."""


def acierto_en(puestos: Sequence[int], k: int) -> float:
    """`hit@k`: parte de las preguntas cuya ficha está entre las `k` primeras. Los puestos empiezan en 0."""
    return sum(p < k for p in puestos) / len(puestos)


def auc(cubiertas: Puntos, ajenas: Puntos) -> float:
    """Probabilidad de que una pregunta cubierta puntúe más que una ajena; el empate vale medio."""
    return sum((c > a) + 0.5 * (c == a) for c in cubiertas for a in ajenas) / (len(cubiertas) * len(ajenas))


def equilibrio(cubiertas: Puntos, ajenas: Puntos, umbral: float) -> float:
    """Media de lo que se atiende bien (cubierta ≥ umbral) y lo que se rehúsa bien (ajena < umbral)."""
    atendidas = sum(c >= umbral for c in cubiertas) / len(cubiertas)
    return (atendidas + sum(a < umbral for a in ajenas) / len(ajenas)) / 2


def umbral_prudente(cubiertas: Puntos, ajenas: Puntos, paso: float = 0.001) -> float:
    """El umbral con más `equilibrio` entre los que rehúsan al menos `REHUSA_MINIMA`; en empate, el más alto.

    Cae a media distancia entre dos puntuaciones posibles (`paso` es su resolución), así que ninguna queda encima.
    """
    candidatos = {round(p + signo * paso / 2, 6) for p in (*cubiertas, *ajenas) for signo in (-1, 1)}
    prudentes = [u for u in candidatos if sum(a < u for a in ajenas) >= REHUSA_MINIMA * len(ajenas)]
    return max(prudentes, key=lambda u: (round(equilibrio(cubiertas, ajenas, u), 9), u))


def validacion_cruzada(cubiertas: Puntos, ajenas: Puntos, partes: int = 6) -> float:
    """`equilibrio` medio cuando el umbral se elige sin ver la parte que se mide: lo que cabe esperar fuera."""
    medidas = []
    for i in range(partes):
        dentro = [[p for n, p in enumerate(grupo) if n % partes != i] for grupo in (cubiertas, ajenas)]
        fuera = [[p for n, p in enumerate(grupo) if n % partes == i] for grupo in (cubiertas, ajenas)]
        medidas.append(equilibrio(fuera[0], fuera[1], umbral_prudente(dentro[0], dentro[1])))
    return sum(medidas) / partes
