"""Lo que una construcción recuerda de la anterior. Es lo que se guarda en disco, entero y de una vez."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from msgspec import Struct

from generador.escritura.compuerta import Hallado
from generador.escritura.contenidos import Firma
from generador.escritura.revision import Mirada
from generador.modelo.apunte import Apunte
from generador.modelo.hallazgo import Comparacion
from generador.modelo.historial import Historial
from generador.paginas import Derivado
from generador.paginas.base import Dichos


class Escrita(Struct, frozen=True):
    """Una página: dónde va, la huella de su modelo (`""` si no se calculó) y la de sus bytes."""

    ruta: str
    modelo: str
    bytes: str


class TrazaVista(Struct, frozen=True):
    """Un fichero de traza: su firma, su SHA-256 y cuándo se miró, en nanosegundos."""

    firma: Firma
    huella: str
    momento: int


class Sabida(Struct, frozen=True):
    """Lo que se recuerda de una demo comparada. `sin_trazas` es la huella de su recorte."""

    comparaciones: Mapping[str, Comparacion]
    derivado: Derivado
    historial: Historial
    sin_trazas: str


@dataclass(slots=True)
class Estado:
    """`vitrina` es la huella del código y las plantillas con que se hizo todo lo demás.

    `unidades` va de la huella de un recorte a las páginas que salieron de él; `grupos`, de la de uno mayor a las de
    los que junta; `publicados`, de ruta a (SHA-256, firma) de cada fichero de la última publicación; `trazas`, de
    ruta a lo visto, y `apuntes`, del nombre de cada una en el almacén a su apunte. `revisado`, `sano` y `mirado` son
    las memorias de la revisión y de la compuerta; `textos`, la del código coloreado y el catálogo;
    `graphviz`, la de las colocaciones; `dichos`, lo que se puede buscar de cada traza, y `tramos`, el primer paso de
    cada una de sus páginas.
    """

    vitrina: str = ""
    unidades: dict[str, tuple[Escrita, ...]] = field(default_factory=dict)
    grupos: dict[str, tuple[str, ...]] = field(default_factory=dict)
    publicados: dict[str, tuple[str, Firma]] = field(default_factory=dict)
    trazas: dict[str, TrazaVista] = field(default_factory=dict)
    revisado: dict[str, Mirada] = field(default_factory=dict)
    sano: dict[str, Mirada | None] = field(default_factory=dict)
    mirado: dict[str, tuple[Hallado, ...]] = field(default_factory=dict)
    textos: dict[str, str] = field(default_factory=dict)
    apuntes: dict[str, Apunte] = field(default_factory=dict)
    dichos: dict[str, Dichos] = field(default_factory=dict)
    tramos: dict[str, tuple[int, ...]] = field(default_factory=dict)
    graphviz: dict[str, str] = field(default_factory=dict)

    @classmethod
    def de(cls, partes: Sequence[Any]) -> Estado:
        """El de esas `partes`, o el de quien no recuerda nada si no son las de ahora."""
        return cls(*partes) if len(partes) == len(fields(cls)) else cls()

    def partes(self) -> Iterator[object]:
        """Sus campos, en el orden en que los pide al crearse."""
        return (getattr(self, campo.name) for campo in fields(self))
