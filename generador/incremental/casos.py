"""Las páginas de los casos: casi todo lo que cuesta un sitio. Se hacen por tandas, cada caso en todos los idiomas.

Una tanda junta los idiomas porque leer, comparar y partir lo grabado es lo mismo en todos. Si hay varios procesos
también mira cada página el que la hizo: la revisión y la compuerta se encuentran el trabajo hecho.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generador.escritura.compuerta import Hallado, hallados_en
from generador.escritura.etiquetas import Etiqueta
from generador.escritura.revision import Mirada, mirar
from generador.incremental.aparte import Aparte
from generador.incremental.estado import Escrita
from generador.incremental.memoria import Ficheros, Hecha, Memoria
from generador.incremental.reparto import repartir

_POR_TANDA = 8
_PASOS_QUE_COMPENSAN = 1_500

Hacer = Callable[[int, Sequence[str]], Iterable[tuple[str, Hecha]]]
"""(número de demo, casos) → (caso, página) de un idioma."""


@dataclass(frozen=True, slots=True)
class Pedido:
    """Los casos de una demo en un idioma: la huella del grupo, la de cada uno y cómo se hacen los que falten."""

    demo: int
    grupo: str
    claves: Callable[[], Mapping[str, str]]
    hacer: Hacer


@dataclass(frozen=True, slots=True)
class _Tanda:
    """Unos casos de una demo, que se hacen en los idiomas en que falten (`faltan`: número de pedido → casos)."""

    faltan: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Visto:
    """Una página hecha por un hijo, ya mirada."""

    pedido: int
    caso: str
    hecha: Hecha
    mirada: Mirada | None = None
    hallados: tuple[Hallado, ...] = ()


@dataclass(slots=True)
class _Obrero:
    """Hace tandas. `mira` es que además revisa lo que hace, y `aparte`, dónde lo deja si no se queda en memoria."""

    pedidos: Sequence[Pedido]
    mira: bool
    aparte: Aparte | None
    etiquetas: dict[bytes, Etiqueta] = field(default_factory=dict)

    def __call__(self, tanda: _Tanda) -> list[_Visto]:
        return [
            self._ver(n, caso, hecha)
            for n, casos in tanda.faltan
            for caso, hecha in self.pedidos[n].hacer(self.pedidos[n].demo, casos)
        ]

    def _ver(self, n: int, caso: str, hecha: Hecha) -> _Visto:
        escrita, contenido = hecha
        if not isinstance(contenido, bytes):
            return _Visto(n, caso, hecha)
        ruta, hecha = escrita.ruta, (escrita, self.aparte.guardar(escrita, contenido) if self.aparte else contenido)
        if not self.mira:
            return _Visto(n, caso, hecha)
        try:
            return _Visto(n, caso, hecha, mirar(ruta, contenido, self.etiquetas), hallados_en(ruta, contenido))
        except Exception:  # lo mirará el padre, y fallará como falla sin hijos
            return _Visto(n, caso, hecha)


def ficheros_de_casos(
    memoria: Memoria, pedidos: Sequence[Pedido], pasos: Mapping[tuple[int, str], int], procesos: int
) -> Ficheros:
    """Los ficheros de todos los pedidos: los que se recuerdan y los que hay que hacer.

    `pasos` dice cuántos tiene cada (demo, caso): repartir, y dejarlos en disco, solo compensa si hay muchos por hacer.
    """
    reusados = [memoria.reusar_grupo(p.grupo) for p in pedidos]
    claves = {n: pedidos[n].claves() for n, ficheros in enumerate(reusados) if ficheros is None}
    sueltos = {(n, c): memoria.reusar(clave) for n, suyas in claves.items() for c, clave in suyas.items()}
    tandas = tuple(_tandas(pedidos, [k for k, ficheros in sueltos.items() if ficheros is None]))
    muchos = sum(pasos.get((pedidos[n].demo, c), 0) for t in tandas for n, cs in t.faltan for c in cs)
    compensa = muchos > _PASOS_QUE_COMPENSAN
    obrero = _Obrero(pedidos, mira=compensa, aparte=memoria.aparte() if compensa else None)
    hechas = _hacer(memoria, obrero, tandas, procesos if compensa else 1)
    for (n, c), ficheros in sueltos.items():
        sueltos[n, c] = memoria.apuntar(claves[n][c], hechas[n, c]) if ficheros is None else ficheros
    for n, suyas in claves.items():
        memoria.agrupar(pedidos[n].grupo, suyas.values())
    todos = [f for f in (*reusados, *sueltos.values()) if f is not None]
    return {ruta: contenido for ficheros in todos for ruta, contenido in ficheros.items()}


def _tandas(pedidos: Sequence[Pedido], faltan: Iterable[tuple[int, str]]) -> Iterator[_Tanda]:
    por_caso: dict[tuple[int, str], list[int]] = defaultdict(list)
    for n, caso in faltan:
        por_caso[pedidos[n].demo, caso].append(n)
    por_demo: dict[int, list[str]] = defaultdict(list)
    for demo, caso in por_caso:
        por_demo[demo].append(caso)
    for demo, casos in por_demo.items():
        for i in range(0, len(casos), _POR_TANDA):
            tanda = casos[i : i + _POR_TANDA]
            de_cada = {n: tuple(c for c in tanda if n in por_caso[demo, c]) for c in tanda for n in por_caso[demo, c]}
            yield _Tanda(tuple(sorted(de_cada.items())))


def _hacer(
    memoria: Memoria, obrero: _Obrero, tandas: Sequence[_Tanda], procesos: int
) -> dict[tuple[int, str], list[Hecha]]:
    hechas: dict[tuple[int, str], list[Hecha]] = defaultdict(list)
    for vistos in repartir(obrero, tandas, procesos):
        for v in vistos:
            hechas[v.pedido, v.caso].append(v.hecha)
            if v.mirada is not None:
                memoria.ya_mirada(_de(v.hecha), v.mirada, v.hallados)
    return hechas


def _de(hecha: Hecha) -> Escrita:
    return hecha[0]
