"""Por qué nodos se pasó en cada traza. De cada una se saca por separado y se junta después: la que no ha cambiado no
se vuelve a leer, y a la página de un nodo le basta con esto.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from typing import TypeAlias

import msgspec

from generador.modelo.apretado import apretar, soltar
from generador.modelo.corrida import Corrida
from generador.modelo.nombres import huella
from generador.modelo.perezoso import Perezoso
from generador.modelo.tiempos import Tiempo, esperas, tiempo
from generador.modelo.traza import Carga, Fin, Paso, Tarea, Traza

VISITAS_POR_CASO = 60
VISITAS_MIRADAS = 500
_POR_TANDA = 64

Vez: TypeAlias = tuple[int, Fin, Tiempo | None]
"""Paso, cómo acabó y lo que tardó."""


@dataclass(slots=True)
class Veces:
    """Las veces que un nodo corrió en un caso: las que se enlazan, cuántas fueron y a qué llamaron."""

    primeras: list[Vez] = field(default_factory=list)
    n: int = 0
    modelos: int = 0
    herramientas: int = 0
    pausas: int = 0


@dataclass(slots=True)
class EnTraza:
    """Un nodo en una traza: sus veces, lo que se vio entrar y salir en las primeras, y de dónde puede salir un ejemplo.

    `lee` y `escribe` son claves, si el grafo no las dice: casi siempre, las mismas que en otra traza. `muestra` es
    (paso, huella de lo que entró y salió) de la primera visita que acabó bien y de la que se grabó algo. `miradas` son
    las visitas en que se buscaron claves.
    """

    veces: Veces = field(default_factory=Veces)
    lee: tuple[str, ...] = ()
    escribe: tuple[str, ...] = ()
    muestra: tuple[int, bytes] | None = None
    miradas: int = 0


@dataclass(slots=True)
class Casos:
    """Las veces de cada caso, en el orden de la corrida: lo que más abulta de una grande, y lo lee una página.

    Esperan comprimidas de `_POR_TANDA` en `_POR_TANDA`; las últimas, hasta que llenen la suya, como están.
    """

    _casos: list[str] = field(default_factory=list)
    _apretadas: list[bytes] = field(default_factory=list)
    _sueltas: list[Veces] = field(default_factory=list)

    def poner(self, caso: str, veces: Veces) -> None:
        """Añade las de un caso, que no estaba."""
        self._casos.append(caso)
        self._sueltas.append(veces)
        if len(self._sueltas) == _POR_TANDA:
            self._apretadas.append(apretar(self._sueltas))
            self._sueltas = []

    def __iter__(self) -> Iterator[tuple[str, Veces]]:
        apretadas = (veces for tanda in self._apretadas for veces in soltar(tanda, list[Veces]))
        return zip(self._casos, chain(apretadas, self._sueltas), strict=True)


@dataclass(slots=True)
class Visitado:
    """Un nodo en toda la corrida. `muestra` es (caso, paso, huella) de la primera traza que la tiene."""

    casos: Casos = field(default_factory=Casos)
    lee: tuple[str, ...] = ()
    escribe: tuple[str, ...] = ()
    muestra: tuple[str, int, bytes] | None = None
    miradas: int = 0


Recuerdo: TypeAlias = MutableMapping[str, Mapping[str, EnTraza]]
"""Clave de una traza → sus nodos."""

Cargas: TypeAlias = tuple[Carga | None, Carga | None]
"""Lo que entró y lo que salió."""


def por_nodo(corrida: Corrida | None, recuerdo: Recuerdo | None = None) -> Mapping[str, Visitado]:
    """Las visitas de toda una corrida, por nodo. Solo se leen las trazas que no estén en `recuerdo`, que crece."""
    todos: dict[str, Visitado] = {}
    if corrida is not None:
        for caso, nodos in _de_trazas(corrida, {} if recuerdo is None else recuerdo):
            for nodo, suyo in nodos.items():
                _sumar(todos.setdefault(nodo, Visitado()), caso, suyo)
    return todos


def _de_trazas(corrida: Corrida, recuerdo: Recuerdo) -> Iterator[tuple[str, Mapping[str, EnTraza]]]:
    grafos = corrida.grafos.values()
    dichos = frozenset(n for g in grafos for n in (*g.lee, *g.escribe) if g.lee.get(n) or g.escribe.get(n))
    huellas, segun = {c.caso: c.sha256 for c in corrida.manifiesto.casos}, huella(repr(sorted(dichos)))
    for caso in corrida.trazas:
        clave = f"{huellas.get(caso)} {caso} {segun}"
        if clave in recuerdo:
            yield caso, recuerdo[clave]
            continue
        nodos = de_traza(corrida.trazas[caso], dichos)
        if caso in huellas:
            recuerdo[clave] = nodos
        yield caso, nodos


def de_traza(traza: Traza, dichos: frozenset[str]) -> Mapping[str, EnTraza]:
    """Cada nodo que corrió en una traza. De los de `dichos` no se buscan las claves: las dice el grafo."""
    nodos: dict[str, EnTraza] = {}
    huecos = esperas(traza)
    for paso in traza.pasos:
        for t in paso.tareas:
            suyo = nodos.setdefault(t.nodo, EnTraza())
            _contar(suyo, paso, t, tiempo(t.t0, t.t1, huecos), con_claves=t.nodo not in dichos)
    return nodos


def _contar(v: EnTraza, paso: Paso, t: Tarea, tardo: Tiempo | None, *, con_claves: bool) -> None:
    veces = v.veces
    if veces.n < VISITAS_POR_CASO:
        veces.primeras.append((paso.n, t.fin, tardo))
    veces.n += 1
    veces.modelos += len(t.modelos)
    veces.herramientas += len(t.herramientas)
    veces.pausas += len(t.interrupciones)
    if v.muestra is None and _es_muestra(t):
        v.muestra = (paso.n, _huella_de_cargas(t))
    if con_claves and v.miradas < VISITAS_MIRADAS:
        v.miradas += 1
        v.lee = _unir(v.lee, tuple(_de_objeto(t.entrada)))
        v.escribe = _unir(v.escribe, tuple(_de_objeto(t.actualizacion)))


def _sumar(v: Visitado, caso: str, suyo: EnTraza) -> None:
    v.casos.poner(caso, suyo.veces)
    if v.muestra is None and suyo.muestra is not None:
        v.muestra = (caso, *suyo.muestra)
    if v.miradas < VISITAS_MIRADAS:
        v.miradas += suyo.miradas
        v.lee, v.escribe = _unir(v.lee, suyo.lee), _unir(v.escribe, suyo.escribe)


@lru_cache(maxsize=1_024)
def _unir(claves: tuple[str, ...], mas: tuple[str, ...]) -> tuple[str, ...]:
    """Sin repetir y en su orden. Recordarlo es no tener mil veces la misma lista."""
    return tuple(dict.fromkeys((*claves, *mas)))


def _es_muestra(t: Tarea) -> bool:
    return t.fin is Fin.BIEN and bool(t.entrada or t.actualizacion)


def _huella_de_cargas(t: Tarea) -> bytes:
    return hashlib.blake2b(repr((t.entrada, t.actualizacion)).encode(), digest_size=16).digest()


def muestras(corrida: Corrida | None, visitas: Mapping[str, Visitado]) -> Mapping[str, Cargas]:
    """Nodo → lo que entró y salió en su muestra, que se lee cuando se pide: dos huellas iguales son lo mismo."""
    sitios = {nodo: v.muestra[:2] for nodo, v in visitas.items() if v.muestra}
    return Perezoso({n: partial(_cargas, corrida, n, *donde) for n, donde in sitios.items()} if corrida else {})


def _cargas(corrida: Corrida, nodo: str, caso: str, paso: int) -> Cargas:
    tareas = (t for p in corrida.trazas[caso].pasos if p.n == paso for t in p.tareas if t.nodo == nodo)
    return next((t.entrada, t.actualizacion) for t in tareas if _es_muestra(t))


def _de_objeto(carga: Carga | None) -> Iterator[str]:
    """Las claves de primer nivel de una carga, sin leer sus valores. Lo que no es un objeto no tiene."""
    if carga is None or not carga.crudo.lstrip().startswith(b"{"):
        return
    try:
        yield from msgspec.json.decode(carga.crudo, type=dict[str, msgspec.Raw])
    except msgspec.MsgspecError:
        return
