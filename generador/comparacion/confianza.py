"""Cuánto se puede creer de un grafo real: qué salidas puede callar y qué aristas puede inventar.

El JSON de `get_graph()` miente de formas conocidas: si una ruta o un `Command` no declara destinos, borra las
salidas de ese nodo (y las fijas de los nodos a los que llegaba) y pone en su lugar una a `__end__`; LangGraph 0.2
hacía lo contrario y las dibujaba a todos los nodos. Lo que de verdad no se sabe no puede dar un `falta` ni un `sobra`.

Queda una forma que ese JSON no delata: un nodo con aristas fijas que además decide con una ruta sin declarar hacia
nodos a los que se llega por otro camino. Ahí solo las trazas, o nuestra exportación, lo saben.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generador.comparacion import motivos
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Formato, Grafo
from generador.modelo.mensaje import Mensaje

_DE_LA_SERIE_0_2 = re.compile(r"0\.[012]\.")
_DE_LA_SERIE_0_3 = re.compile(r"0\.3\.")


class Confianza(Struct, frozen=True):
    """Lo dudoso de un grafo. `calla` va de nodo a por qué puede tener salidas que el grafo no enumera."""

    grafo: Grafo
    calla: Mapping[str, Mensaje]
    inventa: Mapping[tuple[str, str | None], Mensaje]
    finales_perdidos: bool

    def puede_faltar(self, origen: str, destino: str | None) -> Mensaje | None:
        """Por qué una arista que no está en el grafo podría existir; `None` si de verdad no existe."""
        motivo = self.calla.get(origen)
        if motivo is None and self.finales_perdidos and destino is not None and _nombre(destino) == FIN:
            return motivos.FINALES_PERDIDOS
        return motivo

    def puede_sobrar(self, arista: Arista) -> Mensaje | None:
        """Por qué una arista del grafo podría no existir; `None` si de verdad existe."""
        return motivos.INFERIDA if arista.certeza is Certeza.INFERIDA else self.inventa.get(arista.par)


def confianza_en(grafo: Grafo) -> Confianza:
    """Qué callar y qué inventar puede este grafo, según de dónde salió."""
    calla = {a.origen: motivos.RUTA_SIN_DESTINOS for a in grafo.aristas if a.destino is None}
    if grafo.formato is not Formato.LANGGRAPH:
        return Confianza(grafo, calla, {}, finales_perdidos=False)
    inventa: dict[tuple[str, str | None], Mensaje] = {}
    for nivel in niveles(grafo):
        for origen, motivo, dudosas in _dudas_del_nivel(nivel, grafo.version_langgraph):
            calla.setdefault(origen, motivo)
            inventa |= {a.par: motivo for a in dudosas}
    version = grafo.version_langgraph or ""
    if _DE_LA_SERIE_0_3.match(version):
        inventa |= {
            a.par: motivos.FINALES_DE_MAS for a in grafo.aristas if a.condicional and _nombre(a.destino or "") == FIN
        }
    perdidos = not version or _DE_LA_SERIE_0_3.match(version) is not None
    return Confianza(grafo, calla, inventa, finales_perdidos=perdidos)


class Nivel(Struct, frozen=True):
    """Los nodos de un mismo grafo (el raíz o un subgrafo) y las aristas entre ellos."""

    ambito: str
    nodos: tuple[str, ...]
    aristas: tuple[Arista, ...]

    @property
    def inicio(self) -> str:
        return en_ambito(self.ambito, INICIO)

    @property
    def fin(self) -> str:
        return en_ambito(self.ambito, FIN)

    @property
    def corrientes(self) -> tuple[str, ...]:
        return tuple(n for n in self.nodos if n not in (self.inicio, self.fin))


def niveles(grafo: Grafo) -> tuple[Nivel, ...]:
    """Un `Nivel` por cada grafo que hay dentro, en orden de aparición."""
    nodos: dict[str, list[str]] = {}
    aristas: dict[str, list[Arista]] = {}
    for n in grafo.nodos:
        nodos.setdefault(ambito_de(n.id), []).append(n.id)
    for a in grafo.aristas:
        aristas.setdefault(ambito_de(a.origen), []).append(a)
    return tuple(Nivel(k, tuple(v), tuple(aristas.get(k, ()))) for k, v in nodos.items())


def _dudas_del_nivel(nivel: Nivel, version: str | None) -> Iterator[tuple[str, Mensaje, tuple[Arista, ...]]]:
    """Cada nodo del que no hay que fiarse: por qué, y cuáles de sus aristas pueden ser inventadas."""
    salidas: dict[str, list[Arista]] = {}
    for a in nivel.aristas:
        salidas.setdefault(a.origen, []).append(a)
    hay_huerfanos = not set(nivel.corrientes) <= _alcanzables(nivel.inicio, salidas)
    for origen in (nivel.inicio, *nivel.corrientes):
        suyas = tuple(salidas.get(origen, ()))
        if not suyas:
            yield origen, motivos.RUTA_SIN_DESTINOS if origen == nivel.inicio else motivos.AISLADO, ()
        elif _solo_al_final(suyas, nivel) and (origen == nivel.inicio or not suyas[0].condicional):
            yield origen, motivos.SOLO_AL_FINAL, suyas
        elif _va_a_todos(origen, suyas, nivel, version):
            yield origen, motivos.A_TODOS, tuple(a for a in suyas if a.condicional)
        elif hay_huerfanos:
            yield origen, motivos.HAY_HUERFANOS, ()


def _solo_al_final(salidas: tuple[Arista, ...], nivel: Nivel) -> bool:
    return len(salidas) == 1 and salidas[0].destino == nivel.fin


def _va_a_todos(origen: str, salidas: Iterable[Arista], nivel: Nivel, version: str | None) -> bool:
    """Si tiene una condicional sin etiqueta a cada uno de los demás nodos y al final, y no a sí mismo.

    Sin saber la versión, con un solo nodo más no se puede distinguir de una ruta corriente: se cree.
    """
    if version is not None and not _DE_LA_SERIE_0_2.match(version):
        return False
    sin_etiqueta = {a.destino for a in salidas if a.condicional and not a.etiquetas}
    otros = {n for n in nivel.corrientes if n != origen} | {nivel.fin}
    return sin_etiqueta == otros and (version is not None or len(otros) > 2)


def _alcanzables(inicio: str, salidas: Mapping[str, list[Arista]]) -> set[str]:
    vistos, pendientes = {inicio}, [inicio]
    while pendientes:
        nuevos = {a.destino for a in salidas.get(pendientes.pop(), ()) if a.destino is not None} - vistos
        vistos |= nuevos
        pendientes += sorted(nuevos)
    return vistos


def ambito_de(id: str) -> str:
    """El id del subgrafo que contiene a un nodo; vacío en el primer nivel."""
    return id.rpartition(":")[0]


def en_ambito(ambito: str, nombre: str) -> str:
    """El id de un nodo dentro de un ámbito."""
    return f"{ambito}:{nombre}" if ambito else nombre


def _nombre(id: str) -> str:
    return id.rpartition(":")[2]
