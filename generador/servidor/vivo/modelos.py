"""Los modelos de las páginas en vivo: lo que sus plantillas leen, y nada más."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generador.paginas.base import Enlace, Pagina
from generador.paginas.terminos import Etiqueta
from generador.servidor.vivo.paneles.base import Formulario, Panel
from generador.servidor.vivo.pasos import PasoVisto


@dataclass(frozen=True, slots=True, kw_only=True)
class FilaDeCaso:
    """Un caso que se puede ejecutar."""

    id: str
    ancla: str
    titulo: str
    resumen: str
    pausa: bool
    con_otra_entrada: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grupo:
    """Los casos de una variante."""

    id: str
    titulo: str
    descripcion: str
    casos: tuple[FilaDeCaso, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reciente:
    """Una ejecución de esta sesión."""

    titulo: str
    href: str
    estado: Etiqueta


@dataclass(frozen=True, slots=True, kw_only=True)
class PaginaDeInicio(Pagina):
    """Donde se elige. `ficha` vale para uno de sus formularios, una vez."""

    frase: str
    grupos: tuple[Grupo, ...]
    recientes: tuple[Reciente, ...]
    accion: str
    ficha: str


Opcion = tuple[str, str, bool]
"""Lo que se envía, lo que se lee y si es la elegida."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forma:
    """Cómo se escribe una clase de campo. `control` es `lista`, `parrafo` o `linea`; `teclado`, el `inputmode`."""

    control: str
    unidad: str = ""
    lineas: int = 0
    codigo: bool = False
    teclado: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampoVisto:
    """Un campo con su error ya en el idioma de la página. `opciones` son las de una lista."""

    id: str
    nombre: str
    etiqueta: str
    forma: Forma
    texto: str
    opciones: tuple[Opcion, ...]
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaginaDeEntrada(Pagina):
    """Donde se escribe otra entrada para un caso."""

    caso: str
    campos: tuple[CampoVisto, ...]
    guion: str
    accion: str
    ficha: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BotonVisto:
    """Una decisión, con su texto en el idioma de la página. Sin `icono` va solo el texto."""

    valor: str
    texto: str
    clase: str
    icono: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormularioVisto:
    """Un formulario de un panel, con sus textos ya en el idioma de la página. `formas` es como qué puede enviarse."""

    f: Formulario
    id: str
    campos: tuple[CampoVisto, ...]
    botones: tuple[BotonVisto, ...]
    formas: tuple[Opcion, ...]
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelVisto:
    """Una pregunta en pantalla. `id` la distingue si hay varias."""

    p: Panel
    id: str
    aviso: str
    formularios: tuple[FormularioVisto, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionVista:
    """Quién contestó, qué, y cuánto tardó."""

    quien: str
    que: str
    segundos: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sucedido:
    """Un evento del agente con su título en el idioma de la página."""

    titulo: str
    hechos: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fila:
    """Un paso, con lo que la plantilla no puede decir sola."""

    paso: PasoVisto
    estado: Etiqueta | None
    sucesos: tuple[Sucedido, ...]
    modelos: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaginaDeEjecucion(Pagina):
    """Una ejecución. `sigue` es que aún corre y la página quedará abierta escribiendo pasos.

    `abandonable` es que todavía hay algo que cortar, y `no_es_del_plan`, que acabó y no puede ser una corrida.
    """

    caso: str
    variante: str
    estado: Etiqueta
    explicacion: str
    sigue: bool
    espera: bool
    filas: tuple[Fila, ...]
    paneles: tuple[PanelVisto, ...]
    pregunta: int
    delante: str
    quien: str
    decisiones: tuple[DecisionVista, ...]
    entrada: str
    propia: bool
    final: str
    duracion: float
    guardable: bool
    abandonable: bool
    no_es_del_plan: bool
    guardada: str
    demo: str
    error: str
    ficha: str
    acciones: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaginaDeAviso(Pagina):
    """Algo que no se pudo hacer, y por dónde seguir."""

    frase: str
    enlace: Enlace
