"""Dónde va cada tarea: en qué ejecución de qué ámbito, en qué paso, y en qué orden se cuentan los pasos.

El orden es el causal y no depende de los tiempos de la máquina que grabó: tras un paso van los de los subgrafos
que sus tareas ejecutaron, y luego el siguiente de su mismo ámbito.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generador.lectura.trazas.montaje.fichas import FichaDeTarea
from generador.lectura.trazas.montaje.valores import ambito_de

_SIN_TIEMPO = float("-inf")


class PasoEnObra(Struct):
    superstep: int
    ejecucion: int
    tareas: list[FichaDeTarea]


class Vuelta(Struct):
    """Una ejecución de un ámbito. El mismo `checkpoint_ns` tiene varias si su nodo se reintenta."""

    ns: tuple[str, ...]
    ambito: str
    t: float
    pasos: dict[int, PasoEnObra]
    identidades: set[tuple[int, str | None, str, int | None]]
    ejecuciones: set[int]
    maximo: int = -1

    def ordenados(self) -> list[PasoEnObra]:
        return [self.pasos[n] for n in sorted(self.pasos)]


class PasoColocado(Struct):
    """Un paso con su número definitivo. `vuelta` es de qué ejecución de su ámbito es; `n` empieza en 1."""

    paso: PasoEnObra
    vuelta: Vuelta
    n: int
    padre: int | None
    numero_de_vuelta: int


def repartir(tareas: Iterable[FichaDeTarea], de_entrada: set[int]) -> list[Vuelta]:
    """Las vueltas de todos los ámbitos, a partir de las tareas en orden de tiempo.

    `de_entrada` son las ejecuciones con entrada nueva: sin checkpointer vuelven a contar los pasos desde el principio.
    """
    por_ns: dict[tuple[str, ...], list[Vuelta]] = {}
    for tarea in tareas:
        if tarea.superstep is None or tarea.nodo is None:
            continue
        vueltas = por_ns.setdefault(tarea.ns, [])
        if not vueltas or _empieza_otra(vueltas[-1], tarea, de_entrada):
            t = _SIN_TIEMPO if tarea.t is None else tarea.t
            vueltas.append(Vuelta(tarea.ns, ambito_de(tarea.ns), t, {}, set(), set()))
        _colocar(vueltas[-1], tarea)
    return [v for vueltas in por_ns.values() for v in vueltas]


def _empieza_otra(vuelta: Vuelta, tarea: FichaDeTarea, de_entrada: set[int]) -> bool:
    superstep = tarea.superstep or 0
    if superstep < vuelta.maximo or _identidad(tarea) in vuelta.identidades:
        return True
    nueva = tarea.ejecucion not in vuelta.ejecuciones and tarea.ejecucion in de_entrada
    return nueva and superstep <= vuelta.maximo


def _identidad(tarea: FichaDeTarea) -> tuple[int, str | None, str, int | None]:
    """Lo que no puede repetirse en un paso. Sin índice, dos `Send` al mismo nodo no se distinguen: vale su id."""
    anonima = tarea.clase != "pull" and tarea.indice is None
    return (tarea.superstep or 0, tarea.nodo, tarea.id if anonima else tarea.clase, tarea.indice)


def _colocar(vuelta: Vuelta, tarea: FichaDeTarea) -> None:
    superstep = tarea.superstep or 0
    paso = vuelta.pasos.get(superstep)
    if paso is None:
        paso = vuelta.pasos[superstep] = PasoEnObra(superstep, tarea.ejecucion, [])
    paso.tareas.append(tarea)
    vuelta.maximo = max(vuelta.maximo, superstep)
    vuelta.identidades.add(_identidad(tarea))
    vuelta.ejecuciones.add(tarea.ejecucion)


def ordenar(vueltas: list[Vuelta]) -> list[PasoColocado]:
    """Todos los pasos en orden causal, numerados desde 1. Un subgrafo sin tarea conocida se coloca por su hora."""
    colocadas = {t.id for v in vueltas for p in v.pasos.values() for t in p.tareas}
    hijas: dict[str, list[Vuelta]] = {}
    raices: list[Vuelta] = []
    for vuelta in vueltas:
        _ordenar_tareas(vuelta)
        duena = tarea_que_contiene(vuelta.ns)
        if duena in colocadas:
            hijas.setdefault(duena, []).append(vuelta)
        else:
            raices.append(vuelta)
    for suyas in hijas.values():
        suyas.sort(key=lambda v: _llamada(v.ns))
    recorrido = _Recorrido(hijas)
    for vuelta in sorted(raices, key=lambda v: v.t):
        recorrido.bajar(vuelta)
    for vuelta in vueltas:  # una traza falsa puede meter un ámbito dentro de sí mismo
        recorrido.bajar(vuelta)
    return recorrido.colocados


class _Recorrido:
    """Recorrido en profundidad sin recursión: la hondura la decide la traza, que puede ser hostil."""

    def __init__(self, hijas: dict[str, list[Vuelta]]) -> None:
        self._hijas = hijas
        self._vistas: set[int] = set()
        self._vueltas: dict[str, int] = {}
        self.colocados: list[PasoColocado] = []

    def bajar(self, raiz: Vuelta) -> None:
        if id(raiz) in self._vistas:
            return
        pila: list[Iterator[PasoColocado]] = [self._pasos(raiz, None)]
        while pila:
            colocado = next(pila[-1], None)
            if colocado is None:
                pila.pop()
                continue
            nuevas = [v for t in colocado.paso.tareas for v in self._hijas.get(t.id, ()) if id(v) not in self._vistas]
            pila += [self._pasos(v, colocado.n) for v in reversed(nuevas)]

    def _pasos(self, vuelta: Vuelta, padre: int | None) -> Iterator[PasoColocado]:
        self._vistas.add(id(vuelta))
        return self._numerar(vuelta, padre)

    def _numerar(self, vuelta: Vuelta, padre: int | None) -> Iterator[PasoColocado]:
        numero = self._vueltas[vuelta.ambito] = self._vueltas.get(vuelta.ambito, 0) + 1
        for paso in vuelta.ordenados():
            colocado = PasoColocado(paso, vuelta, len(self.colocados) + 1, padre, numero)
            self.colocados.append(colocado)
            yield colocado


def _ordenar_tareas(vuelta: Vuelta) -> None:
    """El orden en que LangGraph aplica las escrituras: los nodos por nombre y después los `Send` por su índice."""
    for paso in vuelta.pasos.values():
        sin_indice = (t for t in paso.tareas if t.clase == "push")
        for i, tarea in enumerate(sin_indice):
            tarea.indice = i if tarea.indice is None else tarea.indice
        paso.tareas.sort(key=lambda t: (t.clase != "pull", t.nodo if t.clase == "pull" else "", t.indice or 0, t.linea))


def tarea_que_contiene(ns: tuple[str, ...]) -> str:
    """El id de la tarea que ejecutó un subgrafo, por el espacio de este; vacío si no lo dice."""
    con_nombre = [tramo for tramo in ns if not tramo.isdigit()]
    return con_nombre[-1].partition(":")[2] if con_nombre else ""


def _llamada(ns: tuple[str, ...]) -> tuple[int, ...]:
    """Los números de llamada con que acaba el espacio: la segunda vez que un nodo llama al mismo subgrafo lleva `1`."""
    finales: list[int] = []
    for tramo in reversed(ns):
        if not tramo.isdigit() or len(tramo) > 9:
            break
        finales.append(int(tramo))
    return tuple(reversed(finales))
