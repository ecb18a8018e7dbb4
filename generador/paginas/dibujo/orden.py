"""Qué va arriba y qué va recto: se rompen los ciclos y se elige la espina antes de llamar a Graphviz.

Si los rompe `dot`, un bucle basta para que el inicio aparezca abajo. Se rompen aquí, con una búsqueda en
profundidad desde el inicio en orden de declaración; las aristas de vuelta se entregan invertidas. La espina
es el camino más largo de inicio a fin por lo que de verdad existe: pesa más y sale recta.

Una arista de un subgrafo abierto se ata a un nodo de dentro (`Enlace.s`, `Enlace.t`) y se recorta después.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generador.modelo.grafo import FIN, INICIO, TipoDeNodo
from generador.paginas.dibujo.union import AristaUnida, GrafoUnion, NodoUnido, antepasados

_YA_NO = -3


class Enlace(Struct, frozen=True, kw_only=True):
    """Una arista lista para colocar. `s` y `t` son los nodos de la unión a los que se ata (índices)."""

    arista: AristaUnida
    s: int
    t: int | None
    vuelta: bool
    espina: bool

    @property
    def bucle(self) -> bool:
        return self.s == self.t


class Armazon(Struct, frozen=True, kw_only=True):
    """El grafo con sus cajas y su orden: lo que se traduce a DOT. `cajas` va de id de subgrafo a id de su caja."""

    nodos: tuple[NodoUnido, ...]
    enlaces: tuple[Enlace, ...]
    cajas: Mapping[str, str | None]
    padres: Mapping[str, str | None]
    abiertos: Mapping[str, NodoUnido]


def armar(grafo: GrafoUnion) -> Armazon:
    """Decide cajas, extremos, vueltas y espina. Puro y lineal en el tamaño del grafo."""
    cajas = _cajas(grafo)
    hojas = tuple(n for n in grafo.nodos if n.id not in cajas)
    entrada, salida = _puertas(hojas, cajas)
    indice = {n.id: i for i, n in enumerate(hojas)}
    pares = [
        (
            indice[salida.get(a.origen, a.origen)],
            None if a.destino is None else indice[entrada.get(a.destino, a.destino)],
        )
        for a in grafo.aristas
    ]
    vueltas = _vueltas(len(hojas), pares)
    espina = _espina(hojas, grafo.aristas, pares, vueltas)
    return Armazon(
        nodos=hojas,
        enlaces=tuple(
            Enlace(arista=a, s=s, t=t, vuelta=k in vueltas, espina=k in espina)
            for k, (a, (s, t)) in enumerate(zip(grafo.aristas, pares, strict=True))
        ),
        cajas=cajas,
        padres={n.id: next(iter(antepasados(n.id)), None) for n in hojas},
        abiertos={n.id: n for n in grafo.nodos if n.id in cajas},
    )


def filas(a: Armazon) -> list[int]:
    """La fila de cada nodo, desde 0: la del camino más largo que llega a él con los ciclos rotos."""
    pares = [(e.t, e.s) if e.vuelta and e.t is not None else (e.s, e.t) for e in a.enlaces]
    directas = [k for k, (s, t) in enumerate(pares) if t is not None and s != t]
    salen: list[list[int]] = [[] for _ in a.nodos]
    for k in directas:
        salen[pares[k][0]].append(pares[k][1] or 0)
    fila = [0] * len(a.nodos)
    for u in _topologico(len(a.nodos), pares, directas):
        for t in salen[u]:
            fila[t] = max(fila[t], fila[u] + 1)
    return fila


def _cajas(grafo: GrafoUnion) -> dict[str, str | None]:
    """Los subgrafos con algo dentro, los de fuera primero, cada uno con el que lo contiene."""
    cajas: dict[str, str | None] = {}
    for n in grafo.nodos:
        cadena = antepasados(n.id)
        for i in range(len(cadena) - 1, -1, -1):
            cajas.setdefault(cadena[i], cadena[i + 1] if i + 1 < len(cadena) else None)
    return cajas


def _puertas(hojas: tuple[NodoUnido, ...], cajas: Mapping[str, str | None]) -> tuple[dict[str, str], dict[str, str]]:
    """Por dónde entra y por dónde sale una arista de cada caja: su inicio y su fin, o su primera y última hoja."""
    entrada: dict[str, str] = {}
    salida: dict[str, str] = {}
    for n in hojas:
        for caja in antepasados(n.id):
            entrada.setdefault(caja, n.id)
            salida[caja] = n.id
    ids = {n.id for n in hojas}
    for caja in cajas:
        if f"{caja}:{INICIO}" in ids:
            entrada[caja] = f"{caja}:{INICIO}"
        if f"{caja}:{FIN}" in ids:
            salida[caja] = f"{caja}:{FIN}"
    return entrada, salida


def _vueltas(n: int, pares: list[tuple[int, int | None]]) -> set[int]:
    """Las aristas que cierran ciclo en una búsqueda en profundidad, iterativa, desde el primer nodo."""
    salen: list[list[int]] = [[] for _ in range(n)]
    for k, (s, t) in enumerate(pares):
        if t is not None and t != s:
            salen[s].append(k)
    abierto, cerrado, vueltas = set[int](), set[int](), set[int]()
    for raiz in range(n):
        pila = [] if raiz in cerrado else [(raiz, iter(salen[raiz]))]
        abierto.update(u for u, _ in pila)
        while pila:
            u, resto = pila[-1]
            for k in resto:
                t = pares[k][1]
                if t in abierto:
                    vueltas.add(k)
                elif t is not None and t not in cerrado:
                    abierto.add(t)
                    pila.append((t, iter(salen[t])))
                    break
            else:
                abierto.discard(u)
                cerrado.add(u)
                pila.pop()
    return vueltas


def _espina(
    nodos: tuple[NodoUnido, ...],
    aristas: tuple[AristaUnida, ...],
    pares: list[tuple[int, int | None]],
    vueltas: set[int],
) -> set[int]:
    """El camino de inicio a fin que más aristas vivas recorre; sin fin alcanzable, el que más, a secas."""
    llegan: list[list[int]] = [[] for _ in nodos]
    directas = [k for k, (s, t) in enumerate(pares) if t is not None and t != s and k not in vueltas]
    for k in directas:
        llegan[pares[k][1] or 0].append(k)
    raices = [i for i, n in enumerate(nodos) if n.nodo.tipo is TipoDeNodo.INICIO and n.nodo.padre is None]
    mejor: dict[int, tuple[int, int | None]] = dict.fromkeys(raices[:1] or range(min(1, len(nodos))), (0, None))
    for v in _topologico(len(nodos), pares, directas):
        for k in llegan[v]:
            u = pares[k][0]
            if u in mejor and (v not in mejor or mejor[u][0] + _valor(aristas[k]) > mejor[v][0]):
                mejor[v] = (mejor[u][0] + _valor(aristas[k]), k)
    fines = [i for i in mejor if nodos[i].nodo.tipo is TipoDeNodo.FIN and nodos[i].nodo.padre is None]
    espina: set[int] = set()
    cabo = max(fines or mejor, key=lambda i: (mejor[i][0], -i), default=0)
    while cabo in mejor and (por := mejor[cabo][1]) is not None:
        espina.add(por)
        cabo = pares[por][0]
    return espina


def _valor(arista: AristaUnida) -> int:
    e = arista.estado
    return 1 if e.real or (e.real is None and e.contrato is not False) else _YA_NO


def _topologico(n: int, pares: list[tuple[int, int | None]], directas: list[int]) -> list[int]:
    grado, salen = [0] * n, [list[int]() for _ in range(n)]
    for k in directas:
        s, t = pares[k]
        salen[s].append(t or 0)
        grado[t or 0] += 1
    orden = [i for i in range(n) if not grado[i]]
    for u in orden:
        for t in salen[u]:
            grado[t] -= 1
            if not grado[t]:
                orden.append(t)
    return orden
