"""Los lados de una comparación, ya casados por id, y las preguntas que todos los veredictos se hacen sobre ellos."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from generador.comparacion.confianza import Confianza, ambito_de, en_ambito
from generador.comparacion.observado import Observado
from generador.comparacion.prometidos import Promesas
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Formato, Grafo, Nodo, TipoDeArista

Par = tuple[str, str | None]
_MANEJADOR = "__error_handler__"


class Lado(Struct, frozen=True):
    """Un grafo con sus índices: nodos por id, aristas por extremos y aristas por origen. Sin grafo, vacío."""

    hay: bool
    nodos: Mapping[str, Nodo]
    aristas: Mapping[Par, tuple[Arista, ...]]
    salidas: Mapping[str, tuple[Arista, ...]]
    formato: Formato | None = None

    def salen(self, origen: str) -> tuple[Arista, ...]:
        """Las aristas que salen de un nodo."""
        return self.salidas.get(origen, ())


def lado_de(grafo: Grafo | None) -> Lado:
    """El índice de un grafo."""
    if grafo is None:
        return Lado(False, {}, {}, {})
    pares: dict[Par, list[Arista]] = {}
    salidas: dict[str, list[Arista]] = {}
    for a in grafo.aristas:
        pares.setdefault(a.par, []).append(a)
        salidas.setdefault(a.origen, []).append(a)
    return Lado(
        hay=True,
        nodos={n.id: n for n in grafo.nodos},
        aristas={k: tuple(v) for k, v in pares.items()},
        salidas={k: tuple(v) for k, v in salidas.items()},
        formato=grafo.formato,
    )


class Lados(Struct, frozen=True, kw_only=True):
    """Contrato, real y spike con los mismos ids, lo observado y lo prometido."""

    contrato: Lado
    real: Lado
    spike: Lado
    confianza: Confianza | None
    observado: Observado
    promesas: Promesas
    renombrados: Mapping[str, str]

    def juzga(self, ambito: str) -> bool:
        """Si el contrato describe ese ámbito; si no, lo que haya dentro no puede sobrar.

        Nombrar un nodo de dentro sin dibujar ninguna arista es contar parte del detalle, no prometer que no hay más.
        Las flechas que cruzan el borde solo bastan si además nombra a todos los nodos.
        """
        if not self.contrato.hay or not ambito:
            return self.contrato.hay
        suyas = [a for o, aristas in self.contrato.salidas.items() if ambito_de(o) == ambito for a in aristas]
        if any(a.certeza is not Certeza.INFERIDA for a in suyas):
            return True
        dentro = {n for n in self.real.nodos if ambito_de(n) == ambito and not es_borde(n)}
        return bool(suyas) and dentro <= self.contrato.nodos.keys()

    def dibuja_bordes(self, ambito: str) -> bool:
        """Si el contrato dibuja el principio o el final de ese ámbito."""
        return any(en_ambito(ambito, borde) in self.contrato.nodos for borde in (INICIO, FIN))

    def sin_interior(self, id: str) -> bool:
        """Si el nodo estaría dentro de uno que el grafo real enseña sin nada dentro."""
        return any(a in self.real.nodos and not self._tiene_interior(a) for a in _antepasados(id))

    def _tiene_interior(self, id: str) -> bool:
        return any(ambito_de(n) == id for n in self.real.nodos)


def es_borde(id: str | None) -> bool:
    """Si es el principio o el final de un ámbito."""
    return id is not None and id.rpartition(":")[2] in (INICIO, FIN)


def es_final(id: str | None) -> bool:
    """Si es el final de un ámbito."""
    return id is not None and id.rpartition(":")[2] == FIN


def es_manejador(id: str | None) -> bool:
    """Si es el nodo que LangGraph crea para el `error_handler` de otro."""
    return id is not None and id.rpartition(":")[2].startswith(_MANEJADOR)


def es_final_implicito(arista: Arista) -> bool:
    """Si nadie la escribió: de un nodo sin salidas se acaba."""
    fija = arista.tipo is TipoDeArista.FIJA
    return fija and es_final(arista.destino) and arista.certeza is Certeza.INFERIDA


def _antepasados(id: str) -> Iterable[str]:
    partes = id.split(":")
    return (":".join(partes[:i]) for i in range(1, len(partes)))
