"""Una traza → los fotogramas que encienden el grafo, uno por paso.

La regla que la hace creíble: en el paso k lo encendido son exactamente las tareas del paso k, las paralelas
juntas, ni una más. Las aristas salen de las causas que probó la conformidad; sin causa no se enciende ninguna,
porque una arista supuesta sería una mentira dibujada.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from generador.modelo.grafo import FIN, INICIO
from generador.modelo.hallazgo import Causa, Conformidad
from generador.modelo.traza import Fin, Paso, Tarea, Traza


class Fotograma(Struct, frozen=True, kw_only=True):
    """El grafo en un paso. El 0 es antes del primero: nada encendido.

    `aristas` son las recorridas para llegar a este paso, como pares de ids; las que no se sabe si se recorrieron
    van en `dudosas`. `extremos` son el inicio y el fin de subgrafo por los que se pasó en él: no son tareas, así que
    quedan hechos sin encenderse. `salida` son las aristas que llevan al final, en el último y si el caso llegó.
    """

    paso: int
    nodos: tuple[str, ...]
    aristas: tuple[tuple[str, str], ...] = ()
    dudosas: tuple[tuple[str, str], ...] = ()
    extremos: tuple[str, ...] = ()
    salida: tuple[tuple[str, str], ...] = ()


class _Finales(Struct, frozen=True):
    """Qué nodos llevan al final de su ámbito: `siempre`, o `si_acaso`."""

    siempre: frozenset[str]
    si_acaso: frozenset[str]

    def de(self, paso: Paso) -> tuple[tuple[str, str], ...]:
        """Las aristas con que el último paso de su ámbito se fue al final: fijas, por ruta o por `Command`."""
        fin = f"{paso.ambito}:{FIN}" if paso.ambito else FIN
        return tuple((t.nodo, fin) for t in paso.tareas if self._sale(t, fin))

    def _sale(self, tarea: Tarea, fin: str) -> bool:
        if tarea.nodo in self.siempre or fin in tarea.saltos or any(fin in r.destinos for r in tarea.rutas):
            return True
        callo = not (tarea.saltos or tarea.rutas or tarea.envios)
        return callo and tarea.fin is Fin.BIEN and tarea.nodo in self.si_acaso


def fotogramas(
    traza: Traza,
    conformidad: Conformidad | None = None,
    nodos: Iterable[str] = (),
    a_fin: Iterable[str] = (),
    *,
    si_acaso: Iterable[str] = (),
) -> tuple[Fotograma, ...]:
    """Los fotogramas 0…N. `nodos` son los ids del grafo dibujado: de los demás no se enciende ningún extremo.

    `a_fin` son los nodos con arista fija al final, el suyo: si el último paso acaba en uno, esa arista se recorrió.
    `si_acaso`, los que van a él según decidan: si en el último paso no dijeron otra cosa, es que fueron. Lo ya hecho,
    lo pendiente y las vueltas los cuenta el visor, que va paso a paso.
    """
    causas = _por_tarea(conformidad.causas if conformidad else ())
    return tuple(_fotogramas(traza, causas, frozenset(nodos), _Finales(frozenset(a_fin), frozenset(si_acaso))))


def _por_tarea(causas: Iterable[tuple[str, tuple[Causa, ...]]]) -> Callable[[str], tuple[Causa, ...]]:
    """Las de una tarea, que se piden casi en el orden en que están y una vez: no se tienen todas."""
    resto, vistas = iter(causas), dict[str, tuple[Causa, ...]]()

    def de(tarea: str) -> tuple[Causa, ...]:
        while tarea not in vistas and (par := next(resto, None)):
            vistas[par[0]] = par[1]
        return vistas.pop(tarea, ())

    return de


def nodos_del_paso(paso: Paso) -> tuple[str, ...]:
    """Los nodos de sus tareas, cada uno una vez y en orden. Varios `Send` al mismo nodo lo encienden una vez."""
    return tuple(dict.fromkeys(t.nodo for t in paso.tareas))


def _fotogramas(
    traza: Traza, causas: Callable[[str], tuple[Causa, ...]], dibujados: frozenset[str], finales: _Finales
) -> Iterator[Fotograma]:
    """Lo que se repite de un fotograma a otro es el mismo objeto: en un caso larguísimo es casi todo."""
    vistos: dict[Any, Any] = {}
    interiores, ultimo = _de_antemano(traza.pasos)
    yield Fotograma(paso=0, nodos=())
    for paso in traza.pasos:
        llegan = [c for t in paso.tareas for c in causas(t.id)]
        dentro = _acabados(paso, interiores)
        extremos = (f"{paso.ambito}:{INICIO}", *(f"{p.ambito}:{FIN}" for p in dentro))
        acaba = paso.n == len(traza.pasos) and traza.fin is Fin.BIEN
        nodos = nodos_del_paso(paso)
        aristas = (*_pares(c for c in llegan if c.cierta), *(a for p in dentro for a in finales.de(p)))
        dudosas = _pares(c for c in llegan if not c.cierta)
        pasados = tuple(dict.fromkeys(e for e in extremos if e in dibujados))
        yield Fotograma(
            paso=paso.n,
            nodos=vistos.setdefault(nodos, nodos),
            aristas=vistos.setdefault(aristas, aristas),
            dudosas=vistos.setdefault(dudosas, dudosas),
            extremos=vistos.setdefault(pasados, pasados),
            salida=finales.de(ultimo) if acaba and ultimo else (),
        )


def _de_antemano(pasos: Iterable[Paso]) -> tuple[Mapping[tuple[int, str], Paso], Paso | None]:
    """(paso, nodo) que ejecutó un subgrafo → su último paso de dentro; y el último paso de fuera."""
    interiores: dict[tuple[int, str], Paso] = {}
    ultimo: Paso | None = None
    for p in pasos:
        if p.padre is not None:
            interiores[p.padre, p.ambito] = p
        elif not p.ambito:
            ultimo = p
    return interiores, ultimo


def _acabados(paso: Paso, interiores: Mapping[tuple[int, str], Paso]) -> list[Paso]:
    """De cada subgrafo que este paso ejecutó hasta el final, su último paso. `interiores` va por (paso, nodo).

    El que se va a un nodo de fuera (`Command.PARENT`) no llega a su final, y el que no se sabe cómo acabó tampoco.
    """
    suyos = (interiores.get((paso.n, t.nodo)) for t in paso.tareas if t.fin is Fin.BIEN)
    return [p for p in suyos if p is not None and not _se_va(p)]


def _se_va(paso: Paso) -> bool:
    sin_llegar = (Fin.SALTO_AL_PADRE, Fin.SIN_CERRAR)
    return any(t.fin in sin_llegar or any(s.rpartition(":")[0] != paso.ambito for s in t.saltos) for t in paso.tareas)


def _pares(causas: Iterable[Causa]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((c.origen, c.destino) for c in causas))
