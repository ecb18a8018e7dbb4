"""Cuánto ocupa cada cosa antes de colocarla, en px: nodos, pastillas y títulos de caja.

Reserva sitio para lo que se pinta encima (el signo de un veredicto), para que ninguna marca pise a otra.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generador.modelo.grafo import FIN, INICIO, Nodo, TipoDeNodo
from generador.modelo.hallazgo import Veredicto
from generador.paginas.dibujo.texto import (
    LETRA_DE_NODO,
    LETRA_DE_PASTILLA,
    LETRA_DE_PIE,
    MAXIMO,
    elidir,
    etiqueta,
    medir,
    partir,
    visible,
)
from generador.paginas.dibujo.union import AristaUnida

ALTO_DE_PASTILLA = 22.0
LADO_DE_CABO = 22.0
ALTO_DE_TITULO = 20.0
SIGNOS: Mapping[Veredicto, str] = {
    Veredicto.FALTA: "−",
    Veredicto.SOBRA: "+",
    Veredicto.ETIQUETA_DISTINTA: "≠",
    Veredicto.TIPO_DISTINTO: "≠",
    Veredicto.RECORRIDA_SIN_DECLARAR: "!",
    Veredicto.NO_PUEDE_DECIRLO: "?",
    Veredicto.PENDIENTE: "…",
}
"""El signo de cada veredicto que no es «todo bien»: el color nunca va solo."""

_ENTRELINEA, _ALTO_DE_PIE, _RELLENO = 18.0, 15.0, 18.0
_ALTO, _ANCHO_MINIMO, _PUNTO = 40.0, 64.0, 18.0
_EXTREMO = (78.0, 34.0)
_ICONO, _BOTON = 16.0, 36.0


class Rotulo(Struct, frozen=True):
    """Lo que lleva un nodo y su tamaño."""

    lineas: tuple[str, ...]
    pie: str
    w: float
    h: float
    interior: bool = False


class Etiquetado(Struct, frozen=True):
    """Lo que lleva una arista en medio; ancho 0 es que no lleva nada."""

    texto: str
    contrato: str | None
    w: float


def rotular(nodo: Nodo) -> Rotulo:
    """Las líneas y el tamaño de un nodo. El inicio y el fin tienen tamaño fijo: se rotulan en cada idioma."""
    if nodo.tipo in (TipoDeNodo.INICIO, TipoDeNodo.FIN) or nodo.nombre in (INICIO, FIN):
        if nodo.padre is None:
            return Rotulo((), "", *_EXTREMO)
        return Rotulo((), "", _PUNTO, _PUNTO, interior=True)
    lineas = partir(nodo.etiqueta or nodo.nombre)
    pie = etiqueta(nodo.herramientas, MAXIMO + 6)
    textos = [medir(linea, LETRA_DE_NODO) for linea in lineas] + [medir(pie, LETRA_DE_PIE)]
    ancho = max(textos) + 2 * _RELLENO + (_ICONO if nodo.pausa else 0)
    alto = _ALTO + _ENTRELINEA * (len(lineas) - 1) + (_ALTO_DE_PIE if pie else 0)
    return Rotulo(lineas, pie, float(max(_ANCHO_MINIMO, round(ancho))), alto)


def etiquetar(arista: AristaUnida) -> Etiquetado:
    """El texto de la pastilla, el del contrato si es otro, y el ancho que cabe a los dos con su signo."""
    texto = etiqueta(arista.etiquetas)
    contrato = None if arista.contrato is None else etiqueta(arista.contrato)
    signo = SIGNOS.get(arista.estado.veredicto) if arista.estado.veredicto else None
    ancho = max(medir(texto, LETRA_DE_PASTILLA), medir(contrato or "", LETRA_DE_PASTILLA))
    if not ancho:
        return Etiquetado("", None, ALTO_DE_PASTILLA if signo else 0.0)
    return Etiquetado(texto, contrato, float(round(ancho + 20 + (14 if signo else 0))))


def titulo_de_caja(nombre: str) -> tuple[str, float]:
    """El título de un subgrafo y su ancho en px, con sitio al final para el botón de plegar."""
    texto = elidir(visible(nombre), MAXIMO + 8)
    return texto, float(round(medir(texto, LETRA_DE_PASTILLA) + 12 + _BOTON))
