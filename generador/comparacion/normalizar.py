"""Una sola forma de nombrar y de anidar, para que contrato, real y spike se casen por id.

`a/b` y `a:b` son el mismo nodo, un nodo del diagrama cuya etiqueta es el nombre real se casa con él, y una flecha
que cruza el borde de un subgrafo es la flecha al subgrafo. Los lectores ya entregan lo último hecho; aquí se asegura.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from generador.comparacion.confianza import ambito_de
from generador.modelo.grafo import FIN, INICIO, Arista, Grafo, Nodo, TipoDeNodo


def anidado(grafo: Grafo) -> Grafo:
    """El grafo con un nodo por subgrafo y todas sus aristas entre hermanos."""
    nodos: dict[str, Nodo] = {}
    for n in grafo.nodos:
        for p in _antepasados(n.id):
            nodos.setdefault(p, Nodo(id=p, nombre=_nombre(p), tipo=TipoDeNodo.SUBGRAFO))
        nodos[n.id] = n
    return replace(grafo, nodos=tuple(nodos.values()), aristas=tuple(map(_entre_hermanos, grafo.aristas)))


def con_los_ids_de(contrato: Grafo, real: Grafo | None) -> Grafo:
    """El contrato con los ids del grafo real, donde se sabe cuál es cuál."""
    ids = set() if real is None else {n.id for n in real.nodos}
    propios = {n.id for n in contrato.nodos}
    alias = {n.id: _id_real(n, ids, propios) for n in contrato.nodos}
    return anidado(_renombrar(contrato, lambda n: alias.get(n, n)))


def con_renombrados(spike: Grafo, renombrados: Mapping[str, str]) -> Grafo:
    """El spike con los nombres reales: `renombrados` va de nombre en el spike a nombre real."""
    return anidado(_renombrar(spike, lambda n: renombrados.get(n, renombrados.get(n.replace("/", ":"), n))))


def _id_real(nodo: Nodo, ids: set[str], propios: set[str]) -> str:
    if nodo.id in ids:
        return nodo.id
    con_dos_puntos = nodo.id.replace("/", ":")
    if con_dos_puntos != nodo.id:
        return con_dos_puntos
    rotulado = _en(ambito_de(nodo.id), (nodo.etiqueta or "").strip())
    return rotulado if nodo.etiqueta and rotulado in ids and rotulado not in propios else nodo.id


def _en(ambito: str, nombre: str) -> str:
    return f"{ambito}:{nombre}" if ambito else nombre


def _renombrar(grafo: Grafo, nuevo: Callable[[str], str]) -> Grafo:
    aristas = [
        replace(a, origen=nuevo(a.origen), destino=None if a.destino is None else nuevo(a.destino))
        for a in grafo.aristas
    ]
    nodos = [replace(n, id=nuevo(n.id), nombre=_nombre(nuevo(n.id))) for n in grafo.nodos]
    return replace(grafo, nodos=tuple(nodos), aristas=tuple(aristas))


def _entre_hermanos(arista: Arista) -> Arista:
    o, d = arista.origen, arista.destino
    if d is None or d == o or ambito_de(o) == ambito_de(d):
        return arista
    if d.startswith(f"{o}:"):
        return _entre_hermanos(replace(arista, origen=f"{o}:{INICIO}"))
    if o.startswith(f"{d}:"):
        return _entre_hermanos(replace(arista, destino=f"{d}:{FIN}"))
    de, a = o.split(":"), d.split(":")
    comun = next(i for i, (x, y) in enumerate(zip(de, a, strict=False)) if x != y)
    return replace(arista, origen=":".join(de[: comun + 1]), destino=":".join(a[: comun + 1]))


def _antepasados(id: str) -> Iterable[str]:
    partes = id.split(":")
    return (":".join(partes[:i]) for i in range(1, len(partes)))


def _nombre(id: str) -> str:
    return id.rpartition(":")[2]
