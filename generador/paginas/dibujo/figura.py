"""Un grafo puesto en una página: el dibujo, adónde llevan sus nodos y qué capas se ven al abrir.

La tabla (`filas`) dice lo mismo que el dibujo, con palabras: es lo que lee quien no lo ve.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec.structs
from msgspec import Struct, field

from generador.modelo.grafo import TipoDeNodo
from generador.modelo.mensaje import Mensaje, mensaje
from generador.paginas.dibujo.forma import AristaDibujada, CajaDibujada, Capa, Dibujo, Estado, NodoDibujado, Pastilla
from generador.paginas.dibujo.leyenda import Clave, leyenda
from generador.paginas.dibujo.palabras import CAPAS, QUE_ES_CADA_CAPA, TIPOS, VEREDICTOS, Traducir, nombre_de_nodo
from generador.paginas.dibujo.texto import visible

DENSA = 250
"""Elementos (nodos y aristas) desde los que un dibujo se pinta con lo justo: si no, no cabría en la página."""

_MUCHAS_PARADAS = 20
_MARGEN = 20.0
_NUMEROS = re.compile(r"-?[\d.]+")


class Figura(Struct, frozen=True, kw_only=True):
    """Lo que una plantilla pinta. `clave` es única en la página y prefija sus ids; `titulo` ya está traducido.

    `enlaces` va de id de nodo a href relativo (quien no está no enlaza). `encendidas` son las capas a la vista al
    abrir y sin JavaScript. `actual` es el nodo del que trata la página. `descarga` es el href del SVG suelto.
    `tabla`, si no va vacía, es el href de la tabla equivalente, que está en otro sitio.
    """

    dibujo: Dibujo
    clave: str
    titulo: str
    enlaces: Mapping[str, str] = field(default_factory=dict)
    encendidas: tuple[Capa, ...] = ()
    actual: str | None = None
    descarga: str = ""
    tabla: str = ""

    @property
    def densa(self) -> bool:
        """Si se pinta con los elementos justos."""
        return densa(self.dibujo)

    @property
    def capas(self) -> tuple[Capa, ...]:
        """Las capas a la vista: las pedidas que existan o, si ninguna existe, todas."""
        return tuple(c for c in self.encendidas if c in self.dibujo.capas) or self.dibujo.capas

    @property
    def botones(self) -> tuple[tuple[Capa, Mensaje, Mensaje, bool], ...]:
        """Las capas que se pueden apagar y encender, si hay más de una: cuál, su nombre, qué es y si está encendida."""
        capas = self.dibujo.capas
        return tuple((c, CAPAS[c], QUE_ES_CADA_CAPA[c], c in self.capas) for c in capas) if len(capas) > 1 else ()

    @property
    def leyenda(self) -> tuple[Clave, ...]:
        """Qué significan las formas que salen."""
        return leyenda(self.dibujo)

    @property
    def juzgada(self) -> bool:
        """Si hay veredictos que enseñar en la tabla."""
        return any(e.veredicto for e in _estados(self.dibujo))

    @property
    def contada(self) -> bool:
        """Si hay visitas que enseñar en la tabla."""
        return any(e.visitas is not None for e in _estados(self.dibujo))

    @property
    def columnas(self) -> int:
        """Las de la tabla que hablan de una salida: siguiente, etiqueta, tipo y las que haya de las otras dos."""
        return 3 + self.juzgada + self.contada

    @property
    def larga(self) -> bool:
        """Si tiene tantas paradas de tabulador que hace falta un atajo para saltarla."""
        return len(self.enlaces) > _MUCHAS_PARADAS


class Salida(Struct, frozen=True, kw_only=True):
    """Una arista en la tabla. `veredicto` y `visitas` vacíos es que no se sabe.

    `resumen` es todo ello en una línea, sin el veredicto si es el de su nodo.
    """

    clave: str
    texto: str
    href: str | None
    etiqueta: str
    tipo: str
    veredicto: str
    codigo: str
    visitas: str
    resumen: str


class Fila(Struct, frozen=True, kw_only=True):
    """Un nodo y lo que sale de él."""

    id: str
    texto: str
    href: str | None
    veredicto: str
    codigo: str
    visitas: str
    salidas: tuple[Salida, ...]

    @property
    def alto(self) -> int:
        """Los renglones que ocupa en la tabla."""
        return len(self.salidas)


def densa(dibujo: Dibujo) -> bool:
    """Si tiene más elementos de los que caben pintados como siempre."""
    return len(dibujo.nodos) + len(dibujo.aristas) > DENSA


def filas(figura: Figura, traducir: Traducir) -> tuple[Fila, ...]:
    """La tabla equivalente: cada nodo en orden de lectura, con sus aristas en orden de declaración."""
    d = figura.dibujo
    nombres = nombres_de(d, traducir)
    salen: dict[str, list[AristaDibujada]] = {}
    for a in d.aristas:
        salen.setdefault(a.origen, []).append(a)
    return tuple(
        Fila(
            id=n.id,
            texto=nombres[n.id],
            href=figura.enlaces.get(n.id),
            veredicto=_veredicto(n.estado, traducir),
            codigo=n.estado.veredicto or "",
            visitas=_visitas(n.estado),
            salidas=tuple(_salida(a, n.estado, nombres, figura.enlaces, traducir) for a in salen.get(n.id, ())),
        )
        for n in en_orden_de_lectura(d)
    )


def en_orden_de_lectura(d: Dibujo) -> tuple[NodoDibujado | CajaDibujada, ...]:
    """Nodos y cajas que son nodo, de arriba abajo y de izquierda a derecha; una caja, antes que lo de dentro."""
    cajas = [c for c in d.cajas if c.es_nodo]
    return tuple(sorted((*cajas, *d.nodos), key=_altura))


def _altura(e: NodoDibujado | CajaDibujada) -> tuple[int, float]:
    return (round(e.centro[1]), e.x) if isinstance(e, NodoDibujado) else (round(e.y), e.x)


def nombres_de(d: Dibujo, traducir: Traducir) -> dict[str, str]:
    """Cómo se llama cada nodo para quien lee. Dos nodos distintos con el mismo nombre llevan su id entero."""
    todos: list[NodoDibujado | CajaDibujada] = [*d.nodos, *d.cajas]
    nombres = {n.id: _nombre(n, traducir) for n in todos}
    veces: dict[str, int] = {}
    for nombre in nombres.values():
        veces[nombre] = veces.get(nombre, 0) + 1
    return {id: nombre if veces[nombre] == 1 else visible(id) for id, nombre in nombres.items()}


def _nombre(n: NodoDibujado | CajaDibujada, traducir: Traducir) -> str:
    clase = n.clase if isinstance(n, NodoDibujado) else TipoDeNodo.SUBGRAFO
    return nombre_de_nodo(n.id, n.nombre, clase, traducir)


def _salida(
    a: AristaDibujada, de: Estado, nombres: Mapping[str, str], enlaces: Mapping[str, str], traducir: Traducir
) -> Salida:
    sin_destino = mensaje("no se sabe adónde va").en(traducir)
    etiqueta = " · ".join(map(visible, a.etiquetas)) or visible(a.funcion or " ").strip("␣")
    tipo, veredicto, visitas = TIPOS[a.tipo].en(traducir), _veredicto(a.estado, traducir), _visitas(a.estado)
    propio = "" if a.estado.veredicto == de.veredicto else veredicto
    dichas = mensaje("visitas: %(n)s", n=visitas).en(traducir) if visitas else ""
    return Salida(
        clave=a.clave,
        texto=sin_destino if a.destino is None else nombres[a.destino],
        href=enlaces.get(a.destino) if a.destino is not None else None,
        etiqueta=etiqueta,
        tipo=tipo,
        veredicto=veredicto,
        codigo=a.estado.veredicto or "",
        visitas=visitas,
        resumen=" · ".join(x for x in (tipo, etiqueta, propio, dichas) if x),
    )


def _veredicto(e: Estado, traducir: Traducir) -> str:
    return VEREDICTOS[e.veredicto].en(traducir) if e.veredicto else ""


def _visitas(e: Estado) -> str:
    return "" if e.visitas is None else str(e.visitas)


def recorte(dibujo: Dibujo, capas: tuple[Capa, ...]) -> tuple[float, float, float, float]:
    """Lo que ocupa lo que está en esas capas, con su margen: x, y, ancho y alto, dentro del dibujo entero."""
    d = filtrar(dibujo, capas)
    rectangulos: list[NodoDibujado | CajaDibujada | Pastilla] = [*d.nodos, *d.cajas]
    rectangulos += [a.pastilla for a in d.aristas if a.pastilla]
    xs = [x for r in rectangulos for x in (r.x, r.x + r.w)]
    ys = [y for r in rectangulos for y in (r.y, r.y + r.h)]
    for a in d.aristas:
        numeros = [float(n) for n in _NUMEROS.findall(a.trazado)]
        xs += numeros[::2]
        ys += numeros[1::2]
    if not xs:
        return 0.0, 0.0, max(dibujo.ancho, 1.0), max(dibujo.alto, 1.0)
    x, y = max(0.0, min(xs) - _MARGEN), max(0.0, min(ys) - _MARGEN)
    return x, y, min(dibujo.ancho, max(xs) + _MARGEN) - x, min(dibujo.alto, max(ys) + _MARGEN) - y


def _estados(d: Dibujo) -> list[Estado]:
    return [*(n.estado for n in d.nodos), *(a.estado for a in d.aristas)]


def filtrar(dibujo: Dibujo, capas: tuple[Capa, ...]) -> Dibujo:
    """Solo lo que está en alguna de esas capas, sin mover nada. Sin capas, o si el dibujo no las tiene, todo."""
    if not set(capas) & set(dibujo.capas):
        return dibujo

    def esta(e: Estado) -> bool:
        return any(getattr(e, c.value) for c in capas)

    return msgspec.structs.replace(
        dibujo,
        nodos=tuple(n for n in dibujo.nodos if esta(n.estado)),
        aristas=tuple(a for a in dibujo.aristas if esta(a.estado)),
        cajas=tuple(c for c in dibujo.cajas if esta(c.estado)),
    )
