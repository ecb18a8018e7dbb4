"""Una sola forma de nombrar y de anidar, para que contrato, real y spike se casen por id.

Los niveles se separan con `:`. Una barra suele ser parte del nombre, pero quien escribe un contrato a mano pone a veces
`a/b` por `a:b`: se entiende así solo si ese nodo, o el subgrafo que lo tendría dentro, existe. Además, un nodo del
diagrama cuya etiqueta es el nombre real se casa con él, y una flecha que cruza el borde de un subgrafo es la flecha al
subgrafo. Los lectores ya entregan lo último hecho; aquí se asegura.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

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


class Ids(Struct, frozen=True):
    """Los ids de nodo que se sabe que existen y los que son de un subgrafo."""

    nodos: Collection[str] = ()
    subgrafos: Collection[str] = ()

    @staticmethod
    def de(grafos: Iterable[Grafo | None], vistos: Iterable[str] = ()) -> Ids:
        """Los de unos grafos, más los que se vieron en las trazas."""
        nodos = [n for g in grafos if g is not None for n in g.nodos]
        subgrafos = {n.id for n in nodos if n.tipo is TipoDeNodo.SUBGRAFO}
        return Ids({*(n.id for n in nodos), *vistos}, subgrafos)

    def traducir(self, escrito: str) -> str:
        """El id de lo escrito: lo que iba con barras y no existe así se busca con `:`."""
        con_dos_puntos = escrito.replace("/", ":")
        if escrito in self.nodos or con_dos_puntos == escrito:
            return escrito
        if (mismo := next((n for n in sorted(self.nodos) if n.replace("/", ":") == con_dos_puntos), None)) is not None:
            return mismo
        return con_dos_puntos if any(p in self.subgrafos for p in _antepasados(con_dos_puntos)) else escrito


def con_los_ids_de(contrato: Grafo, real: Grafo | None, vistos: Collection[str] = ()) -> Grafo:
    """El contrato con los ids del grafo real, donde se sabe cuál es cuál; sin grafo, con los de las trazas."""
    ids = Ids.de([real], vistos)
    dentro = {n.id for n in contrato.nodos if n.tipo is TipoDeNodo.SUBGRAFO}
    ids = replace(ids, subgrafos={*ids.subgrafos, *dentro})
    propios = {n.id for n in contrato.nodos}
    alias = {n.id: _id_real(n, ids, propios) for n in contrato.nodos}
    return anidado(_renombrar(contrato, lambda n: alias.get(n, n)))


def con_renombrados(spike: Grafo, renombrados: Mapping[str, str]) -> Grafo:
    """El spike con los nombres reales: `renombrados` va de nombre en el spike a nombre real."""
    return anidado(_renombrar(spike, lambda n: renombrados.get(n, renombrados.get(n.replace("/", ":"), n))))


def _id_real(nodo: Nodo, ids: Ids, propios: set[str]) -> str:
    traducido = ids.traducir(nodo.id)
    if nodo.id in ids.nodos or traducido != nodo.id:
        return traducido
    rotulado = _en(ambito_de(nodo.id), (nodo.etiqueta or "").strip())
    return rotulado if nodo.etiqueta and rotulado in ids.nodos and rotulado not in propios else nodo.id


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
