"""Dibujo → SVG propio: sin `<style>`, sin `style=`, sin `foreignObject`; el aspecto lo pone `grafo.css`.

Todo texto y todo id es ajeno y entra por `_el`, que escapa y enseña lo invisible. Cada elemento lleva en
`data-*` quién es (`data-nodo`, `data-arista`, `data-de`, `data-a`, `data-subgrafo`), en qué capas está
(`data-contrato`, `data-real`, `data-spike`, `data-observado`: `si` o `no`) y qué se juzgó (`data-veredicto`,
`data-visitas`): con eso bastan CSS y JavaScript para encender, esconder y resaltar sin mover nada.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

from markupsafe import Markup, escape
from msgspec import Struct

from generador.modelo.grafo import TipoDeNodo
from generador.paginas.dibujo.curvas import numero
from generador.paginas.dibujo.figura import Figura, densa, en_orden_de_lectura, filtrar, recorte
from generador.paginas.dibujo.forma import AristaDibujada, CajaDibujada, Capa, Dibujo, Estado, NodoDibujado
from generador.paginas.dibujo.medidas import SIGNOS
from generador.paginas.dibujo.palabras import Traducir
from generador.paginas.dibujo.voz import Voz
from generador.representacion.visible import visible

Valor: TypeAlias = "str | float | None"

_GROSORES, _GRANDE = 3, 900


def elemento(etiqueta: str, *hijos: Markup | str, **atributos: Valor) -> Markup:
    """Un elemento con todo escapado. En los nombres `_` es `-` y `class_` es `class`; `None` se omite."""
    puestos = "".join(
        f' {k.rstrip("_").replace("_", "-")}="{_valor(v)}"' for k, v in atributos.items() if v is not None
    )
    dentro = "".join(h if isinstance(h, Markup) else escape(visible(h)) for h in hijos)
    return Markup(f"<{etiqueta}{puestos}>{dentro}</{etiqueta}>")  # noqa: S704 — cada parte ya va escapada


def _valor(v: str | float) -> str:
    if not isinstance(v, str):
        return numero(v)
    return str(escape(visible(v))).replace("\t", "&#9;").replace("\n", "&#10;")


def pintar(figura: Figura, traducir: Traducir) -> Markup:
    """El SVG de una figura, con enlaces y nombres accesibles. Pinta todas las capas: CSS enseña las encendidas."""
    d = figura.dibujo
    pintor = _Pintor(figura, Voz.de(d, traducir), max((a.estado.visitas or 0 for a in d.aristas), default=0))
    titulo = f"{figura.clave}-titulo"
    return elemento(
        "svg",
        elemento("title", figura.titulo, id=titulo),
        _punta_comun(figura) if figura.densa else "",
        elemento(
            "g",
            elemento("g", *map(pintor.caja, d.cajas), class_="g-cajas"),
            _aristas(figura, pintor),
            elemento("g", *map(pintor.parada, en_orden_de_lectura(d)), *pintor.rotulos_sueltos(), class_="g-nodos"),
            id=f"{figura.clave}-lienzo",
        ),
        class_="grafo-svg grafo-grande" if recorte(d, figura.capas)[2] > _GRANDE else "grafo-svg",
        role="group",
        aria_labelledby=titulo,
        text_anchor="middle",
        font_size=12,
        font_weight=500,
        **_marco(recorte(d, figura.capas)),
    )


def miniatura(dibujo: Dibujo) -> Markup:
    """El grafo real en pequeño: formas sin texto, sin enlaces y fuera del árbol de accesibilidad."""
    vistas = (Capa.REAL,)
    d = filtrar(dibujo, vistas)
    if densa(d):
        return elemento("svg", *_silueta(d), class_="grafo-mini", aria_hidden="true", **_marco(recorte(dibujo, vistas)))
    cajas = (elemento("rect", class_="g-fondo", rx=10, **_rectangulo(c)) for c in d.cajas)
    aristas = (elemento("path", class_="g-linea", d=a.trazado) + _punta(a) for a in d.aristas)
    nodos = (elemento("rect", class_=f"g-forma g-{n.clase}", rx=_radio(n), **_rectangulo(n)) for n in d.nodos)
    return elemento(
        "svg", *cajas, *aristas, *nodos, class_="grafo-mini", aria_hidden="true", **_marco(recorte(dibujo, vistas))
    )


def _silueta(d: Dibujo) -> Iterable[Markup]:
    """Un dibujo enorme en dos trazos: a ese tamaño no se distingue nada más."""
    yield elemento("path", class_="g-linea", d="".join(a.trazado for a in d.aristas))
    cajas = "".join(f"M{numero(n.x)} {numero(n.y)}h{numero(n.w)}v{numero(n.h)}h{numero(-n.w)}z" for n in d.nodos)
    yield elemento("path", class_="g-forma", d=cajas)


def _aristas(figura: Figura, pintor: _Pintor) -> Markup:
    """Todas las flechas. Las de un dibujo enorme son un elemento cada una y comparten la punta."""
    densa = figura.densa
    pintadas = map(pintor.arista_fina if densa else pintor.arista, figura.dibujo.aristas)
    punta = f"url(#{_id_de_punta(figura)})" if densa else None
    return elemento("g", *pintadas, class_="g-aristas", aria_hidden="true", marker_end=punta)


def _id_de_punta(figura: Figura) -> str:
    return f"{figura.clave}-punta"


def _punta_comun(figura: Figura) -> Markup:
    """La punta de todas las flechas de un dibujo enorme: cada una la suya serían cientos de elementos más."""
    triangulo = elemento("path", d="M0 0L8 4L0 8z", fill="context-stroke")
    medidas: dict[str, Valor] = {"markerWidth": 8, "markerHeight": 8, "refX": 1, "refY": 4}
    marca = elemento(
        "marker", triangulo, id=_id_de_punta(figura), orient="auto", markerUnits="userSpaceOnUse", **medidas
    )
    return elemento("defs", marca)


def _marco(zona: tuple[float, float, float, float]) -> dict[str, Valor]:
    return {"viewBox": " ".join(map(numero, zona)), "width": zona[2], "height": zona[3]}


def _rectangulo(e: NodoDibujado | CajaDibujada) -> dict[str, Valor]:
    return {"x": e.x, "y": e.y, "width": e.w, "height": e.h}


def _punta(a: AristaDibujada) -> Markup:
    puntos = " ".join(f"{numero(x)},{numero(y)}" for x, y in a.punta)
    return elemento("polygon", class_="g-punta", points=puntos) if puntos else Markup("")


def _radio(n: NodoDibujado) -> float:
    return n.h / 2 if n.clase in (TipoDeNodo.INICIO, TipoDeNodo.FIN) else 10


def _datos(e: Estado) -> dict[str, Valor]:
    """Los `data-*` de estado. Una capa que el dibujo no tiene no pone atributo."""

    def si(valor: bool | None) -> str | None:
        return None if valor is None else "si" if valor else "no"

    return {
        "data_contrato": si(e.contrato),
        "data_real": si(e.real),
        "data_spike": si(e.spike),
        "data_observado": si(e.observado),
        "data_veredicto": e.veredicto,
        "data_frente": e.frente_al_spike,
        "data_visitas": e.visitas,
    }


class _Pintor(Struct, frozen=True):
    figura: Figura
    voz: Voz
    tope: int

    def parada(self, e: NodoDibujado | CajaDibujada) -> Markup:
        """Algo a lo que se llega con el tabulador: un nodo o el título de un subgrafo."""
        return self.nodo(e) if isinstance(e, NodoDibujado) else self.rotulo(e)

    def caja(self, c: CajaDibujada) -> Markup:
        return elemento(
            "g",
            elemento("rect", class_="g-fondo", rx=12, **_rectangulo(c)),
            class_="g-caja",
            data_subgrafo=c.id,
            data_nivel=c.nivel,
            data_nodos=c.nodos,
            data_nodo=c.id if c.es_nodo else None,
            data_pausa=" ".join(c.pausa) or None,
            **_datos(c.estado),
        )

    def rotulos_sueltos(self) -> Iterable[Markup]:
        return (self.rotulo(c) for c in self.figura.dibujo.cajas if not c.es_nodo)

    def rotulo(self, c: CajaDibujada) -> Markup:
        texto = elemento("text", c.titulo, x=c.titulo_x, y=c.titulo_y, text_anchor="start")
        marca = self._signo(c.estado, c.x, c.y) if c.es_nodo else Markup("")
        dentro = (elemento("title", self.voz.nombres[c.id]), texto, marca)
        datos = {"class_": "g-titulo", "data_rotulo": c.id, **_datos(c.estado)}
        if not c.es_nodo:
            return elemento("g", *dentro, **datos)
        return self._parada(c.id, self.voz.nodo(c), dentro, datos)

    def nodo(self, n: NodoDibujado) -> Markup:
        entero = self.figura.densa and " ".join(n.lineas) == self.voz.nombres[n.id]
        titulo = Markup("") if entero else elemento("title", self.voz.nombres[n.id])
        dentro = (titulo, self._forma(n), *self._textos(n), *self._marcas(n))
        actual = "page" if n.id == self.figura.actual else None
        datos: dict[str, Valor] = {
            "class_": f"nodo g-{n.clase}{' g-interior' if n.interior else ''}",
            "data_nodo": n.id,
            "data_pausa": " ".join(n.pausa) or None,
            "data_diferido": "si" if n.diferido else None,
            "aria_current": actual,
            **_datos(n.estado),
        }
        return self._parada(n.id, self.voz.nodo(n), dentro, datos)

    def _parada(self, id: str, nombre: str, dentro: tuple[Markup, ...], datos: dict[str, Valor]) -> Markup:
        href = self.figura.enlaces.get(id)
        if href is None:
            return elemento("g", *dentro, role="img", aria_label=nombre, **datos)
        return elemento("a", *dentro, href=href, aria_label=nombre, **datos)

    def _forma(self, n: NodoDibujado) -> Markup:
        forma = elemento("rect", class_="g-forma", rx=_radio(n), **_rectangulo(n))
        if n.clase is not TipoDeNodo.SUBGRAFO:
            return forma
        dentro = {"x": n.x + 4, "y": n.y + 4, "width": n.w - 8, "height": n.h - 8}
        return forma + elemento("rect", class_="g-linea", rx=7, **dentro)

    def _textos(self, n: NodoDibujado) -> Iterable[Markup]:
        x, y = n.centro
        if n.interior:
            return
        lineas = n.lineas or (self.voz.nombres[n.id],)
        x += 8 if n.pausa else 0
        alto = 18 * len(lineas) + (15 if n.pie else 0)
        for i, linea in enumerate(lineas):
            yield elemento("text", linea, class_="g-rotulo", x=x, y=y - alto / 2 + 18 * i + 14)
        if n.pie:
            yield elemento("text", n.pie, class_="g-pie", x=x, y=y + alto / 2 - 3)

    def _marcas(self, n: NodoDibujado) -> Iterable[Markup]:
        if n.pausa:
            x, y = n.x + 12, n.centro[1] - 6
            barras = (elemento("rect", x=x + dx, y=y, width=3.5, height=12, rx=1) for dx in (0, 6))
            yield elemento("g", *barras, class_="g-pausa")
        yield self._signo(n.estado, n.x, n.y)
        if n.estado.visitas:
            yield self._visitas(n)

    def _visitas(self, n: NodoDibujado) -> Markup:
        texto = f"×{n.estado.visitas}"
        w, x = 10 + 7 * len(texto), n.x + n.w
        return elemento(
            "g",
            elemento("rect", x=x - w + 8, y=n.y - 9, width=w, height=18, rx=9),
            elemento("text", texto, x=x - w / 2 + 8, y=n.y + 4),
            class_="g-visitas",
        )

    def _signo(self, e: Estado, x: float, y: float) -> Markup:
        signo = SIGNOS.get(e.veredicto) if e.veredicto else None
        if signo is None:
            return Markup("")
        return elemento(
            "g", elemento("circle", cx=x, cy=y, r=9), elemento("text", signo, x=x, y=y + 4.5), class_="g-signo"
        )

    def arista(self, a: AristaDibujada) -> Markup:
        return elemento(
            "g",
            elemento("title", self.voz.arista(a)),
            elemento("path", class_="g-linea", d=a.trazado),
            _punta(a),
            self._pastilla(a),
            self._cabo(a),
            **self._de_arista(a),
        )

    def arista_fina(self, a: AristaDibujada) -> Markup:
        """Lo mismo con los elementos justos: uno, si no lleva nada encima. La punta es la común."""
        encima, suyos = self._pastilla(a) + self._cabo(a), self._de_arista(a)
        if not encima:
            return elemento("path", d=a.trazado, **{**suyos, "class_": f"{suyos['class_']} g-linea"})
        sin_punta = "none" if a.destino is None else None
        return elemento("g", elemento("path", class_="g-linea", d=a.trazado, marker_end=sin_punta), encima, **suyos)

    def _de_arista(self, a: AristaDibujada) -> dict[str, Valor]:
        condicional = " arista-condicional" if a.condicional and a.tipo != "condicional" else ""
        return {
            "class_": f"arista arista-{a.tipo}{condicional}",
            "data_arista": a.clave,
            "data_de": a.origen,
            "data_a": "?" if a.destino is None else a.destino,
            "data_grosor": self._grosor(a.estado.visitas),
            **_datos(a.estado),
        }

    def _grosor(self, visitas: int | None) -> int | None:
        if visitas is None:
            return None
        return math.ceil(_GROSORES * visitas / self.tope) if self.tope else 0

    def _pastilla(self, a: AristaDibujada) -> Markup:
        p, signo = a.pastilla, SIGNOS.get(a.estado.veredicto) if a.estado.veredicto else None
        if p is None:
            return self._signo(a.estado, *a.medio)
        x, y = p.x + p.w / 2, p.y + p.h / 2 + 4
        if not p.texto and p.contrato is None:
            return self._signo(a.estado, x, p.y + p.h / 2)
        marca = elemento("tspan", f"{signo} ", class_="g-signo") if signo else Markup("")
        textos = [elemento("text", marca, p.texto, class_="g-de-real" if p.contrato is not None else None, x=x, y=y)]
        if p.contrato is not None:
            textos.append(elemento("text", p.contrato, class_="g-de-contrato", x=x, y=y))
        fondo = elemento("rect", x=p.x, y=p.y, width=p.w, height=p.h, rx=p.h / 2)
        return elemento("g", fondo, *textos, class_="g-pastilla")

    def _cabo(self, a: AristaDibujada) -> Markup:
        if a.cabo is None:
            return Markup("")
        x, y = a.cabo
        return elemento("g", elemento("circle", cx=x, cy=y, r=11), elemento("text", "?", x=x, y=y + 5), class_="g-cabo")
