"""Los modelos de las páginas en vivo: lo que sus plantillas leen, y nada más."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generador.paginas.base import Enlace, Pagina
from generador.paginas.terminos import Etiqueta
from generador.servidor.vivo.paneles.base import Formulario, Panel
from generador.servidor.vivo.pasos import PasoVisto


class FilaDeCaso(Struct, frozen=True, kw_only=True):
    """Un caso que se puede ejecutar."""

    id: str
    ancla: str
    titulo: str
    resumen: str
    pausa: bool
    con_otra_entrada: str


class Grupo(Struct, frozen=True, kw_only=True):
    """Los casos de una variante."""

    id: str
    titulo: str
    descripcion: str
    casos: tuple[FilaDeCaso, ...]


class Reciente(Struct, frozen=True, kw_only=True):
    """Una ejecución de esta sesión."""

    titulo: str
    href: str
    estado: Etiqueta


class PaginaDeInicio(Pagina, frozen=True, kw_only=True):
    """Donde se elige. `ficha` vale para uno de sus formularios, una vez."""

    frase: str
    grupos: tuple[Grupo, ...]
    recientes: tuple[Reciente, ...]
    accion: str
    ficha: str


Opcion = tuple[str, str, bool]
"""Lo que se envía, lo que se lee y si es la elegida."""


class Forma(Struct, frozen=True, kw_only=True):
    """Cómo se escribe una clase de campo. `control` es `lista`, `parrafo` o `linea`; `teclado`, el `inputmode`."""

    control: str
    unidad: str = ""
    lineas: int = 0
    codigo: bool = False
    teclado: str = ""


class CampoVisto(Struct, frozen=True, kw_only=True):
    """Un campo con su error ya en el idioma de la página. `opciones` son las de una lista."""

    id: str
    nombre: str
    etiqueta: str
    forma: Forma
    texto: str
    opciones: tuple[Opcion, ...]
    error: str


class PaginaDeEntrada(Pagina, frozen=True, kw_only=True):
    """Donde se escribe otra entrada para un caso."""

    caso: str
    campos: tuple[CampoVisto, ...]
    guion: str
    accion: str
    ficha: str
    error: str


class BotonVisto(Struct, frozen=True, kw_only=True):
    """Una decisión, con su texto en el idioma de la página. Sin `icono` va solo el texto."""

    valor: str
    texto: str
    clase: str
    icono: str


class FormularioVisto(Struct, frozen=True, kw_only=True):
    """Un formulario de un panel, con sus textos ya en el idioma de la página. `formas` es como qué puede enviarse."""

    f: Formulario
    id: str
    campos: tuple[CampoVisto, ...]
    botones: tuple[BotonVisto, ...]
    formas: tuple[Opcion, ...]
    error: str


class PanelVisto(Struct, frozen=True, kw_only=True):
    """Una pregunta en pantalla. `id` la distingue si hay varias."""

    p: Panel
    id: str
    aviso: str
    formularios: tuple[FormularioVisto, ...]


class DecisionVista(Struct, frozen=True, kw_only=True):
    """Quién contestó, qué, y cuánto tardó."""

    quien: str
    que: str
    segundos: float


class Sucedido(Struct, frozen=True, kw_only=True):
    """Un evento del agente con su título en el idioma de la página."""

    titulo: str
    hechos: tuple[Any, ...]


class Fila(Struct, frozen=True, kw_only=True):
    """Un paso, con lo que la plantilla no puede decir sola."""

    paso: PasoVisto
    estado: Etiqueta | None
    sucesos: tuple[Sucedido, ...]
    modelos: str


class PaginaDeEjecucion(Pagina, frozen=True, kw_only=True):
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


class PaginaDeAviso(Pagina, frozen=True, kw_only=True):
    """Algo que no se pudo hacer, y por dónde seguir."""

    frase: str
    enlace: Enlace
