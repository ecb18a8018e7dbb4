"""Una traza → los fotogramas que encienden el grafo, uno por paso.

La regla que la hace creíble: en el paso k lo encendido son exactamente las tareas del paso k, las paralelas
juntas, ni una más. Las aristas salen de las causas que probó la conformidad; sin causa no se enciende ninguna,
porque una arista supuesta sería una mentira dibujada.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from generador.modelo.grafo import FIN, INICIO
from generador.modelo.hallazgo import Causa, Conformidad
from generador.modelo.traza import Fin, Paso, Tarea, Traza


class Vuelta(Struct, frozen=True, kw_only=True):
    """Qué visita a un nodo es esta, de cuántas en todo el caso: `2/3`."""

    nodo: str
    visita: int
    total: int


class Fotograma(Struct, frozen=True, kw_only=True):
    """El grafo en un paso. El 0 es antes del primero: nada encendido y todo pendiente.

    `aristas` son las recorridas para llegar a este paso, como pares de ids; las que no se sabe si se recorrieron
    van en `dudosas`. `hechos` corrió antes y ahora no; `pendientes` no ha corrido aún. En el último, si el caso
    llegó al final, `hechos` incluye `__end__` y `salida` son las aristas que llevan a él. `extremos` son el inicio y
    el fin de subgrafo por los que se pasó en este paso: no son tareas, así que quedan hechos sin encenderse.
    """

    paso: int
    nodos: tuple[str, ...]
    aristas: tuple[tuple[str, str], ...] = ()
    dudosas: tuple[tuple[str, str], ...] = ()
    vueltas: tuple[Vuelta, ...] = ()
    hechos: tuple[str, ...] = ()
    pendientes: tuple[str, ...] = ()
    salida: tuple[tuple[str, str], ...] = ()
    extremos: tuple[str, ...] = ()


def fotogramas(
    traza: Traza,
    conformidad: Conformidad | None = None,
    nodos: Iterable[str] = (),
    a_fin: Iterable[str] = (),
    *,
    con_cuentas: bool = True,
) -> tuple[Fotograma, ...]:
    """Los fotogramas 0…N. `nodos` son los ids del grafo dibujado, para saber qué queda pendiente.

    `a_fin` son los nodos con arista fija al final, el suyo: si el último paso acaba en uno, esa arista se recorrió.
    Sin cuentas no llevan `vueltas`, `hechos` ni `pendientes`, que quien va paso a paso lleva por sí mismo y ocupan más
    que lo demás.
    """
    causas = _por_tarea(conformidad.causas if conformidad else ())
    todos = _fotogramas(traza, causas, tuple(nodos), frozenset(a_fin))
    return tuple(todos) if con_cuentas else tuple(_sin_cuentas(todos))


def _sin_cuentas(todos: Iterable[Fotograma]) -> Iterator[Fotograma]:
    """Lo que se repite de un fotograma a otro se comparte."""
    vistos: dict[Any, Any] = {}
    for f in todos:
        nodos, aristas, dudosas, extremos = (
            vistos.setdefault(x, x) for x in (f.nodos, f.aristas, f.dudosas, f.extremos)
        )
        yield Fotograma(paso=f.paso, nodos=nodos, aristas=aristas, dudosas=dudosas, extremos=extremos, salida=f.salida)


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
    traza: Traza, causas: Callable[[str], tuple[Causa, ...]], nodos: tuple[str, ...], a_fin: frozenset[str]
) -> Iterator[Fotograma]:
    totales, interiores = _de_antemano(traza.pasos)
    corridos: Counter[str] = Counter()
    pendientes = dict.fromkeys((*nodos, *totales))
    yield Fotograma(paso=0, nodos=(), pendientes=tuple(pendientes))
    hechos: dict[str, None] = {INICIO: None} if INICIO in nodos else {}
    pendientes.pop(INICIO, None)
    dibujados = frozenset(nodos)
    for paso in traza.pasos:
        ahora = nodos_del_paso(paso)
        corridos.update(ahora)
        for nodo in ahora:
            pendientes.pop(nodo, None)
        acaba = paso.n == len(traza.pasos) and traza.fin is Fin.BIEN
        if acaba and FIN in pendientes:
            del pendientes[FIN]
            hechos[FIN] = None
        llegan = [c for t in paso.tareas for c in causas(t.id)]
        dentro = [p for t in paso.tareas if t.fin is Fin.BIEN and (p := interiores.get((paso.n, t.nodo)))]
        extremos = [e for e in (f"{paso.ambito}:{INICIO}", *(f"{p.ambito}:{FIN}" for p in dentro)) if e in dibujados]
        for extremo in extremos:
            pendientes.pop(extremo, None)
        yield Fotograma(
            paso=paso.n,
            nodos=ahora,
            aristas=(*_pares(c for c in llegan if c.cierta), *(a for p in dentro for a in _salidas(p, a_fin))),
            dudosas=_pares(c for c in llegan if not c.cierta),
            vueltas=tuple(Vuelta(nodo=n, visita=corridos[n], total=totales[n]) for n in ahora if totales[n] > 1),
            hechos=tuple(n for n in hechos if n not in ahora),
            pendientes=tuple(pendientes),
            salida=_salidas(paso, a_fin) if acaba else (),
            extremos=tuple(dict.fromkeys(extremos)),
        )
        hechos.update(dict.fromkeys((*ahora, *extremos)))


def _de_antemano(pasos: Iterable[Paso]) -> tuple[Counter[str], Mapping[tuple[int, str], Paso]]:
    """En cuántos pasos corre cada nodo, y (paso, nodo) que ejecutó un subgrafo → el último paso de dentro."""
    veces: Counter[str] = Counter()
    interiores: dict[tuple[int, str], Paso] = {}
    for p in pasos:
        veces.update(nodos_del_paso(p))
        if p.padre is not None:
            interiores[p.padre, p.ambito] = p
    return veces, interiores


def _salidas(paso: Paso, a_fin: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Las aristas con que el último paso de su ámbito se fue al final: fijas, por ruta o por `Command`."""
    fin = f"{paso.ambito}:{FIN}" if paso.ambito else FIN
    return tuple((t.nodo, fin) for t in paso.tareas if _sale(t, fin, a_fin))


def _sale(tarea: Tarea, fin: str, a_fin: frozenset[str]) -> bool:
    return tarea.nodo in a_fin or fin in tarea.saltos or any(fin in r.destinos for r in tarea.rutas)


def _pares(causas: Iterable[Causa]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((c.origen, c.destino) for c in causas))
