"""Una sola forma para los subgrafos, venga el grafo de donde venga.

Un diagrama y `get_graph(xray=True)` dibujan flechas que entran hasta dentro de un subgrafo; en LangGraph de
verdad la arista llega al subgrafo y dentro hay otro grafo con su principio y su fin. `con_contenedores` lleva
cualquier grafo a esa forma, para que contrato, real y spike se comparen sin diferencias inventadas.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Grafo, Nodo, TipoDeNodo

LARGO_DE_ID = 1000
NIVELES = 20
ELEMENTOS = 20_000
"""Cuántos nodos o aristas se leen de un grafo: más no se dibuja."""


def defecto_de_id(id: str) -> str | None:
    """Por qué un id no se puede usar, o `None`: sus subgrafos se escriben uno a uno y hay que acotarlos."""
    if len(id) > LARGO_DE_ID:
        return f"el id «{id[:40]}…» tiene {len(id)} caracteres y el límite es {LARGO_DE_ID}"
    if id.count(":") >= NIVELES:
        return f"el id «{id[:40]}…» tiene más de {NIVELES} niveles"
    return None


def con_contenedores(grafo: Grafo) -> Grafo:
    """El mismo grafo con un nodo por subgrafo y sin aristas que crucen su borde.

    `antes → equipo:a` pasa a ser `antes → equipo` y, si el principio de `equipo` no estaba dibujado, se añade
    `equipo:__start__ → equipo:a` como inferida; lo mismo al salir.
    """
    nodos = {n.id: n for n in _con_padres(grafo.nodos)}
    ids = set(nodos)
    aristas: list[Arista] = []
    bordes: list[Arista] = []
    for arista in grafo.aristas:
        movida, de_borde = _sin_cruzar(arista, ids)
        aristas.append(movida)
        bordes += de_borde
    aristas += bordes
    for extremo in [e for a in aristas for e in a.par if e is not None]:
        if extremo not in nodos:
            nodos[extremo] = nodo_de(extremo)
    return replace(grafo, nodos=tuple(nodos.values()), aristas=fundir(aristas))


def nodo_de(id: str, tipo: TipoDeNodo | None = None) -> Nodo:
    """Un nodo del que solo se sabe el id; `__start__` y `__end__`, también de un subgrafo, tienen su tipo."""
    nombre = id.rpartition(":")[2]
    return Nodo(id=id, nombre=nombre, tipo=tipo or tipo_de(nombre))


def tipo_de(nombre: str) -> TipoDeNodo:
    """Principio, fin o nodo corriente, según el último tramo del id."""
    return {INICIO: TipoDeNodo.INICIO, FIN: TipoDeNodo.FIN}.get(nombre, TipoDeNodo.NODO)


def prefijos(id: str) -> list[str]:
    """Los subgrafos que contienen a `id`, de fuera adentro: `a:b:c` → `a`, `a:b`."""
    partes = id.split(":")
    return [":".join(partes[:n]) for n in range(1, len(partes))]


def fundir(aristas: Iterable[Arista]) -> tuple[Arista, ...]:
    """Une las aristas iguales salvo en sus etiquetas, en el orden de la primera."""
    unidas: dict[tuple[object, ...], Arista] = {}
    for arista in aristas:
        clave = (arista.origen, arista.destino, arista.tipo, arista.grupo, arista.funcion)
        antes = unidas.get(clave)
        if antes is None:
            unidas[clave] = arista
        else:
            unidas[clave] = replace(antes, etiquetas=tuple(dict.fromkeys((*antes.etiquetas, *arista.etiquetas))))
    return tuple(unidas.values())


def _con_padres(nodos: Iterable[Nodo]) -> list[Nodo]:
    """Los nodos, cada uno precedido de los subgrafos que lo contienen y aún no estaban."""
    dados = list(nodos)
    padres = {p for n in dados for p in prefijos(n.id)}
    puestos: dict[str, Nodo] = {}
    propios = {n.id: n for n in dados}
    for nodo in dados:
        for id in (*prefijos(nodo.id), nodo.id):
            if id not in puestos:
                base = propios.get(id) or nodo_de(id)
                puestos[id] = replace(base, tipo=TipoDeNodo.SUBGRAFO) if id in padres else base
    return list(puestos.values())


def _sin_cruzar(arista: Arista, ids: set[str]) -> tuple[Arista, list[Arista]]:
    """La arista entre hermanos y las de dentro que hacen falta para no perder por dónde entraba y salía."""
    if arista.destino is None or arista.destino == arista.origen:
        return arista, []
    if arista.destino.startswith(f"{arista.origen}:"):
        return _sin_cruzar(replace(arista, origen=f"{arista.origen}:{INICIO}"), ids)
    if arista.origen.startswith(f"{arista.destino}:"):
        return _sin_cruzar(replace(arista, destino=f"{arista.destino}:{FIN}"), ids)
    origen, destino = _hermanos(arista.origen, arista.destino)
    bordes = [*_salidas(arista.origen, origen, ids), *_entradas(arista.destino, destino, ids)]
    return replace(arista, origen=origen, destino=destino), bordes


def _hermanos(origen: str, destino: str) -> tuple[str, str]:
    """Los antepasados (o ellos mismos) que están en el mismo subgrafo."""
    de, a = origen.split(":"), destino.split(":")
    comun = 0
    while comun < min(len(de), len(a)) - 1 and de[comun] == a[comun]:
        comun += 1
    return ":".join(de[: comun + 1]), ":".join(a[: comun + 1])


def _entradas(dentro: str, fuera: str, ids: set[str]) -> Iterable[Arista]:
    for padre, hijo in _escalones(dentro, fuera):
        principio = f"{padre}:{INICIO}"
        if hijo != principio and principio not in ids:
            yield Arista(origen=principio, destino=hijo, certeza=Certeza.INFERIDA)


def _salidas(dentro: str, fuera: str, ids: set[str]) -> Iterable[Arista]:
    for padre, hijo in _escalones(dentro, fuera):
        final = f"{padre}:{FIN}"
        if hijo != final and final not in ids:
            yield Arista(origen=hijo, destino=final, certeza=Certeza.INFERIDA)


def _escalones(dentro: str, fuera: str) -> list[tuple[str, str]]:
    """De `fuera` a `dentro`, cada subgrafo con su hijo: `a`, `a:b:c` → (`a`, `a:b`), (`a:b`, `a:b:c`)."""
    pasos = [*prefijos(dentro), dentro]
    pasos = pasos[pasos.index(fuera) :]
    return list(pairwise(pasos))
