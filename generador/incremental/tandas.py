"""Lo que hay que hacer para tener el sitio, por tandas que pueden repartirse entre procesos.

Una tanda es un recorte suelto (las páginas de un tipo de una demo) o unos casos de una demo, en todos los idiomas en
que falten: leer y partir lo grabado es lo mismo en todos. Si hay mucho que hacer, también mira cada página el que la
hizo: la revisión y la compuerta se encuentran el trabajo hecho.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from msgspec import Struct

from generador.escritura.compuerta import Hallado, hallados_en
from generador.escritura.etiquetas import Etiqueta
from generador.escritura.revision import SE_REVISAN, Mirada, mirar
from generador.incremental.aparte import Aparte
from generador.incremental.memoria import Ficheros, Hecha, Memoria
from generador.incremental.reparto import repartir

_POR_TANDA = 8
_PESO_QUE_COMPENSA = 150
"""Pasos de caso que cuestan lo que bifurcarse y dejarlo en disco: unos 50 ms."""
_ETIQUETAS = 3_000
"""Etiquetas HTML distintas que se recuerdan ya analizadas: casi todas las de un caso son solo suyas."""

AlHacer = Callable[[str, bytes, str], None]
"""(ruta, bytes, SHA-256) de un fichero recién hecho."""

HacerCasos = Callable[[int, Sequence[str]], Iterable[tuple[str, Hecha]]]
"""(número de demo, casos) → (caso, fichero)."""


class Suelto(Struct, frozen=True):
    """Un recorte que se hace entero. `peso` es lo que cuesta, en pasos de caso que costarían lo mismo."""

    clave: str
    hacer: Callable[[], Iterable[Hecha]]
    peso: int


class Pedido(Struct, frozen=True):
    """Los casos de una demo en un idioma: la huella del grupo, la de cada uno y cómo se hacen los que falten.

    `pesos` va de caso a los pasos que tiene; solo se pregunta por los que haya que hacer.
    """

    demo: int
    grupo: str
    claves: Callable[[], Mapping[str, str]]
    hacer: HacerCasos
    pesos: Callable[[str], int]


class _Casos(Struct, frozen=True):
    """Unos casos de una demo: número de pedido → caso → huella, de los que faltan."""

    faltan: tuple[tuple[int, Mapping[str, str]], ...]


class _Visto(Struct, frozen=True):
    """Un fichero hecho por una tanda, y lo que se vio en él si lo miró quien lo hizo."""

    clave: str
    hecha: Hecha
    mirada: Mirada | None = None
    hallados: tuple[Hallado, ...] | None = None

    @property
    def sin_faltas(self) -> bool:
        """Si por sí solo se puede enseñar: faltaría saber si sus enlaces llevan a algo."""
        return not self.hallados and (self.mirada is None or self.mirada.limpia)


class _Hechura(Struct, frozen=True):
    """Lo que vuelve de una tanda. `textos` es el código coloreado que aprendió."""

    vistos: tuple[_Visto, ...]
    textos: Mapping[str, str]


@dataclass(slots=True)
class _Obrero:
    """Hace tandas. `aparte` es dónde deja lo hecho, si es mucho. Lo mira si lo es o si alguien espera cada fichero."""

    sueltos: Sequence[Suelto]
    pedidos: Sequence[Pedido]
    textos: MutableMapping[str, str]
    aparte: Aparte | None
    al_hacer: AlHacer | None = None
    etiquetas: dict[bytes, Etiqueta] = field(default_factory=dict)

    def __call__(self, tanda: int | _Casos) -> _Hechura:
        sabidos = len(self.textos)
        hechas = self._suelto(self.sueltos[tanda]) if isinstance(tanda, int) else self._casos(tanda)
        vistos = tuple(self._ver(clave, hecha) for clave, hecha in hechas)
        return _Hechura(vistos, dict(islice(self.textos.items(), sabidos, None)))

    @staticmethod
    def _suelto(suelto: Suelto) -> Iterator[tuple[str, Hecha]]:
        return ((suelto.clave, hecha) for hecha in suelto.hacer())

    def _casos(self, tanda: _Casos) -> Iterator[tuple[str, Hecha]]:
        for n, claves in tanda.faltan:
            for caso, hecha in self.pedidos[n].hacer(self.pedidos[n].demo, tuple(claves)):
                yield claves[caso], hecha

    def _ver(self, clave: str, hecha: Hecha) -> _Visto:
        escrita, contenido = hecha
        if len(self.etiquetas) > _ETIQUETAS:
            self.etiquetas.clear()
        if not isinstance(contenido, bytes) or (self.aparte is None and self.al_hacer is None):
            return _Visto(clave, hecha)
        ruta, guardada = escrita.ruta, (escrita, self.aparte.guardar(escrita, contenido)) if self.aparte else hecha
        try:
            mirada = mirar(ruta, contenido, self.etiquetas) if ruta.endswith(SE_REVISAN) else None
            visto = _Visto(clave, guardada, mirada, hallados_en(ruta, contenido))
        except Exception:  # lo mirará el padre, y fallará como falla sin hijos
            return _Visto(clave, guardada)
        if self.al_hacer is not None and visto.sin_faltas:
            self.al_hacer(ruta, contenido, escrita.bytes)
        return visto


def ficheros_de(
    memoria: Memoria,
    sueltos: Sequence[Suelto],
    pedidos: Sequence[Pedido],
    procesos: int,
    al_hacer: AlHacer | None = None,
) -> Ficheros:
    """Los ficheros de todo: lo que se recuerda y lo que hay que hacer.

    Repartirlo, y dejarlo en disco hasta publicar, solo compensa si es mucho. Si los casos caben en una tanda, se
    empieza por ellos y `al_hacer` recibe cada fichero que por sí solo no tiene faltas en cuanto está.
    """
    por_hacer = _PorHacer(memoria, sueltos, pedidos)
    compensa, tandas = por_hacer.peso() > _PESO_QUE_COMPENSA, list(por_hacer.tandas())
    if sum(isinstance(tanda, _Casos) for tanda in tandas) > 1:
        al_hacer = None
    else:
        tandas.sort(key=lambda tanda: isinstance(tanda, int))
    obrero = _Obrero(sueltos, pedidos, memoria.estado.textos, memoria.aparte() if compensa else None, al_hacer)
    de_uno = al_hacer is not None or not compensa
    hechas: dict[str, list[Hecha]] = defaultdict(list)
    for hechura in repartir(obrero, tandas, 1 if de_uno else procesos):
        memoria.estado.textos |= hechura.textos
        for v in hechura.vistos:
            hechas[v.clave].append(v.hecha)
            if v.hallados is not None:
                memoria.ya_mirada(v.hecha[0], v.mirada, v.hallados)
    return por_hacer.juntar(hechas)


class _PorHacer:
    """Lo que no se recuerda de unos recortes, y cómo se juntan después lo recordado y lo hecho."""

    def __init__(self, memoria: Memoria, sueltos: Sequence[Suelto], pedidos: Sequence[Pedido]) -> None:
        self._memoria, self._sueltos, self._pedidos = memoria, sueltos, pedidos
        self._reusados: dict[str, Ficheros | None] = {s.clave: memoria.reusar(s.clave) for s in sueltos}
        self._grupos = [memoria.reusar_grupo(p.grupo) for p in pedidos]
        self._claves = {n: pedidos[n].claves() for n, ficheros in enumerate(self._grupos) if ficheros is None}
        for claves in self._claves.values():
            self._reusados |= {clave: memoria.reusar(clave) for clave in claves.values()}

    def peso(self) -> int:
        """Cuánto cuesta lo que falta, en pasos de caso."""
        de_sueltos = sum(s.peso for s in self._sueltos if self._falta(s.clave))
        casos = ((n, caso) for n, caso, clave in self._casos() if self._falta(clave))
        return de_sueltos + sum(self._pedidos[n].pesos(caso) for n, caso in casos)

    def tandas(self) -> Iterator[int | _Casos]:
        """Los sueltos que faltan, y después los casos, de pocos en pocos y los de cada demo aparte."""
        yield from (k for k, s in enumerate(self._sueltos) if self._falta(s.clave))
        por_demo: dict[int, dict[str, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
        for n, caso, clave in self._casos():
            if self._falta(clave):
                por_demo[self._pedidos[n].demo][caso][n] = clave
        for de_caso in por_demo.values():
            casos = list(de_caso)
            yield from (_tanda(de_caso, casos[i : i + _POR_TANDA]) for i in range(0, len(casos), _POR_TANDA))

    def juntar(self, hechas: Mapping[str, Iterable[Hecha]]) -> Ficheros:
        """Todos los ficheros, apuntando en la memoria de qué recorte salió cada uno de los hechos."""
        todos: Ficheros = {}
        for suelto in self._sueltos:
            todos |= self._de(suelto.clave, hechas)
        for ficheros in self._grupos:
            todos |= ficheros or {}
        for n, claves in self._claves.items():
            for clave in claves.values():
                todos |= self._de(clave, hechas)
            self._memoria.agrupar(self._pedidos[n].grupo, claves.values())
        return todos

    def _de(self, clave: str, hechas: Mapping[str, Iterable[Hecha]]) -> Ficheros:
        reusados = self._reusados[clave]
        return self._memoria.apuntar(clave, hechas[clave]) if reusados is None else reusados

    def _falta(self, clave: str) -> bool:
        return self._reusados[clave] is None

    def _casos(self) -> Iterator[tuple[int, str, str]]:
        return ((n, caso, clave) for n, claves in self._claves.items() for caso, clave in claves.items())


def _tanda(de_caso: Mapping[str, Mapping[int, str]], casos: Iterable[str]) -> _Casos:
    faltan: dict[int, dict[str, str]] = defaultdict(dict)
    for caso in casos:
        for n, clave in de_caso[caso].items():
            faltan[n][caso] = clave
    return _Casos(tuple(sorted(faltan.items())))
