"""Lo que una demo entera necesita saber de cada traza, sin su carga ni sus pasos.

Una corrida de miles de casos no cabe leída en memoria: quien solo pregunta cómo acabó un caso o qué nodos pisó se
conforma con esto, que se saca una vez al leer la traza.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.procedencia import Procedencia, Recuento, contar
from generador.modelo.traza import Fin, Grado, LlamadaModelo, Traza


class Apunte(Struct, frozen=True, kw_only=True):
    """`pasos` es cuántos tiene y `nodos`, los que corrieron, en orden. `sin_procedencia` son las llamadas a modelo de
    las que no se grabó quién contestó: en qué paso fue cada una, o `None` si no se sabe de qué tarea es.
    """

    fin: Fin
    pasos: int
    nodos: tuple[str, ...]
    recuento: Recuento
    sin_procedencia: tuple[int | None, ...] = ()
    version_langgraph: str | None = None
    lineas: int = 0
    saltadas: tuple[int, ...] = ()
    perdidas: int = 0
    redacciones: int = 0


def apuntar(traza: Traza) -> Apunte:
    """El apunte de una traza: función pura de ella."""
    nodos: dict[str, None] = {}
    llamadas = tuple(_llamadas(traza, nodos))
    return Apunte(
        fin=traza.fin,
        pasos=len(traza.pasos),
        nodos=tuple(map(sys.intern, nodos)),
        recuento=_recontar(traza, llamadas),
        sin_procedencia=tuple(n for quien, n in llamadas if quien is Procedencia.DESCONOCIDA),
        version_langgraph=traza.version_langgraph,
        lineas=traza.lineas,
        saltadas=traza.saltadas,
        perdidas=traza.perdidas,
        redacciones=traza.redacciones,
    )


def _recontar(traza: Traza, llamadas: tuple[tuple[Procedencia | None, int | None], ...]) -> Recuento:
    """El recuento; si la traza no trae ninguna llamada y declara que podía haberlas, también eso se cuenta."""
    calla = not llamadas and traza.completitud.llamadas is not Grado.COMPLETO
    return replace(contar(quien for quien, _ in llamadas), sin_llamadas=int(calla))


def _llamadas(traza: Traza, nodos: dict[str, None]) -> Iterator[tuple[Procedencia | None, int | None]]:
    """Quién contestó a cada llamada a modelo, si alguien, y en qué paso, también las que no cuelgan de ninguna tarea.

    Los pasos se recorren una vez: en `nodos` quedan los que corrieron.
    """
    for p in traza.pasos:
        for t in p.tareas:
            nodos[t.nodo] = None
            yield from ((_quien(m), p.n) for m in t.modelos)
    yield from ((_quien(s), None) for s in traza.sueltas if isinstance(s, LlamadaModelo))


def _quien(llamada: LlamadaModelo) -> Procedencia | None:
    return None if llamada.sin_respuesta else llamada.procedencia
