"""Una expectativa que nombra un nodo que no existe: `no_visita` con una errata se cumple siempre y no prueba nada."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia, nodos_conocidos
from generador.modelo.demo import Demo
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.plan import Esperado

NOMBRE = "esperas_sin_nodo"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por caso y nodo desconocido. Vale cualquiera que esté en algún grafo, contrato, spike o traza."""
    conocidos = _conocidos(evidencia.demo)
    if not conocidos:
        return ()
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.AVISO,
            motivo=mensaje(
                "el caso %(caso)s espera algo de %(nodo)s, que no está en ningún grafo ni contrato",
                caso=caso.id,
                nodo=nodo,
            ),
            remedio=_remedio(nodo, conocidos),
            lugar=evidencia.lugar("plan.yaml"),
        )
        for caso in evidencia.demo.plan.casos
        if caso.variante == evidencia.variante.id
        for nodo in dict.fromkeys(_nombrados(caso.espera))
        if nodo not in conocidos
    )


def _conocidos(demo: Demo) -> set[str]:
    corrida = demo.corrida
    vistos = {nodo for caso in corrida.trazas for nodo in corrida.apunte(caso).nodos} if corrida else set()
    return nodos_conocidos(demo) | {n.id for g in demo.spikes.values() for n in g.nodos} | vistos


def _nombrados(espera: Esperado) -> Iterator[str]:
    for paso in espera.recorrido or ():
        yield from (paso,) if isinstance(paso, str) else paso
    yield from espera.visita
    yield from espera.no_visita
    if espera.interrumpe_en is not None:
        yield espera.interrumpe_en


def _remedio(nodo: str, conocidos: set[str]) -> Mensaje:
    cercanos = difflib.get_close_matches(nodo[:100], sorted(conocidos), n=1)
    if cercanos:
        return mensaje("¿quisiste decir %(nodo)s? Tal como está no comprueba nada del agente", nodo=cercanos[0])
    return mensaje("corrige el id o quita la expectativa: tal como está no comprueba nada del agente")
