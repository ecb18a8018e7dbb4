"""Qué es un dibujo: coordenadas en píxeles, ya decididas, y lo que se sabe de cada elemento.

Existe para que quien pinta no calcule y quien coloca no sepa de SVG. El origen está arriba a la izquierda;
`x`, `y` son la esquina superior izquierda. Una clave de arista es `origen→destino` (`origen→?` sin destino).
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from generador.modelo.grafo import TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import FrenteAlSpike, Veredicto
from generador.modelo.mensaje import Mensaje


class Capa(StrEnum):
    """De dónde sale un elemento. `OBSERVADO` es lo que las trazas recorrieron."""

    CONTRATO = "contrato"
    REAL = "real"
    SPIKE = "spike"
    OBSERVADO = "observado"


class Estado(Struct, frozen=True, kw_only=True):
    """En qué capas está un elemento y qué se juzgó de él. `None` es que el dibujo no tiene esa capa."""

    contrato: bool | None = None
    real: bool | None = None
    spike: bool | None = None
    veredicto: Veredicto | None = None
    frente_al_spike: FrenteAlSpike | None = None
    visitas: int | None = None

    @property
    def observado(self) -> bool | None:
        return None if self.visitas is None else self.visitas > 0

    @property
    def solo_spike(self) -> bool:
        """Si solo lo tuvo el prototipo: se dibuja a un lado y no endereza nada."""
        return bool(self.spike) and not (self.contrato or self.real or self.observado)


class NodoDibujado(Struct, frozen=True, kw_only=True):
    """Un nodo. `lineas` es su nombre partido o elidido (vacío en inicio y fin, que se rotulan al pintar).

    `interior` es el inicio o el fin de un subgrafo: un punto sin texto. `pie` es la letra pequeña.
    """

    id: str
    nombre: str
    clase: TipoDeNodo
    x: float
    y: float
    w: float
    h: float
    lineas: tuple[str, ...]
    estado: Estado
    pie: str = ""
    interior: bool = False
    pausa: tuple[str, ...] = ()
    diferido: bool = False

    @property
    def centro(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


class Pastilla(Struct, frozen=True, kw_only=True):
    """La etiqueta de una arista. `texto` puede ir elidido; `contrato` es el texto del contrato si es otro."""

    x: float
    y: float
    w: float
    h: float
    texto: str
    contrato: str | None = None


class AristaDibujada(Struct, frozen=True, kw_only=True):
    """Todas las aristas de un mismo par, como una. `trazado` es un `d` de SVG; `punta`, los vértices del triángulo.

    `cabo` es el centro del «?» de una arista sin destino. `medio` es donde cabe una marca si no hay pastilla.
    """

    origen: str
    destino: str | None
    tipo: TipoDeArista
    condicional: bool
    etiquetas: tuple[str, ...]
    trazado: str
    punta: tuple[tuple[float, float], ...]
    medio: tuple[float, float]
    estado: Estado
    pastilla: Pastilla | None = None
    cabo: tuple[float, float] | None = None
    funcion: str | None = None

    @property
    def clave(self) -> str:
        return clave_de_arista(self.origen, self.destino)

    @property
    def bucle(self) -> bool:
        return self.origen == self.destino


class CajaDibujada(Struct, frozen=True, kw_only=True):
    """Un subgrafo abierto. `es_nodo` es que el grafo lo tiene como nodo; si no, la caja solo agrupa.

    `titulo_x`, `titulo_y` son la línea base del título, anclado a la izquierda. `nivel` empieza en 0.
    """

    id: str
    nombre: str
    titulo: str
    x: float
    y: float
    w: float
    h: float
    titulo_x: float
    titulo_y: float
    nivel: int
    es_nodo: bool
    nodos: int
    estado: Estado
    pausa: tuple[str, ...] = ()
    diferido: bool = False


class Dibujo(Struct, frozen=True, kw_only=True):
    """Un grafo colocado. `nodos` va en orden de lectura; `capas`, las que tiene; `avisos`, lo que no salió limpio."""

    ancho: float
    alto: float
    nodos: tuple[NodoDibujado, ...]
    aristas: tuple[AristaDibujada, ...]
    cajas: tuple[CajaDibujada, ...]
    capas: tuple[Capa, ...]
    avisos: tuple[Mensaje, ...] = ()


def clave_de_arista(origen: str, destino: str | None) -> str:
    """La clave estable de una arista, la misma que `Juicio.clave`."""
    return f"{origen}→{destino or '?'}"
