"""De json0 a coordenadas de pantalla: se da la vuelta al eje, se rejuntan las aristas y se ponen las puntas.

Una arista que Graphviz no trazó (pasa con cajas muy enredadas) se dibuja recta: ninguna se pierde.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from generador.paginas.dibujo import carriles, curvas
from generador.paginas.dibujo.curvas import Curva, Punto
from generador.paginas.dibujo.dot import Material
from generador.paginas.dibujo.medidas import ALTO_DE_PASTILLA
from generador.paginas.dibujo.orden import Enlace
from generador.paginas.dibujo.union import antepasados

Zona: TypeAlias = tuple[float, float, float, float]
"""x0, y0, x1, y1."""


class Trazo(Struct, frozen=True):
    """Una arista colocada: su curva entera, el centro de su pastilla (si lleva) y el de su cabo suelto."""

    curva: Curva
    pastilla: Punto | None = None
    cabo: Punto | None = None


class Colocado(Struct, frozen=True):
    """Todo colocado, en px y con el eje hacia abajo. `nodos` son centros, en el orden del armazón."""

    nodos: tuple[Punto, ...]
    trazos: tuple[Trazo, ...]
    cajas: dict[str, Zona]


def situar(m: Material, json0: str) -> Colocado:
    """Lee lo que devolvió Graphviz para `m`."""
    datos = json.loads(json0)
    alto = _cuatro(datos["bb"])[3]
    objetos = {o["name"]: o for o in datos.get("objects", ())}
    centros = {nombre: _centro(o["pos"], alto) for nombre, o in objetos.items() if "pos" in o}
    piezas = {e["id"]: curvas.leer(e["pos"], alto) for e in datos.get("edges", ()) if e.get("pos")}
    cajas = {}
    for c, id in enumerate(m.armazon.cajas):
        x0, y0, x1, y1 = _cuatro(objetos[f"cluster_{c}"]["bb"])
        cajas[id] = (x0, alto - y1, x1, alto - y0)
    nodos = tuple(centros[f"n{i}"] for i in range(len(m.armazon.nodos)))
    trazador = _Trazador(m, nodos, centros, piezas, cajas)
    return Colocado(nodos, trazador.todos(), cajas)


def _cuatro(bb: str) -> Zona:
    a, b, c, d = map(float, bb.split(","))
    return a, b, c, d


def _centro(pos: str, alto: float) -> Punto:
    x, _, y = pos.partition(",")
    return float(x), alto - float(y)


class _Trazador(Struct, frozen=True):
    m: Material
    nodos: tuple[Punto, ...]
    centros: dict[str, Punto]
    piezas: dict[str, Curva]
    cajas: dict[str, Zona]

    def todos(self) -> tuple[Trazo, ...]:
        trazos = {k: self.trazo(k, e) for k, e in enumerate(self.m.armazon.enlaces) if k not in self.m.largas}
        if self.m.largas:
            ocupado = self._ocupado(trazos.values())
            for k, (curva, centro) in carriles.trazar(self.m, self.nodos, ocupado).items():
                trazos[k] = Trazo(self._recortar(curva, self.m.armazon.enlaces[k]), centro)
        return tuple(trazos[k] for k in range(len(trazos)))

    def _ocupado(self, trazos: Iterable[Trazo]) -> Iterator[Punto]:
        """Esquinas y manijas de todo lo colocado."""
        for (x, y), r in zip(self.nodos, self.m.rotulos, strict=True):
            yield from ((x - r.w / 2, y), (x + r.w / 2, y))
        for x0, y0, x1, y1 in self.cajas.values():
            yield from ((x0, y0), (x1, y1))
        for t in trazos:
            yield from t.curva

    def trazo(self, k: int, e: Enlace) -> Trazo:
        if e.bucle:
            return self._bucle(k, e)
        destino = self.centros[f"q{k}"] if e.t is None else self.nodos[e.t]
        ancho = self.m.etiquetas[k].w
        if ancho:
            centro = self.centros[f"l{k}"]
            curva = curvas.unir(
                self._pieza(f"e{k}a", e.vuelta, self.nodos[e.s], centro),
                centro,
                self._pieza(f"e{k}b", e.vuelta, centro, destino),
            )
        else:
            centro = None
            curva = self._pieza(f"e{k}", e.vuelta, self.nodos[e.s], destino)
        return Trazo(self._recortar(curva, e), centro, destino if e.t is None else None)

    def _pieza(self, id: str, vuelta: bool, a: Punto, b: Punto) -> Curva:
        curva = self.piezas.get(id)
        if curva is None or len(curva) < 4:
            return curvas.recta(a, b)
        curva = curvas.redondear(curva)
        return tuple(reversed(curva)) if vuelta else curva

    def _recortar(self, curva: Curva, e: Enlace) -> Curva:
        """Una arista de un subgrafo abierto acaba en el borde de su caja, no en el nodo de dentro al que se ató."""
        a = e.arista
        if a.destino in self.cajas and a.destino not in (a.origen, *antepasados(a.origen)):
            curva = curvas.hasta(curva, _dentro(self.cajas[a.destino]))
        if a.origen in self.cajas and a.origen not in antepasados(a.destino or ""):
            curva = tuple(reversed(curvas.hasta(tuple(reversed(curva)), _dentro(self.cajas[a.origen]))))
        return curva

    def _bucle(self, k: int, e: Enlace) -> Trazo:
        zona = self.cajas.get(e.arista.origen) if e.arista.origen == e.arista.destino else None
        (x, y), r = self.nodos[e.s], self.m.rotulos[e.s]
        borde, alto = (x + r.w / 2, r.h) if zona is None else (zona[2], 40.0)
        y = y if zona is None else (zona[1] + zona[3]) / 2
        ancho = self.m.etiquetas[k].w
        pastilla = (borde + 24 + ancho / 2, y) if ancho else None
        return Trazo(curvas.lazo(borde, y, alto), pastilla)


def _dentro(z: Zona) -> curvas.Dentro:
    return lambda p: z[0] < p[0] < z[2] and z[1] < p[1] < z[3]


def zona_de_pastilla(centro: Punto, ancho: float) -> Zona:
    """El rectángulo de una pastilla."""
    mitad = ALTO_DE_PASTILLA / 2
    return centro[0] - ancho / 2, centro[1] - mitad, centro[0] + ancho / 2, centro[1] + mitad
