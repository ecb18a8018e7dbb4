"""El grafo que unas trazas prueban: por qué nodos se pasó y por dónde. Lo que ninguna recorrió no está."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from generador.comparacion.observado import Observado, Observador
from generador.comparacion.recorrido import recorrer
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Formato, Grafo, Nodo, TipoDeArista, TipoDeNodo
from generador.modelo.traza import Traza


def grafo_observado(trazas: Sequence[Traza]) -> Grafo:
    """Nodos y aristas vistos, con certeza `observada`. Una arista que pudo ser de varios nodos no se pone."""
    nodos = list(dict.fromkeys(_de_las_trazas(trazas)))
    sabidas = [_sin_claves(t, {*nodos, *(b for n in ("", *_contenedores(nodos)) for b in _bordes(n))}) for t in trazas]
    observador = Observador()
    for traza in sabidas:
        observador.sumar(traza, recorrer(traza, None))
    visto = observador.observado()
    nodos = list(dict.fromkeys([*nodos, *_contenedores(visto.nodos)]))
    conocidos = {*nodos, *(b for n in ("", *_contenedores(nodos)) for b in _bordes(n))}
    aristas = [a for a in sorted(visto.aristas) if set(a) <= conocidos]
    extremos = {e for a in aristas for e in a}
    bordes = [b for b in sorted(conocidos - set(nodos)) if b in extremos]
    return Grafo(
        nodos=tuple(_nodo(n, nodos) for n in [*nodos, *bordes]),
        aristas=tuple(_arista(o, d, visto) for o, d in aristas),
        formato=Formato.VITRINA,
    )


def _sin_claves(traza: Traza, nodos: set[str]) -> Traza:
    """La traza sin las rutas que responden con una clave de su `path_map`: sin el grafo no se sabe a qué nodo lleva."""
    pasos = tuple(
        replace(
            p, tareas=tuple(replace(t, rutas=tuple(r for r in t.rutas if nodos >= {*r.destinos})) for t in p.tareas)
        )
        for p in traza.pasos
    )
    return replace(traza, pasos=pasos)


def _de_las_trazas(trazas: Sequence[Traza]) -> Iterable[str]:
    return (t.nodo for traza in trazas for p in traza.pasos for t in p.tareas if t.clase != "call")


def _contenedores(nodos: Iterable[str]) -> list[str]:
    """Los subgrafos de unos nodos."""
    return sorted({":".join(partes[:i]) for n in nodos for partes in [n.split(":")] for i in range(1, len(partes))})


def _bordes(ambito: str) -> tuple[str, str]:
    prefijo = f"{ambito}:" if ambito else ""
    return f"{prefijo}{INICIO}", f"{prefijo}{FIN}"


def _nodo(id: str, todos: Sequence[str]) -> Nodo:
    nombre = id.rpartition(":")[2]
    tipos = {INICIO: TipoDeNodo.INICIO, FIN: TipoDeNodo.FIN}
    es_subgrafo = any(n.startswith(f"{id}:") for n in todos)
    return Nodo(id=id, nombre=nombre, tipo=tipos.get(nombre, TipoDeNodo.SUBGRAFO if es_subgrafo else TipoDeNodo.NODO))


def _arista(origen: str, destino: str, visto: Observado) -> Arista:
    """Condicional si alguna vez se salió de ese nodo por otro lado; si se fue siempre a los mismos, no se sabe."""
    salidas = [visto.aristas[origen, d].visitas for d in visto.salidas_de(origen)]
    visitas = visto.nodos[origen].visitas if origen in visto.nodos else max(salidas)
    siempre = len(salidas) == 1 or all(n == visitas for n in salidas)
    tipo = TipoDeArista.FIJA if siempre else TipoDeArista.CONDICIONAL
    return Arista(origen=origen, destino=destino, tipo=tipo, certeza=Certeza.OBSERVADA)
