"""Cuándo dos aristas del mismo par dicen lo mismo: su etiqueta y si dependen de una decisión."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generador.comparacion import motivos
from generador.modelo.grafo import Arista, Certeza, Formato
from generador.modelo.mensaje import Mensaje


def tipo_distinto(prometidas: Sequence[Arista], reales: Sequence[Arista]) -> Mensaje | None:
    """Por qué una es condicional y la otra no. Lo que se infirió de un lado no contradice al otro."""
    dichas = {a.condicional for a in prometidas if a.certeza is Certeza.DECLARADA}
    hechas = {a.condicional for a in reales if a.certeza is Certeza.DECLARADA}
    if not dichas or not hechas or dichas & hechas:
        return None
    if True in hechas:
        return motivos.CONDICIONAL_EN_EL_GRAFO
    return motivos.FIJA_EN_EL_GRAFO


def etiquetas_distintas(
    prometidas: Sequence[Arista], reales: Sequence[Arista], formato: Formato | None
) -> Mensaje | None:
    """Por qué no coinciden las etiquetas, si las dos partes las escriben.

    El JSON de LangGraph solo guarda una por par y calla la que es igual al destino: basta con que coincida alguna.
    """
    dichas, hechas = _etiquetas(prometidas), _etiquetas(reales)
    if not dichas or not hechas or dichas == hechas:
        return None
    if formato is Formato.LANGGRAPH and dichas & hechas:
        return None
    return motivos.etiquetas(", ".join(sorted(dichas)), ", ".join(sorted(hechas)))


def _etiquetas(aristas: Iterable[Arista]) -> frozenset[str]:
    """Las etiquetas comparables: sin espacios de más y sin la que solo repite el destino."""
    return frozenset(t for a in aristas for e in a.etiquetas if (t := _limpia(e)) and t != _nombre(a.destino))


def _limpia(etiqueta: str) -> str:
    texto = " ".join(etiqueta.split())
    return texto.lower() if texto.lower() in ("true", "false", "none") else texto


def _nombre(id: str | None) -> str:
    return "" if id is None else id.rpartition(":")[2]
