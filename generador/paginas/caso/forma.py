"""Los modelos de la página de un caso: lo que la plantilla lee, ya en el idioma de la página y ya recortado.

Existen para que la plantilla no decida nada y para que un dorado del modelo diga, sin HTML de por medio, qué
enseña cada caso. Lo grabado entra como texto; nada de aquí es HTML.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from generador.paginas.base import Enlace, Pagina, Prosa
from generador.paginas.caso.forma_de_paso import (
    ArtefactoVisto,
    AvisoDeDesviacion,
    Burbuja,
    ClaveDeEstado,
    Comprobacion,
    DetalleDePaso,
    Error,
    Llamada,
    PasoLlano,
)
from generador.paginas.caso.piezas import Cascada, Ficha, Json
from generador.paginas.dibujo.figura import Figura
from generador.paginas.terminos import Etiqueta


class FilaDePaso(Struct, frozen=True, kw_only=True):
    """Un paso en la lista. `marcas` son las suertes por las que se filtra, separadas por espacios."""

    n: int
    href: str
    nombre: str
    resumen: str
    duracion: str
    nivel: int
    fichas: tuple[Ficha, ...]
    marcas: str
    cascada: Cascada | None
    desviada: bool

    @property
    def senalada(self) -> bool:
        """Si lleva alguna pastilla: las suyas, o la de la primera desviación."""
        return self.desviada or bool(self.fichas)


class Filtro(Struct, frozen=True, kw_only=True):
    """Un filtro de la lista y cuántos pasos deja, en todo el caso."""

    clave: str
    texto: str
    n: int


class EjecucionVista(Struct, frozen=True, kw_only=True):
    """Una llamada a `invoke` o `stream`, como fila de tabla. De lo que no se sabe, `—`."""

    n: str
    clase: str
    quien: str
    hilo: str
    fin: Etiqueta
    duracion: str
    fallo: Error | None


class PortadaDeCaso(Struct, frozen=True, kw_only=True):
    """El paso 0: qué entró, qué salió, qué se esperaba y si la traza cabe en el grafo.

    `dado` es con qué se ejecutó además de la entrada, con su nombre; `quedo`, lo que cambió en el estado, si ningún
    campo hace de respuesta.
    """

    ancla: str
    entrada: tuple[Burbuja, ...]
    entrada_json: Json | None
    dado: tuple[tuple[str, Json], ...]
    salida: tuple[Burbuja, ...]
    sin_salida: str
    quedo: Json | None
    inicial: tuple[ClaveDeEstado, ...]
    final: tuple[ClaveDeEstado, ...]
    comprobaciones: tuple[Comprobacion, ...]
    sin_expectativas: str
    desviacion: AvisoDeDesviacion | None
    conformidad: str
    dudas: tuple[str, ...]
    ejecuciones: tuple[EjecucionVista, ...]
    llamadas: tuple[Llamada, ...]
    artefactos: tuple[ArtefactoVisto, ...]
    notas: tuple[str, ...]


class FuenteDeNodo(Struct, frozen=True, kw_only=True):
    """El código de un nodo que corre en estos pasos, o por qué no lo hay."""

    nodo: Enlace
    id: str
    lugar: str
    codigo: str
    motivo: str
    recorte: str
    explicacion: Prosa | None


class Tramo(Struct, frozen=True, kw_only=True):
    """Qué pasos lleva esta página. `paginas` son los saltos a otros tramos; `estado`, el de antes de empezar."""

    indice: int
    total: int
    primero: int
    ultimo: int
    pasos: int
    texto: str
    paginas: tuple[Enlace, ...]
    anterior: Enlace | None
    siguiente: Enlace | None
    estado: tuple[ClaveDeEstado, ...]


SIN_PASOS = Tramo(
    indice=1, total=1, primero=1, ultimo=0, pasos=0, texto="", paginas=(), anterior=None, siguiente=None, estado=()
)
"""El tramo de un caso sin traza."""


class PaginaDeCaso(Pagina, frozen=True, kw_only=True):
    """La página de un caso, o de un tramo de un caso largo. `datos` es la isla JSON que lee el visor.

    `ancha` es que el grafo no cabe en una columna corriente y se le da la mayor. `en_llano` dice que sus pasos
    corrientes van como se grabaron, si es así. `indice` es el fichero con que se busca en las demás páginas del caso.
    """

    demo: str
    caso: str
    titulo: str
    resumen: str
    fichas: tuple[Ficha, ...]
    figura: Figura | None
    ancha: bool
    portada: PortadaDeCaso | None
    filas: tuple[FilaDePaso, ...]
    filtros: tuple[Filtro, ...]
    leyenda: tuple[tuple[str, str], ...]
    pasos: tuple[DetalleDePaso | PasoLlano, ...]
    fuentes: tuple[FuenteDeNodo, ...]
    tramo: Tramo
    descargas: tuple[Enlace, ...]
    sin_traza: str
    en_llano: str
    datos: dict[str, Any]
    indice: str = ""
