"""Lo que las trazas prueban del grafo: qué nodos y qué aristas se recorrieron, cuántas veces y dónde se ve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from generador.comparacion.confianza import ambito_de
from generador.comparacion.explicacion import Recorrido
from generador.comparacion.salidas import inicio_de
from generador.modelo.hallazgo import Causa
from generador.modelo.pruebas import Pruebas
from generador.modelo.traza import Traza

Par = tuple[str, str]


class Visto(Struct, frozen=True):
    """Cuántas veces se recorrió algo, y el primer paso de cada caso que lo demuestra."""

    visitas: int = 0
    pruebas: Pruebas = Pruebas()


NUNCA = Visto()


class Observado(Struct, frozen=True):
    """Lo recorrido por todas las trazas. `posibles` son aristas que alguna tarea pudo recorrer, sin que se sepa."""

    hay: bool
    nodos: Mapping[str, Visto]
    aristas: Mapping[Par, Visto]
    posibles: frozenset[Par]

    def ve_dentro_de(self, ambito: str) -> bool:
        """Si las trazas enseñan los pasos de ese ámbito, o no se ha entrado nunca en él."""
        return not ambito or ambito not in self.nodos or any(ambito_de(n) == ambito for n in self.nodos)

    def salidas_de(self, origen: str) -> frozenset[str]:
        """A qué nodos se fue desde uno."""
        return frozenset(d for o, d in self.aristas if o == origen)


@dataclass(slots=True)
class _Cuenta:
    visitas: int = 0
    pasos: dict[str, int] = field(default_factory=dict)

    def sumar(self, caso: str, paso: int) -> None:
        self.visitas += 1
        self.pasos.setdefault(caso, paso)

    def juntar(self, visto: Visto) -> None:
        self.visitas += visto.visitas
        for prueba in visto.pruebas:
            self.pasos.setdefault(prueba.caso, prueba.paso)

    def visto(self) -> Visto:
        return Visto(self.visitas, Pruebas.de(self.pasos))


@dataclass(slots=True)
class Observador:
    """Junta lo recorrido por unas trazas ya explicadas, que se le dan de una en una y no guarda."""

    _hay: bool = False
    _nodos: dict[str, _Cuenta] = field(default_factory=dict)
    _aristas: dict[Par, _Cuenta] = field(default_factory=dict)
    _posibles: set[Par] = field(default_factory=set)

    def sumar(self, traza: Traza, recorrido: Recorrido) -> None:
        """Añade una traza."""
        self._hay = self._hay or bool(traza.pasos)
        for paso, causa in _causas(recorrido):
            if causa.cierta:
                self._aristas.setdefault((causa.origen, causa.destino), _Cuenta()).sumar(traza.caso, paso)
            else:
                self._posibles.add((causa.origen, causa.destino))
        for paso, nodo in _nodos(traza, recorrido):
            self._nodos.setdefault(nodo, _Cuenta()).sumar(traza.caso, paso)

    def juntar(self, visto: Observado) -> None:
        """Añade lo que otro vio en otras trazas: es lo mismo que sumarlas después."""
        self._hay = self._hay or visto.hay
        self._posibles |= visto.posibles
        for nodo, cuanto in visto.nodos.items():
            self._nodos.setdefault(nodo, _Cuenta()).juntar(cuanto)
        for arista, cuanto in visto.aristas.items():
            self._aristas.setdefault(arista, _Cuenta()).juntar(cuanto)

    def observado(self) -> Observado:
        """Lo visto hasta ahora."""
        return Observado(
            hay=self._hay,
            nodos={n: c.visto() for n, c in self._nodos.items()},
            aristas={a: c.visto() for a, c in self._aristas.items()},
            posibles=frozenset(self._posibles - self._aristas.keys()),
        )


def _causas(recorrido: Recorrido) -> Iterable[tuple[int, Causa]]:
    for e in recorrido.pasos:
        for causas in e.causas.values():
            yield from ((e.n, c) for c in causas)
    yield from recorrido.finales


def _nodos(traza: Traza, recorrido: Recorrido) -> Iterable[tuple[int, str]]:
    """Cada visita a un nodo; las tareas de `@task` no son nodos del grafo."""
    empezados: dict[tuple[str, int], int] = {}
    for paso in traza.pasos:
        empezados.setdefault((paso.ambito, paso.vuelta), paso.n)
        yield from ((paso.n, t.nodo) for t in paso.tareas if t.clase != "call")
    yield from ((n, inicio_de(ambito)) for (ambito, _), n in empezados.items())
    yield from ((n, c.destino) for n, c in recorrido.finales)
