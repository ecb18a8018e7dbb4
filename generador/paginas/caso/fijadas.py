"""Las pausas que se fijaron al compilar (`interrupt_before`, `interrupt_after`): nadie preguntó, pero el caso se paró.

LangGraph no las anuncia en ninguna tarea: se ven en que una ejecución acaba en pausa sin ninguna pregunta abierta.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generador.modelo.grafo import Grafo
from generador.modelo.traza import Ejecucion, Fin, Paso, Traza
from generador.paginas.base import Contexto
from generador.paginas.caso.piezas import Ficha

ANTES, DESPUES = "interrupt_before", "interrupt_after"


class Fijada(Struct, frozen=True, kw_only=True):
    """Una pausa en un paso. `momento` es `interrupt_before`, `interrupt_after` o vacío, si el grafo no lo dice.

    `nodos` son aquellos ante los que se paró, o tras los que se paró. `espera` son segundos, si siguió y se sabe.
    """

    momento: str
    nodos: tuple[str, ...]
    ejecucion: int
    sigue: bool
    quien: str
    espera: float | None


Fijadas = Mapping[int, tuple[Fijada, ...]]
"""Por número de paso."""


def fijadas(traza: Traza, grafo: Grafo | None) -> Fijadas:
    """Las de un caso. La de antes va en el paso que esperó; la de después, y la que nadie reanudó, en el que acababa.

    Los pasos solo se recorren si alguna ejecución acabó en pausa.
    """
    if all(e.fin is not Fin.INTERRUMPIDO for e in traza.ejecuciones):
        return {}
    paradas = _sin_pregunta(traza)
    pausas = {n.id: n.pausa for n in grafo.nodos} if grafo else {}
    vistas: dict[int, tuple[Fijada, ...]] = {}
    for e in paradas:
        for n, fijada in _de(traza, e, *_alrededor(traza.pasos, e.indice), pausas):
            vistas[n] = (*vistas.get(n, ()), fijada)
    return vistas


def ficha(ctx: Contexto, fijada: Fijada) -> Ficha:
    """Su pastilla en la lista de pasos."""
    return Ficha(texto=fijada.momento or ctx._("pausa fijada al compilar"), tono="nota")


def nota(ctx: Contexto, fijada: Fijada) -> str:
    """Lo que pasó, en una frase, para el detalle del paso."""
    nodos = ", ".join(fijada.nodos)
    frases = {
        ANTES: ctx._("Pausa fijada al compilar (interrupt_before): el caso se paró antes de %(nodos)s.", nodos=nodos),
        DESPUES: ctx._("Pausa fijada al compilar (interrupt_after): el caso se paró tras %(nodos)s.", nodos=nodos),
    }
    dicha = frases.get(fijada.momento) or ctx._("Pausa fijada al compilar: el caso se paró aquí.")
    if not fijada.sigue:
        return dicha + " " + ctx._("Nadie la reanudó.")
    partes = [ctx._("Siguió en la ejecución %(n)s", n=ctx.idioma.numero(fijada.ejecucion + 2))]
    if fijada.quien:
        partes.append(ctx._("por %(quien)s", quien=fijada.quien))
    if fijada.espera is not None:
        partes.append(ctx._("tras %(t)s de espera", t=ctx.idioma.duracion(fijada.espera)))
    return f"{dicha} {', '.join(partes)}."


def _sin_pregunta(traza: Traza) -> list[Ejecucion]:
    """Las ejecuciones que acabaron en pausa y no por una pregunta."""
    ultima = len(traza.ejecuciones) - 1
    preguntas = (i for p in traza.pasos for t in p.tareas for i in t.interrupciones)
    con = {ultima if i.reanudada_en is None else i.reanudada_en - 1 for i in preguntas}
    return [e for e in traza.ejecuciones if e.fin is Fin.INTERRUMPIDO and e.indice not in con]


def _alrededor(pasos: Iterable[Paso], ejecucion: int) -> tuple[Paso | None, Paso | None]:
    """(el último paso hasta esa ejecución, el primero de después)."""
    ultimo = None
    for p in pasos:
        if p.ejecucion > ejecucion:
            return ultimo, p
        ultimo = p
    return ultimo, None


def _de(
    traza: Traza, e: Ejecucion, ultimo: Paso | None, siguiente: Paso | None, pausas: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[int, Fijada]]:
    esperan = _nodos(siguiente) if siguiente else e.pendientes
    antes = tuple(n for n in esperan if "antes" in pausas.get(n, ()))
    despues = tuple(n for n in _nodos(ultimo) if "despues" in pausas.get(n, ()))
    sigue = traza.ejecuciones[e.indice + 1] if e.indice + 1 < len(traza.ejecuciones) else None

    def fijada(momento: str, nodos: tuple[str, ...]) -> Fijada:
        espera = sigue.t0 - e.t1 if sigue and sigue.t0 is not None and e.t1 is not None and sigue.t0 >= e.t1 else None
        quien = (sigue.quien if sigue else None) or ""
        return Fijada(
            momento=momento, nodos=nodos, ejecucion=e.indice, sigue=sigue is not None, quien=quien, espera=espera
        )

    donde = siguiente or ultimo
    if antes and donde:
        yield donde.n, fijada(ANTES, antes)
    if despues and ultimo:
        yield ultimo.n, fijada(DESPUES, despues)
    if not antes and not despues and donde:
        yield donde.n, fijada("", esperan)


def _nodos(paso: Paso | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(t.nodo for t in paso.tareas)) if paso else ()
