"""La columna spike: qué se conservó del prototipo, qué es nuevo, qué se abandonó y qué cambió de nombre."""

from __future__ import annotations

from generador.comparacion.lados import Lados, Par
from generador.modelo.hallazgo import FrenteAlSpike


def de_nodo(lados: Lados, id: str) -> FrenteAlSpike | None:
    """La de un nodo; `None` si no hay spike o el nodo no está en ninguno de los dos grafos."""
    if not lados.spike.hay or not lados.real.hay:
        return None
    en_spike, en_real = id in lados.spike.nodos, id in lados.real.nodos
    if en_spike and en_real:
        return FrenteAlSpike.RENOMBRADO if id in lados.renombrados.values() else FrenteAlSpike.CONSERVADO
    return _de_uno_solo(en_spike, en_real)


def de_arista(lados: Lados, par: Par) -> FrenteAlSpike | None:
    """La de una arista; `None` también si el grafo real puede tenerla y no decirlo."""
    if not lados.spike.hay or not lados.real.hay:
        return None
    en_spike, en_real = par in lados.spike.aristas, par in lados.real.aristas
    if en_spike and en_real:
        return FrenteAlSpike.CONSERVADO
    if en_spike and lados.confianza is not None and lados.confianza.puede_faltar(*par):
        return None
    return _de_uno_solo(en_spike, en_real)


def _de_uno_solo(en_spike: bool, en_real: bool) -> FrenteAlSpike | None:
    if en_real:
        return FrenteAlSpike.NUEVO
    return FrenteAlSpike.ABANDONADO if en_spike else None
