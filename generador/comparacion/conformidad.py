"""Una traza frente a su grafo, superstep a superstep y como conjuntos: conforme, o la primera desviación.

No son desviación un reintento, una reanudación, una tarea reutilizada ni una hermana cancelada: el lector ya las ha
hecho una sola tarea. Tampoco lo que decide una ruta que el grafo no declara: eso es una duda.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generador.comparacion.explicacion import Cierre, PasoExplicado, Recorrido
from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import Salidas, salidas_de
from generador.modelo.causas import Causas
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Conformidad, Desviacion
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.traza import Fin, Tarea, Traza


def alinear(traza: Traza, grafo: Grafo | None) -> Conformidad:
    """La conformidad de una traza. Sin grafo no hay de qué desviarse: solo se dan las causas que se saben."""
    salidas = salidas_de(grafo) if grafo is not None else None
    return conformidad_de(traza, recorrer(traza, salidas), salidas)


def conformidad_de(traza: Traza, recorrido: Recorrido, salidas: Salidas | None) -> Conformidad:
    """Lo mismo, con la traza ya explicada."""
    desviaciones = sorted(_desviaciones(recorrido, salidas), key=lambda d: d[0]) if salidas is not None else []
    return Conformidad(
        caso=traza.caso,
        desviacion=desviaciones[0][1] if desviaciones else None,
        causas=Causas.de((id, causas) for e in recorrido.pasos for id, causas in e.causas.items()),
        dudas=tuple(_duda(e, id) for e in recorrido.pasos for id in e.dudosas),
        sin_leer=len(traza.saltadas) + traza.perdidas,
        vacia=not traza.pasos,
        no_arranco=not traza.pasos and traza.fin is Fin.ERROR,
    )


def _desviaciones(recorrido: Recorrido, salidas: Salidas) -> Iterator[tuple[tuple[int, int], Desviacion]]:
    """Cada paso que se sale, con su orden. Un cierre se comprueba después de su último paso."""
    for e in recorrido.pasos:
        if e.sin_explicar or e.faltan:
            yield (e.n, 0), _del_paso(e, salidas)
    for c in recorrido.cierres:
        if c.faltan:
            yield (c.ultimo, 1), _del_cierre(c)


def _del_paso(e: PasoExplicado, salidas: Salidas) -> Desviacion:
    sin_explicar = [t for t in e.tareas if t.id in e.sin_explicar]
    culpable = sin_explicar[0] if sin_explicar else None
    return Desviacion(
        paso=e.n,
        tarea=culpable.id if culpable else None,
        regla=_regla(e, culpable, salidas),
        esperado=tuple(sorted(e.debidos)),
        obtenido=tuple(sorted(t.nodo for t in e.tareas)),
    )


def _regla(e: PasoExplicado, culpable: Tarea | None, salidas: Salidas) -> Mensaje:
    if culpable is None:
        return mensaje("tenía que ejecutarse %(nodos)s y no se ejecutó", nodos=_lista(e.faltan))
    if culpable.nodo not in salidas.nodos:
        return mensaje("se ejecutó %(nodo)s, que no está en el grafo", nodo=culpable.nodo)
    if culpable.clase == "push":
        return mensaje("se ejecutó %(nodo)s por un Send que nadie hizo en el paso anterior", nodo=culpable.nodo)
    return mensaje("se ejecutó %(nodo)s, y ninguna arista lleva a él desde el paso anterior", nodo=culpable.nodo)


def _del_cierre(c: Cierre) -> Desviacion:
    regla = mensaje("después de este paso tenía que ejecutarse %(nodos)s y la traza acaba", nodos=_lista(c.faltan))
    return Desviacion(paso=c.ultimo, tarea=None, regla=regla, esperado=tuple(sorted(c.faltan)), obtenido=())


def _duda(e: PasoExplicado, id: str) -> str:
    nodo = next(t.nodo for t in e.tareas if t.id == id)
    origenes = _lista(sorted({c.origen for c in e.causas[id]}))
    return f"{e.n} · {nodo} ← {origenes}"


def _lista(nodos: Iterable[str]) -> str:
    return ", ".join(nodos)
