"""Dos corridas comparadas, y el historial de una demo: la que se publica contra la anterior y la de referencia."""

from __future__ import annotations

from collections.abc import Sequence

from generador.comparacion.corridas.casos import comparar_casos
from generador.comparacion.corridas.grafo import comparar_grafos
from generador.comparacion.corridas.metricas import comparar_metricas
from generador.modelo.historial import Con, Cotejo, Historial, Resumen, Suerte


def cotejar(antes: Resumen, ahora: Resumen, con: tuple[Con, ...] = ()) -> Cotejo:
    """Todo lo que cambia de una corrida a otra."""
    metricas = tuple(comparar_metricas(antes, ahora))
    distintas = tuple(m for m in metricas if m.suerte is not Suerte.IGUAL)
    return Cotejo(
        antes=antes,
        ahora=ahora,
        con=con,
        casos=tuple(comparar_casos(antes, ahora)),
        elementos=tuple(comparar_grafos(antes, ahora)),
        metricas=distintas,
        iguales=len(metricas) - len(distintas),
    )


def historiar(resumenes: Sequence[Resumen], referencia: str | None = None) -> Historial:
    """El historial de unas corridas, de la más antigua a la vigente. `referencia` es el id de la que fija el plan."""
    if len(resumenes) < 2:
        return Historial(resumenes=tuple(resumenes))
    *viejas, vigente = resumenes
    con: dict[str, tuple[Con, ...]] = {viejas[-1].corrida: (Con.ANTERIOR,)}
    if referencia is not None and referencia != vigente.corrida:
        con[referencia] = (*con.get(referencia, ()), Con.REFERENCIA)
    por_id = {r.corrida: r for r in viejas}
    cotejos = tuple(cotejar(por_id[id], vigente, por_que) for id, por_que in con.items() if id in por_id)
    return Historial(resumenes=tuple(resumenes), cotejos=cotejos)
