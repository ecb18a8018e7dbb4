"""Los modelos de un paso: sus tareas, sus llamadas, sus mensajes, sus pausas y lo que cambió en el estado.

Algunos sirven también a la portada del caso, que enseña mensajes, llamadas y claves de estado sin ser un paso.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from generador.paginas.base import Enlace
from generador.paginas.caso.piezas import Dato, Ficha, Json
from generador.paginas.palabras import Fila
from generador.paginas.terminos import Etiqueta


class DiferenciaDeRuta(Struct, frozen=True, kw_only=True):
    """Un trozo del diff de estado. `nota` dice cuentas y recortes con palabras.

    `entera` es la clave cuyo valor nuevo está entero en la fila `+`, y no hace falta repetir; `cruda`, que ahí es un
    texto sin comillas y no JSON.
    """

    ruta: str
    clase: str
    nota: str
    filas: tuple[Fila, ...]
    quitada: bool
    claves: tuple[str, ...]
    entera: str = ""
    cruda: bool = False


class ClaveDeEstado(Struct, frozen=True, kw_only=True):
    """El valor de una clave tras el paso, como texto JSON. De estos trozos se compone el estado completo."""

    clave: str
    valor: Json


class EscrituraDeTarea(Struct, frozen=True, kw_only=True):
    """Lo que una tarea escribió, antes de que el reductor lo fundiera con lo demás."""

    nombre: str
    valor: Json


class EstadoDePaso(Struct, frozen=True, kw_only=True):
    """El antes y el después. `aviso` es por qué no se sabe, cuando no se sabe."""

    diferencias: tuple[DiferenciaDeRuta, ...]
    claves: tuple[ClaveDeEstado, ...]
    escrituras: tuple[EscrituraDeTarea, ...]
    entradas: tuple[EscrituraDeTarea, ...]
    notas: tuple[str, ...]
    aviso: str
    titulo: str


class ParteDeBurbuja(Struct, frozen=True, kw_only=True):
    """Un trozo de mensaje: `clase` es `texto`, `razonamiento`, `imagen`, `nota` o `json`."""

    clase: str
    texto: str
    fuente: str = ""


class Burbuja(Struct, frozen=True, kw_only=True):
    """Un mensaje de la conversación. `marca` dice que es nuevo, reescrito o borrado; `filas`, qué cambió en él."""

    papel: str
    quien: str
    partes: tuple[ParteDeBurbuja, ...]
    pedidos: tuple[EscrituraDeTarea, ...] = ()
    marca: str = ""
    filas: tuple[Fila, ...] = ()
    procedencia: Etiqueta | None = None


class Conversacion(Struct, frozen=True, kw_only=True):
    """Una serie de mensajes con su título. `omitidos` es la frase que dice cuántos no se enseñan."""

    titulo: str
    burbujas: tuple[Burbuja, ...]
    omitidos: str = ""


class Error(Struct, frozen=True, kw_only=True):
    """Una excepción de verdad, con su traza de Python."""

    clase: str
    mensaje: str
    traza: str
    notas: tuple[str, ...]


class Llamada(Struct, frozen=True, kw_only=True):
    """Una llamada a modelo, herramienta, recuperador o embebedor, con todo lo grabado de ella."""

    clase: str
    titulo: str
    subtitulo: str
    fichas: tuple[Ficha, ...]
    datos: tuple[Dato, ...]
    cargas: tuple[tuple[str, Json], ...]
    fallo: Error | None = None
    procedencia: Etiqueta | None = None


class IntentoVisto(Struct, frozen=True, kw_only=True):
    """Un intento de una tarea que se reintentó. `texto` es cuánto tardó y, si falló, por qué."""

    nombre: str
    fin: Etiqueta
    texto: str
    traza: str


class Pausa(Struct, frozen=True, kw_only=True):
    """Una interrupción: una pregunta a una persona. Nunca es un error.

    `suerte` es `respondida`, `denegada`, `caducada` o `sin_reanudar`.
    """

    suerte: str
    titulo: str
    pregunta: str
    datos: tuple[Dato, ...]
    cargas: tuple[tuple[str, Json], ...]


class ArtefactoVisto(Struct, frozen=True, kw_only=True):
    """Un evento del agente con su vista. `vista` es el nombre de `partes/artefactos/<vista>.html`."""

    tipo: str
    titulo: str
    vista: str
    contenido: Any


class TareaDePaso(Struct, frozen=True, kw_only=True):
    """Una tarea dentro del paso. `ancla` es su enlace profundo; `notas` son hechos sueltos (ruta elegida, caché…).

    `resumen` es qué recibió y qué escribió, en corto, cuando el paso tiene varias. `con_cabeza` es que hay algo que
    poner delante: sus pastillas o, si el paso no la dice ya, de qué nodo es.
    """

    id: str
    ancla: str
    nodo: Enlace
    resumen: str
    con_cabeza: bool
    fichas: tuple[Ficha, ...]
    notas: tuple[str, ...]
    intentos: tuple[IntentoVisto, ...]
    pausas: tuple[Pausa, ...]
    fallos: tuple[Error, ...]
    artefactos: tuple[ArtefactoVisto, ...]
    llamadas: tuple[Llamada, ...]
    conversaciones: tuple[Conversacion, ...]


class Comprobacion(Struct, frozen=True, kw_only=True):
    """Una expectativa del plan y lo obtenido. `prueba` lleva al paso donde se ve; `ancla` es única en el caso."""

    ancla: str
    cumple: Etiqueta
    icono: str
    esperado: str
    obtenido: str
    prueba: Enlace | None


class AvisoDeDesviacion(Struct, frozen=True, kw_only=True):
    """La primera desviación de la traza frente al grafo, en el paso donde ocurre."""

    regla: str
    esperado: str
    obtenido: str
    prueba: Enlace


class DetalleDePaso(Struct, frozen=True, kw_only=True):
    """Un paso entero. `nodo` enlaza a la página del suyo si solo hay uno; `pestanas`, las que traen algo."""

    n: int
    ancla: str
    ambito: str
    titulo: str
    nodo: Enlace | None
    subtitulo: str
    pestanas: str
    desviacion: AvisoDeDesviacion | None
    comprobaciones: tuple[Comprobacion, ...]
    tareas: tuple[TareaDePaso, ...]
    estado: EstadoDePaso
    conversaciones: tuple[Conversacion, ...]
    con_resumen: bool
    con_mensajes: bool
    con_llamadas: bool
    con_completo: bool
    llano: ClassVar[bool] = False


class TareaLlana(Struct, frozen=True, kw_only=True):
    """Lo grabado de una tarea, en un solo texto JSON."""

    id: str
    ancla: str
    valor: Json


class PasoLlano(Struct, frozen=True, kw_only=True):
    """Un paso corriente de un caso larguísimo, o uno enorme: sin componer. `faltan` dice qué tareas no se enseñan."""

    n: int
    ancla: str
    ambito: str
    titulo: str
    pestanas: str
    tareas: tuple[TareaLlana, ...]
    faltan: str = ""
    llano: ClassVar[bool] = True
