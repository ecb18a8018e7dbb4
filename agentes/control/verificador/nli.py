"""El sitio de una segunda opinión: un modelo de implicación puede vetar lo respaldado; aprobar, nunca."""

from __future__ import annotations

from typing import Protocol

from agentes.control.verificador.predicados.base import Dictamen, Entailment


class SegundaOpinion(Protocol):
    """Un respaldo de implicación (por ejemplo, un cross-encoder). `premisa` son los fragmentos exactos del registro."""

    def opinar(self, premisa: str, hipotesis: str) -> Entailment:
        """Qué cree. Solo se le hace caso si discrepa de un `respalda`."""


def con_veto(dictamen: Dictamen, segunda: SegundaOpinion | None, premisa: str, hipotesis: str) -> Dictamen:
    """El dictamen tras la segunda opinión: igual, o rebajado a `neutral`. Nunca mejora."""
    if segunda is None or dictamen.entailment != "respalda":
        return dictamen
    opinion = segunda.opinar(premisa, hipotesis)
    return (
        dictamen
        if opinion == "respalda"
        else Dictamen("neutral", "vetada_por_nli", (f"la segunda opinión: {opinion}",))
    )
