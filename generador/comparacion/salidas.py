"""Por dónde se sale de cada nodo de un grafo: el índice con que se sigue una traza."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from generador.comparacion import motivos
from generador.comparacion.confianza import Confianza, ambito_de, confianza_en, en_ambito
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Formato, Grafo, TipoDeArista
from generador.modelo.traza import Tarea


class Union(Struct, frozen=True):
    """Un join: `destino` corre cuando han corrido todos los `origenes`."""

    grupo: str
    origenes: frozenset[str]
    destino: str


class Salidas(Struct, frozen=True):
    """Las salidas de un grafo. `uniones` va de origen a los joins en que participa.

    `obligadas` son los destinos de aristas fijas que corren siempre que corre su origen; las demás fijas pueden ser
    parte de un join que el formato no distingue.
    """

    fijas: Mapping[str, tuple[str, ...]]
    obligadas: frozenset[tuple[str, str]]
    decididas: Mapping[str, tuple[Arista, ...]]
    uniones: Mapping[str, tuple[Union, ...]]
    diferidos: frozenset[str]
    nodos: frozenset[str]
    ambitos: frozenset[str]
    confianza: Confianza

    def puede_llevar(self, tarea: Tarea, destino: str, rutas_completas: bool) -> bool:
        """Si la tarea pudo decidir ir a `destino` por una ruta o un `Command` que la traza no vio."""
        if destino not in self.nodos:
            return False
        vistas = {r.funcion for r in tarea.rutas}
        dijo_algo = bool(vistas or tarea.saltos or tarea.envios)
        for a in self.decididas.get(tarea.nodo, ()):
            vista = rutas_completas if a.tipo is TipoDeArista.COMANDO else a.funcion in vistas
            if a.destino in (destino, None) and not vista and (a.funcion is not None or not dijo_algo):
                return True
        if self.confianza.grafo.formato is not Formato.LANGGRAPH or tarea.nodo not in self.confianza.calla:
            return False
        perdio_las_fijas = self.confianza.calla[tarea.nodo] is motivos.AISLADO
        return perdio_las_fijas or not (rutas_completas and dijo_algo)

    def puede_tapar(self, origen: str, destino: str) -> bool:
        """Si una fija puede esconder una ruta con `Send`: `to_json()` solo da una arista de un nodo a otro."""
        return self.confianza.grafo.formato is Formato.LANGGRAPH and destino in self.fijas.get(origen, ())

    def puede_acabar(self, nodo: str) -> bool:
        """Si desde un nodo que no siguió a ninguno se acaba: porque lo declara, o porque el grafo calla sus salidas."""
        fin = fin_de(ambito_de(nodo))
        return nodo in self.confianza.calla or any(a.destino == fin for a in self.decididas.get(nodo, ()))

    def destino_de(self, origen: str, dicho: str, funcion: str) -> str:
        """El nodo al que lleva lo que dijo una ruta: un id, o una clave de su `path_map`."""
        if dicho in self.nodos:
            return dicho
        clave = _clave(dicho.rpartition(":")[2])
        for a in self.decididas.get(origen, ()):
            if a.destino is not None and a.funcion in (funcion, None) and clave in map(_clave, a.etiquetas):
                return a.destino
        return dicho


def salidas_de(grafo: Grafo) -> Salidas:
    """El índice de salidas de un grafo.

    En un diagrama, dos flechas corrientes desde un nodo pueden ser una decisión sin dibujar: no obligan.
    """
    dibujado = grafo.formato in (Formato.MERMAID, Formato.PLAN)
    ramas = Counter(a.origen for a in grafo.aristas)
    fijas: dict[str, list[str]] = {}
    decididas: dict[str, list[Arista]] = {}
    entrantes: dict[str, int] = {}
    for a in grafo.aristas:
        ambigua = dibujado and ramas[a.origen] > 1
        if a.condicional or ambigua or a.certeza is Certeza.INFERIDA or a.destino is None:
            decididas.setdefault(a.origen, []).append(a)
        elif a.tipo is TipoDeArista.FIJA:
            fijas.setdefault(a.origen, []).append(a.destino)
            entrantes[a.destino] = entrantes.get(a.destino, 0) + 1
    distingue_joins = grafo.formato is Formato.VITRINA
    obligadas = {(o, d) for o, ds in fijas.items() for d in ds if distingue_joins or entrantes[d] == 1}
    ids = frozenset(n.id for n in grafo.nodos)
    return Salidas(
        fijas={k: tuple(v) for k, v in fijas.items()},
        obligadas=frozenset(obligadas),
        decididas={k: tuple(v) for k, v in decididas.items()},
        uniones=_uniones(grafo),
        diferidos=frozenset(n.id for n in grafo.nodos if n.diferido),
        nodos=ids,
        ambitos=frozenset(ambito_de(n) for n in ids) | {""},
        confianza=confianza_en(grafo),
    )


def _uniones(grafo: Grafo) -> Mapping[str, tuple[Union, ...]]:
    grupos: dict[tuple[str, str], set[str]] = {}
    for a in grafo.aristas:
        if a.tipo is TipoDeArista.UNION and a.destino is not None:
            grupos.setdefault((a.grupo or a.destino, a.destino), set()).add(a.origen)
    por_origen: dict[str, list[Union]] = {}
    for (grupo, destino), origenes in grupos.items():
        for o in sorted(origenes):
            por_origen.setdefault(o, []).append(Union(grupo, frozenset(origenes), destino))
    return {k: tuple(v) for k, v in por_origen.items()}


def inicio_de(ambito: str) -> str:
    """El id del principio de un ámbito."""
    return en_ambito(ambito, INICIO)


def fin_de(ambito: str) -> str:
    """El id del final de un ámbito."""
    return en_ambito(ambito, FIN)


def _clave(texto: str) -> str:
    """Una clave de `path_map` comparable: `True`, `true` y `TRUE` son la misma."""
    return texto.lower() if texto.lower() in ("true", "false", "none", "null") else texto
