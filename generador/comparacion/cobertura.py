"""Cuánto del grafo recorrió al menos un caso."""

from __future__ import annotations

from collections.abc import Sequence

from generador.comparacion.lados import es_borde
from generador.modelo.hallazgo import Cobertura, Juicio


def cobertura_de(nodos: Sequence[Juicio], aristas: Sequence[Juicio]) -> Cobertura | None:
    """Los recuentos sobre el grafo real; `None` si no lo hay. El principio y el final no cuentan como nodos.

    Una ruta sin destino conocido no es una arista que se pueda recorrer: cuenta cada destino que las trazas vieron.
    """
    reales = [j for j in nodos if j.real is not None and not es_borde(j.origen)]
    if not reales:
        return None
    en_el_grafo = [j for j in aristas if j.destino is not None and (j.real is not None or j.visitas)]
    return Cobertura(
        nodos=len(reales),
        nodos_visitados=sum(j.visitas > 0 for j in reales),
        aristas=len(en_el_grafo),
        aristas_recorridas=sum(j.visitas > 0 for j in en_el_grafo),
    )
