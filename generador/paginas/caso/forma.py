"""Los modelos de la página de un caso: lo que la plantilla lee, ya en el idioma de la página y ya recortado.

Existen para que la plantilla no decida nada y para que un dorado del modelo diga, sin HTML de por medio, qué
enseña cada caso. Lo grabado entra como texto; nada de aquí es HTML.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from generador.paginas.base import Enlace, Pagina, Prosa
from generador.paginas.caso.piezas import Cascada, Dato, Ficha, Json
from generador.paginas.dibujo.figura import Figura
from generador.paginas.palabras import Fila
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


class Filtro(Struct, frozen=True, kw_only=True):
    """Un filtro de la lista y cuántos pasos deja, en todo el caso."""

    clave: str
    texto: str
    n: int


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


class Error(Struct, frozen=True, kw_only=True):
    """Una excepción de verdad, con su traza de Python."""

    clase: str
    mensaje: str
    traza: str
    notas: tuple[str, ...]
    donde: str = ""


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

    `resumen` es qué recibió y qué escribió, en corto, cuando el paso tiene varias.
    """

    id: str
    ancla: str
    nodo: Enlace
    resumen: str
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


class EjecucionVista(Struct, frozen=True, kw_only=True):
    """Una llamada a `invoke` o `stream`, como fila de tabla."""

    n: str
    clase: str
    quien: str
    hilo: str
    fin: Etiqueta
    duracion: str
    fallo: Error | None


class PortadaDeCaso(Struct, frozen=True, kw_only=True):
    """El paso 0: qué entró, qué salió, qué se esperaba y si la traza cabe en el grafo.

    `quedo` es lo que cambió en el estado, si ningún campo hace de respuesta.
    """

    ancla: str
    entrada: tuple[Burbuja, ...]
    entrada_json: Json | None
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
