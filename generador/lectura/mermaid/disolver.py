"""Los pseudoestados no son nodos: `<<choice>>` da aristas condicionales, y `<<fork>>` y `<<join>>`, fijas y uniones.

Se disuelven también encadenados. La etiqueta de la arista es la de lo que se decide; la de la flecha que llega a
la decisión solo cuenta si no hay otra.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generador.lectura.jerarquia import ELEMENTOS
from generador.lectura.mermaid.boceto import Boceto
from generador.modelo.grafo import TipoDeArista


class Tramo(Struct, frozen=True):
    """Una flecha con sus extremos ya resueltos. `grupo` es el pseudoestado que la hizo condicional o de unión."""

    origen: str
    destino: str
    linea: int
    etiqueta: str = ""
    punteada: bool = False
    tipo: TipoDeArista | None = None
    grupo: str | None = None


class _Camino(Struct, frozen=True):
    """De un nodo de verdad a un pseudoestado, con los pseudoestados ya atravesados."""

    origen: str
    entrada: str
    etiquetas: tuple[str, ...]
    pseudo: tuple[str, ...]


def disolver(tramos: list[Tramo], pseudo: Mapping[str, str], boceto: Boceto) -> list[Tramo]:
    """Los tramos sin pseudoestados, en el orden en que se llega a ellos. Lo que no tiene sentido va a `boceto`."""
    salidas: dict[str, list[Tramo]] = {}
    for tramo in tramos:
        salidas.setdefault(tramo.origen, []).append(tramo)
    presupuesto = ELEMENTOS
    resultado: list[Tramo] = []
    for tramo in tramos:
        if tramo.origen in pseudo:
            continue
        if tramo.destino not in pseudo:
            resultado.append(tramo)
            continue
        camino = _Camino(tramo.origen, tramo.etiqueta, (), (tramo.destino,))
        for pasos, nuevo in _atravesar(camino, salidas, pseudo, boceto):
            resultado += [nuevo] if nuevo else []
            presupuesto -= pasos
            if presupuesto < 0:
                boceto.anotar(tramo.linea, "las decisiones encadenadas dan demasiadas aristas", "reparte el diagrama")
                return resultado
    return resultado


def _atravesar(
    camino: _Camino, salidas: Mapping[str, list[Tramo]], pseudo: Mapping[str, str], boceto: Boceto
) -> Iterator[tuple[int, Tramo | None]]:
    """Cada final de los caminos que siguen a `camino`; y, aunque no haya final, un 1 por cada paso dado."""
    pendientes = [camino]
    while pendientes:
        actual = pendientes.pop()
        yield 1, None
        siguientes: list[_Camino] = []
        for tramo in salidas.get(actual.pseudo[-1], []):
            if tramo.destino in actual.pseudo:
                boceto.anotar(tramo.linea, f"la decisión «{tramo.destino}» vuelve a sí misma", "pon un nodo en medio")
            elif tramo.destino in pseudo:
                etiquetas = (*actual.etiquetas, tramo.etiqueta)
                siguientes.append(_Camino(actual.origen, actual.entrada, etiquetas, (*actual.pseudo, tramo.destino)))
            else:
                yield 1, _final(actual, tramo, pseudo)
        pendientes += reversed(siguientes)


def _final(camino: _Camino, ultimo: Tramo, pseudo: Mapping[str, str]) -> Tramo:
    clases = {pseudo[p] for p in camino.pseudo}
    tipo, grupo = TipoDeArista.FIJA, None
    if "choice" in clases:
        tipo, grupo = TipoDeArista.CONDICIONAL, next(p for p in camino.pseudo if pseudo[p] == "choice")
    elif "join" in clases:
        tipo, grupo = TipoDeArista.UNION, next(p for p in camino.pseudo if pseudo[p] == "join")
    escritas = [e for e in (*camino.etiquetas, ultimo.etiqueta) if e] or [e for e in (camino.entrada,) if e]
    return Tramo(camino.origen, ultimo.destino, ultimo.linea, " · ".join(escritas), False, tipo, grupo)


def comprobar_sentido(
    tramos: list[Tramo], pseudo: Mapping[str, str], lineas: Mapping[str, int], boceto: Boceto
) -> None:
    """Una decisión sin entrada o sin salida es un problema: al disolverla se perdería algo."""
    entran = {t.destino for t in tramos}
    salen = {t.origen for t in tramos}
    for id, clase in pseudo.items():
        if id not in salen:
            boceto.anotar(lineas.get(id, 0), f"«{id}» ({clase}) no lleva a ninguna parte", f"añade «{id} --> …»")
        if id not in entran:
            boceto.anotar(lineas.get(id, 0), f"a «{id}» ({clase}) no llega nada", f"añade «… --> {id}»")
