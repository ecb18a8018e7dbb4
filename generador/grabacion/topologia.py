"""El grafo de verdad de un agente compilado, leído de `compiled.builder`.

`get_graph().to_json()` inventa aristas a `__end__` cuando una ruta no está declarada, pierde etiquetas y joins y
parte los subgrafos. Aquí cada arista dice cuánto se sabe de ella: lo inferido nunca se da por declarado.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator, Mapping
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from generador.grabacion import canales, inferir
from generador.modelo import nuestros
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Formato, Grafo, Nodo, TipoDeArista, TipoDeNodo
from generador.modelo.mensaje import Mensaje

_ERROR = "error"


def grafo_de(compilado: CompiledStateGraph[Any]) -> Grafo:
    """El grafo entero, con los subgrafos como `padre:hijo`."""
    lector = _Lector()
    lector.incluir(compilado, "")
    existen = {None, *(n.id for n in lector.nodos)}
    aristas = _sin_finales_supuestos(lector.aristas)
    perdidas = [a for a in aristas if a.destino not in existen]
    return Grafo(
        nodos=tuple(lector.nodos),
        aristas=tuple(a for a in aristas if a.destino in existen),
        formato=Formato.VITRINA,
        version_langgraph=importlib.metadata.version("langgraph"),
        canales=canales.reductores(compilado),
        lee=lector.lee,
        escribe=lector.escribe,
        avisos=(*lector.avisos, *(nuestros.destino_inexistente(a.origen, a.destino) for a in perdidas)),
    )


class _Lector:
    """Va acumulando nodos y aristas mientras baja por los subgrafos."""

    def __init__(self) -> None:
        self.nodos: list[Nodo] = []
        self.aristas: list[Arista] = []
        self.lee: dict[str, tuple[str, ...]] = {}
        self.escribe: dict[str, tuple[str, ...]] = {}
        self.avisos: list[Mensaje] = []

    def incluir(self, compilado: CompiledStateGraph[Any], prefijo: str) -> None:
        interiores = dict(compilado.get_subgraphs())
        self.aristas.extend(_aristas(compilado, prefijo, interiores))
        self.nodos.append(Nodo(id=prefijo + INICIO, nombre=INICIO, tipo=TipoDeNodo.INICIO))
        for nombre, spec in compilado.builder.nodes.items():
            self.nodos.append(_nodo(compilado, prefijo, nombre, spec, nombre in interiores))
            self._claves(compilado, prefijo + nombre, spec)
            if nombre in interiores:
                self._interior(interiores[nombre], prefijo + nombre)
        self.nodos.append(Nodo(id=prefijo + FIN, nombre=FIN, tipo=TipoDeNodo.FIN))

    def _interior(self, interior: Any, id_: str) -> None:
        if isinstance(interior, CompiledStateGraph):
            self.incluir(interior, f"{id_}:")
        else:
            self.avisos.append(nuestros.interior_opaco(id_))

    def _claves(self, compilado: CompiledStateGraph[Any], id_: str, spec: Any) -> None:
        if lee := canales.que_lee(compilado.builder, spec):
            self.lee[id_] = lee
        if escribe := canales.que_escribe(compilado.builder, spec):
            self.escribe[id_] = escribe


def _nodo(compilado: CompiledStateGraph[Any], prefijo: str, nombre: str, spec: Any, contiene: bool) -> Nodo:
    herramientas = tuple(getattr(spec.runnable, "tools_by_name", ()) or ())
    tipo = TipoDeNodo.HERRAMIENTAS if herramientas else TipoDeNodo.SUBGRAFO if contiene else TipoDeNodo.NODO
    return Nodo(
        id=prefijo + nombre,
        nombre=nombre,
        tipo=tipo,
        pausa=_pausa(compilado, nombre),
        diferido=bool(spec.defer),
        herramientas=herramientas,
        reintentos=bool(spec.retry_policy),
        cache=spec.cache_policy is not None,
    )


def _pausa(compilado: CompiledStateGraph[Any], nombre: str) -> tuple[str, ...]:
    momentos = {"antes": compilado.interrupt_before_nodes, "despues": compilado.interrupt_after_nodes}
    return tuple(m for m, nodos in momentos.items() if nodos == "*" or nombre in nodos)


def _aristas(compilado: CompiledStateGraph[Any], prefijo: str, interiores: Mapping[str, Any]) -> Iterator[Arista]:
    """Las aristas de un nivel, agrupadas por origen en el orden en que se declararon los nodos."""
    b = compilado.builder
    orden = {n: i for i, n in enumerate([INICIO, *b.nodes, FIN])}
    fijas = sorted(b.edges, key=lambda a: (orden[a[0]], orden[a[1]]))
    uniones = sorted(b.waiting_edges, key=lambda u: ([orden[n] for n in u[0]], orden[u[1]]))
    for origen in orden:
        salen = [Arista(origen=prefijo + o, destino=prefijo + d) for o, d in fijas if o == origen]
        for i, (origenes, destino) in enumerate(uniones):
            if origen in origenes:
                salen.append(_union(prefijo, origen, destino, i))
        for nombre, rama in b.branches.get(origen, {}).items():
            salen.extend(_de_rama(prefijo, origen, nombre, rama))
        if origen in b.nodes:
            salen.extend(_de_nodo(prefijo, origen, b.nodes[origen], origen in interiores))
        yield from salen or _final_implicito(prefijo, origen)


def _final_implicito(prefijo: str, origen: str) -> list[Arista]:
    """Un nodo del que no sale nada termina. Nadie lo escribió: se infiere, y un contrato puede callarlo."""
    if origen in (INICIO, FIN):
        return []
    return [Arista(origen=prefijo + origen, destino=prefijo + FIN, certeza=Certeza.INFERIDA)]


def _sin_finales_supuestos(aristas: list[Arista]) -> list[Arista]:
    """Sin el final implícito de un nodo de cuyo subgrafo se salta fuera: de él sí sale algo, aunque lo escriba otro."""
    saltan = {s for a in aristas if a.destino and (s := _ambito(a.origen)) and _ambito(a.destino) != s}
    return [a for a in aristas if not (_es_final_implicito(a) and a.origen in saltan)]


def _es_final_implicito(a: Arista) -> bool:
    final = a.destino is not None and a.destino.rpartition(":")[2] == FIN
    return final and a.tipo is TipoDeArista.FIJA and a.certeza is Certeza.INFERIDA


def _ambito(id_: str) -> str:
    return id_.rpartition(":")[0]


def _union(prefijo: str, origen: str, destino: str, i: int) -> Arista:
    grupo = f"{prefijo}{destino}#{i + 1}"
    return Arista(origen=prefijo + origen, destino=prefijo + destino, tipo=TipoDeArista.UNION, grupo=grupo)


def _de_rama(prefijo: str, origen: str, nombre: str, rama: Any) -> list[Arista]:
    comun: dict[str, Any] = {"origen": prefijo + origen, "grupo": f"{prefijo}{origen}:{nombre}", "funcion": nombre}
    leido = inferir.de_ruta(rama.path)
    envios = {s.destino for s in leido.salidas if s.envio}
    if rama.ends is not None:
        return [
            Arista(destino=prefijo + d, tipo=_tipo_de_rama(d in envios), etiquetas=_etiquetas(d, rama.ends), **comun)
            for d in dict.fromkeys(rama.ends.values())
        ]
    aristas = [
        Arista(destino=prefijo + s.destino, tipo=_tipo_de_rama(s.envio), certeza=Certeza.INFERIDA, **comun)
        for s in leido.salidas
    ]
    if not leido.completo or not aristas:
        aristas.append(Arista(destino=None, tipo=TipoDeArista.CONDICIONAL, certeza=Certeza.DESCONOCIDA, **comun))
    return aristas


def _tipo_de_rama(es_envio: bool) -> TipoDeArista:
    return TipoDeArista.ENVIO if es_envio else TipoDeArista.CONDICIONAL


def _etiquetas(destino: str, ends: Mapping[Any, str]) -> tuple[str, ...]:
    """Las claves que llevan a `destino`. Una clave igual al destino no es una etiqueta."""
    claves = tuple(str(k) for k, d in ends.items() if d == destino)
    return () if claves == (destino,) else claves


def _de_nodo(prefijo: str, nombre: str, spec: Any, contiene: bool) -> list[Arista]:
    """Los saltos con `Command`: los declarados, los leídos del código y el de su manejador de errores."""
    comun: dict[str, Any] = {"origen": prefijo + nombre, "tipo": TipoDeArista.COMANDO}
    aristas = [
        Arista(destino=prefijo + d, etiquetas=(e,) if e and e != d else (), **comun)
        for d, e in _declarados(spec.ends).items()
    ]
    leido = inferir.NADA if contiene and not callable(spec.runnable) else inferir.de_nodo(spec.runnable)
    for salida in leido.salidas:
        if salida.al_padre and prefijo:
            aristas.append(Arista(destino=_padre(prefijo) + salida.destino, certeza=Certeza.INFERIDA, **comun))
        elif not salida.al_padre and not spec.ends:
            tipo = TipoDeArista.ENVIO if salida.envio else TipoDeArista.COMANDO
            destino = prefijo + salida.destino
            aristas.append(Arista(**{**comun, "tipo": tipo}, destino=destino, certeza=Certeza.INFERIDA))
    if not leido.completo and not spec.ends:
        aristas.append(Arista(destino=None, certeza=Certeza.DESCONOCIDA, **comun))
    if spec.error_handler_node:
        manejador = {"destino": prefijo + spec.error_handler_node, "etiquetas": (_ERROR,)}
        aristas.append(Arista(**{**comun, "tipo": TipoDeArista.CONDICIONAL}, **manejador))
    return aristas


def _declarados(ends: Any) -> dict[str, str | None]:
    return dict(ends) if isinstance(ends, Mapping) else dict.fromkeys(ends or ())


def _padre(prefijo: str) -> str:
    """`a:b:` → `a:`; `a:` → nada."""
    return prefijo[:-1].rpartition(":")[0] + ":" if prefijo.count(":") > 1 else ""
