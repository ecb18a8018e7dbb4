"""Junta lo colocado con lo que cada cosa es: el `Dibujo` final, con margen, en orden de lectura y redondeado."""

from __future__ import annotations

from collections.abc import Iterable

from generador.modelo.grafo import FIN, INICIO, Nodo, TipoDeNodo
from generador.modelo.mensaje import Mensaje
from generador.paginas.dibujo import curvas
from generador.paginas.dibujo.curvas import Curva, Punto
from generador.paginas.dibujo.dot import Material
from generador.paginas.dibujo.forma import (
    AristaDibujada,
    CajaDibujada,
    Capa,
    Dibujo,
    Estado,
    NodoDibujado,
    Pastilla,
)
from generador.paginas.dibujo.medidas import ALTO_DE_PASTILLA, ALTO_DE_TITULO
from generador.paginas.dibujo.trazado import Colocado, Zona, zona_de_pastilla
from generador.paginas.dibujo.union import NodoUnido, antepasados

_MARGEN = 20.0
_TIPOS = {INICIO: TipoDeNodo.INICIO, FIN: TipoDeNodo.FIN}


def montar(m: Material, c: Colocado, capas: tuple[Capa, ...], avisos: tuple[Mensaje, ...]) -> Dibujo:
    """El dibujo: todo dentro de (0, 0)–(ancho, alto), cada elemento una vez."""
    rematados = [_rematar(t.curva, t.cabo) for t in c.trazos]
    x0, y0, x1, y1 = _marco(m, c, [curva for curva, _ in rematados])
    dx, dy = _MARGEN - x0, _MARGEN - y0
    nodos = [_nodo(m, c, i, dx, dy) for i in range(len(c.nodos))]
    return Dibujo(
        ancho=_r(x1 - x0 + 2 * _MARGEN),
        alto=_r(y1 - y0 + 2 * _MARGEN),
        nodos=tuple(sorted(nodos, key=lambda n: (round(n.centro[1]), n.x))),
        aristas=tuple(_arista(m, c, k, *rematado, dx, dy) for k, rematado in enumerate(rematados)),
        cajas=tuple(_caja(m, c, id, dx, dy) for id in m.armazon.cajas),
        capas=capas,
        avisos=avisos,
    )


def nombre_de_caja(id: str, nodo: NodoUnido | None) -> str:
    """Cómo se llama un subgrafo: su alias, su nombre o el último tramo de su id."""
    return (nodo.nodo.etiqueta or nodo.nodo.nombre) if nodo else id.rpartition(":")[2]


def _r(n: float) -> float:
    return round(n, 1)


def _rematar(curva: Curva, cabo: Punto | None) -> tuple[Curva, tuple[Punto, ...]]:
    return (curva, ()) if cabo is not None else curvas.con_punta(curva)


def _marco(m: Material, c: Colocado, trazos: list[Curva]) -> Zona:
    """Lo que ocupa todo: nodos con sus marcas, curvas de verdad (no sus manijas), pastillas y cajas."""
    zonas: list[Zona] = [*c.cajas.values()]
    for (x, y), r in zip(c.nodos, m.rotulos, strict=True):
        zonas.append((x - r.w / 2, y - r.h / 2, x + r.w / 2, y + r.h / 2))
    for k, t in enumerate(c.trazos):
        zonas += [zona_de_pastilla(t.pastilla, m.etiquetas[k].w)] if t.pastilla else []
        zonas += [(p[0] - 11, p[1] - 11, p[0] + 11, p[1] + 11) for p in (t.cabo,) if p]
    zonas += [(p[0], p[1], p[0], p[1]) for curva in trazos for p in curvas.quebrada(curva)]
    return min(z[0] for z in zonas), min(z[1] for z in zonas), max(z[2] for z in zonas), max(z[3] for z in zonas)


def _nodo(m: Material, c: Colocado, i: int, dx: float, dy: float) -> NodoDibujado:
    unido, r, (x, y) = m.armazon.nodos[i], m.rotulos[i], c.nodos[i]
    return NodoDibujado(
        id=unido.id,
        nombre=unido.nodo.etiqueta or unido.nodo.nombre,
        clase=_TIPOS.get(unido.nodo.nombre, unido.nodo.tipo),
        x=_r(x - r.w / 2 + dx),
        y=_r(y - r.h / 2 + dy),
        w=r.w,
        h=r.h,
        lineas=r.lineas,
        pie=r.pie,
        interior=r.interior,
        estado=unido.estado,
        pausa=unido.nodo.pausa,
        diferido=unido.nodo.diferido,
    )


def _arista(
    m: Material, c: Colocado, k: int, curva: Curva, punta: tuple[Punto, ...], dx: float, dy: float
) -> AristaDibujada:
    arista, trazo = m.armazon.enlaces[k].arista, c.trazos[k]
    lleva = m.etiquetas[k]
    pastilla = None
    if trazo.pastilla is not None:
        zx, zy, _, _ = zona_de_pastilla(trazo.pastilla, lleva.w)
        pastilla = Pastilla(
            x=_r(zx + dx), y=_r(zy + dy), w=lleva.w, h=ALTO_DE_PASTILLA, texto=lleva.texto, contrato=lleva.contrato
        )
    return AristaDibujada(
        origen=arista.origen,
        destino=arista.destino,
        tipo=arista.tipo,
        condicional=arista.condicional,
        etiquetas=arista.etiquetas,
        trazado=curvas.escribir(tuple((x + dx, y + dy) for x, y in curva)),
        punta=tuple((_r(x + dx), _r(y + dy)) for x, y in punta),
        medio=_mover(trazo.pastilla or curvas.medio(trazo.curva), dx, dy),
        estado=arista.estado,
        pastilla=pastilla,
        cabo=_mover(trazo.cabo, dx, dy) if trazo.cabo else None,
        funcion=arista.funcion,
    )


def _mover(p: Punto, dx: float, dy: float) -> Punto:
    return _r(p[0] + dx), _r(p[1] + dy)


def _caja(m: Material, c: Colocado, id: str, dx: float, dy: float) -> CajaDibujada:
    x0, y0, x1, y1 = c.cajas[id]
    titulo, ancho = m.titulos[id]
    unido = m.armazon.abiertos.get(id)
    nodo = unido.nodo if unido else Nodo(id=id, nombre=id)
    tx = _sitio_del_titulo(c, (x0, y0, x1, y1), ancho)
    return CajaDibujada(
        id=id,
        nombre=nombre_de_caja(id, unido),
        titulo=titulo,
        x=_r(x0 + dx),
        y=_r(y0 + dy),
        w=_r(x1 - x0),
        h=_r(y1 - y0),
        titulo_x=_r(tx + dx),
        titulo_y=_r(y0 + 20 + dy),
        nivel=len(antepasados(id)),
        es_nodo=unido is not None,
        nodos=sum(id in antepasados(n.id) for n in m.armazon.nodos),
        estado=unido.estado if unido else _de_dentro(n.estado for n in m.armazon.nodos if id in antepasados(n.id)),
        pausa=nodo.pausa,
        diferido=nodo.diferido,
    )


def _de_dentro(estados: Iterable[Estado]) -> Estado:
    """Una caja que no es nodo está en las capas en que está algo de lo que contiene."""
    todos = list(estados)

    def alguno(valores: list[bool | None]) -> bool | None:
        return None if all(v is None for v in valores) else any(valores)

    return Estado(
        contrato=alguno([e.contrato for e in todos]),
        real=alguno([e.real for e in todos]),
        spike=alguno([e.spike for e in todos]),
        visitas=None if all(e.visitas is None for e in todos) else max(e.visitas or 0 for e in todos),
    )


def _sitio_del_titulo(c: Colocado, z: Zona, ancho: float) -> float:
    """A la izquierda, a la derecha o en medio: el primer sitio por donde no pasa ninguna arista."""
    sitios = (z[0] + 12, z[2] - ancho - 4, (z[0] + z[2] - ancho) / 2)
    cerca = [
        p[0]
        for t in c.trazos
        for p in curvas.quebrada(t.curva)
        if z[1] - 4 < p[1] < z[1] + ALTO_DE_TITULO + 8 and z[0] < p[0] < z[2]
    ]
    return min(sitios, key=lambda x: sum(x - 6 < px < x + ancho for px in cerca))
