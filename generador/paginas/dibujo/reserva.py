"""La última reserva: filas por profundidad y aristas rectas, por si Graphviz no acaba ni con lo barato.

No es bonita; existe para que un grafo enorme dé una página con todos sus nodos y su tabla, y no un fallo.
"""

from __future__ import annotations

from generador.paginas.dibujo import curvas
from generador.paginas.dibujo.curvas import Punto
from generador.paginas.dibujo.dot import Material
from generador.paginas.dibujo.orden import Enlace
from generador.paginas.dibujo.trazado import Colocado, Trazo, Zona
from generador.paginas.dibujo.union import antepasados

_SALTO, _HUECO, _ANCHO = 96.0, 40.0, 4000.0


def en_filas(m: Material) -> Colocado:
    """Coloca `m` sin motor: cada caja es un bloque de filas, una debajo de otra."""
    centros, y = [(0.0, 0.0)] * len(m.armazon.nodos), 0.0
    for grupo in _grupos(m):
        x = 0.0
        y += _SALTO
        for i in grupo:
            r = m.rotulos[i]
            if x > _ANCHO:
                x, y = 0.0, y + _SALTO
            centros[i] = (x + r.w / 2, y)
            x += r.w + _HUECO
    return Colocado(
        tuple(centros), tuple(_trazo(m, k, e, centros) for k, e in enumerate(m.armazon.enlaces)), _cajas(m, centros)
    )


def _grupos(m: Material) -> list[list[int]]:
    """Los nodos por su caja entera y, dentro, por profundidad: así las cajas no se pisan."""
    hondo = [0] * len(m.armazon.nodos)
    for _ in range(len(hondo)):
        cambios = False
        for e in m.armazon.enlaces:
            if e.t is not None and not e.bucle and not e.vuelta and hondo[e.t] <= hondo[e.s]:
                hondo[e.t], cambios = hondo[e.s] + 1, True
        if not cambios:
            break
    raiz = {n.id: (antepasados(n.id) or ("",))[::-1] for n in m.armazon.nodos}
    claves = [(raiz[n.id], hondo[i]) for i, n in enumerate(m.armazon.nodos)]
    return [[i for i, c in enumerate(claves) if c == clave] for clave in sorted(set(claves))]


def _trazo(m: Material, k: int, e: Enlace, centros: list[Punto]) -> Trazo:
    (x, y), r = centros[e.s], m.rotulos[e.s]
    ancho = m.etiquetas[k].w
    if e.bucle:
        return Trazo(curvas.lazo(x + r.w / 2, y, r.h), (x + r.w / 2 + 24 + ancho / 2, y) if ancho else None)
    fin = (x, y + r.h / 2 + 30) if e.t is None else centros[e.t]
    curva = curvas.recta((x, y), fin)
    if e.t is not None:
        curva = curvas.hasta(curva, _dentro(fin, m.rotulos[e.t].w, m.rotulos[e.t].h))
    return Trazo(curva, curvas.medio(curva) if ancho else None, fin if e.t is None else None)


def _dentro(c: Punto, w: float, h: float) -> curvas.Dentro:
    return lambda p: abs(p[0] - c[0]) < w / 2 and abs(p[1] - c[1]) < h / 2


def _cajas(m: Material, centros: list[Punto]) -> dict[str, Zona]:
    """El rectángulo que envuelve a los nodos de cada caja, más ancho cuanto más fuera."""
    cajas: dict[str, Zona] = {}
    for i, n in enumerate(m.armazon.nodos):
        (x, y), r = centros[i], m.rotulos[i]
        for nivel, id in enumerate(antepasados(n.id)):
            d = 12.0 + 6 * nivel
            z = cajas.get(id, (x, y, x, y))
            cajas[id] = (
                min(z[0], x - r.w / 2 - d),
                min(z[1], y - r.h / 2 - d - 20),
                max(z[2], x + r.w / 2 + d),
                max(z[3], y + r.h / 2 + d),
            )
    return cajas
