"""Lo prometido para un sprint futuro: hasta que llega, que no esté es `pendiente` y no `falta`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from generador.comparacion.normalizar import Ids
from generador.modelo.plan import Prometido

Par = tuple[str, str]


class Promesas(Struct, frozen=True):
    """Lo que aún no toca, con el sprint para el que se prometió; y lo que ya vencía."""

    nodos: Mapping[str, str]
    aristas: Mapping[Par, str]
    nodos_vencidos: Mapping[str, str]
    aristas_vencidas: Mapping[Par, str]


def promesas(prometidos: Iterable[Prometido], sprint: str, ids: Ids) -> Promesas:
    """Reparte lo prometido entre lo que espera a un sprint posterior a `sprint` y lo que ya debía estar.

    `ids` son los que se conocen, para entender lo que va escrito con barras.
    """
    nodos: tuple[dict[str, str], dict[str, str]] = ({}, {})
    aristas: tuple[dict[Par, str], dict[Par, str]] = ({}, {})
    for p in prometidos:
        vencido = int(orden_natural(sprint) >= orden_natural(p.desde))
        nodos[vencido].update({ids.traducir(n): p.desde for n in p.nodos})
        aristas[vencido].update({(ids.traducir(a.de), ids.traducir(a.a)): p.desde for a in p.aristas})
    return Promesas(nodos[0], aristas[0], nodos[1], aristas[1])


def orden_natural(sprint: str) -> tuple[tuple[int, int, str], ...]:
    """Clave con que `S2` va antes que `S10`, y `2026-9` antes que `2026-10`."""
    tramos = re.findall(r"[0-9]+|[^0-9]+", sprint.strip().casefold())
    return tuple((0, int(t), "") if t[0] in "0123456789" else (1, 0, t) for t in tramos)
