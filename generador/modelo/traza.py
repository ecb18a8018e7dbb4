"""Lo ocurrido en un caso: ejecuciones, pasos (supersteps), tareas, intentos y llamadas.

Todos los lectores de `lectura/trazas/` construyen esta forma. Los ids de LangGraph cambian en cada
corrida, así que aquí todo se renumera de forma determinista. Lo que falta se queda sin valor y se dice en
`Completitud`; nunca se inventa.

La carga (estado, mensajes, argumentos) viaja como texto JSON sin interpretar: `Carga`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct, field

from generador.modelo.mensaje import Mensaje
from generador.modelo.procedencia import Procedencia


class Carga:
    """Un valor JSON tal como se grabó: `crudo` es su texto UTF-8, con los mensajes repetidos ya resueltos.

    No se cambia. No es `dataclass` para que quien guarda pasos (`lectura.trazas.bloques`) decida cómo se escribe.
    """

    __slots__ = ("crudo",)
    crudo: bytes

    def __init__(self, crudo: bytes) -> None:
        self.crudo = crudo

    def __eq__(self, otra: object) -> bool:
        return isinstance(otra, Carga) and self.crudo == otra.crudo

    def __hash__(self) -> int:
        return hash((self.crudo,))

    def __repr__(self) -> str:
        return f"Carga(crudo={self.crudo!r})"

    def valor(self) -> Any:
        """El valor leído. Cada llamada lo lee de nuevo: quien lo necesite varias veces, que lo guarde."""
        try:
            return msgspec.json.decode(self.crudo)
        except msgspec.ValidationError:  # un número como 1e999, que es JSON y no cabe: queda infinito
            return json.loads(self.crudo)


class Fin(StrEnum):
    """Cómo acabó algo. `SIN_CERRAR` es que la traza termina sin decirlo (murió el proceso o no se exportó)."""

    BIEN = "ok"
    INTERRUMPIDO = "interrupted"
    ERROR = "error"
    CANCELADO = "cancelled"
    SIN_PASOS = "out_of_steps"
    SALTO_AL_PADRE = "bubble"
    SIN_CERRAR = "sin_cerrar"


class Grado(StrEnum):
    COMPLETO = "completo"
    PARCIAL = "parcial"
    NADA = "nada"


class Completitud(Struct, frozen=True, kw_only=True):
    """Qué parte de cada cosa trae la traza. Un importador que no ve rutas dice `rutas=NADA`."""

    estado: Grado = Grado.COMPLETO
    actualizaciones: Grado = Grado.COMPLETO
    rutas: Grado = Grado.COMPLETO
    tiempos: Grado = Grado.COMPLETO
    intentos: Grado = Grado.COMPLETO
    llamadas: Grado = Grado.COMPLETO


class Fallo(Struct, frozen=True, kw_only=True):
    """Una excepción de verdad (nunca una interrupción)."""

    clase: str
    mensaje: str
    traza: str = ""
    notas: tuple[str, ...] = ()


class LlamadaModelo(Struct, frozen=True, kw_only=True):
    """Una llamada a un modelo. `uso` son fichas `{input, output, total}`; tiempos en segundos unix.

    `procedencia` es la de quien contestó o, si acabó en error, la de quien tenía que contestar.
    """

    modelo: str
    procedencia: Procedencia
    proveedor: str | None = None
    parametros: Carga | None = None
    herramientas: tuple[str, ...] = ()
    mensajes: Carga | None = None
    salida: Carga | None = None
    uso: Mapping[str, int] = field(default_factory=dict)
    t0: float | None = None
    t1: float | None = None
    primera_ficha: float | None = None
    fallo: Fallo | None = None

    @property
    def sin_respuesta(self) -> bool:
        """Si acabó en error sin que contestara nadie. De la que no se grabó el final no se sabe."""
        return self.fallo is not None and self.salida is None


class LlamadaHerramienta(Struct, frozen=True, kw_only=True):
    """Una llamada a una herramienta, con los argumentos ya validados por ella."""

    nombre: str
    argumentos: Carga | None = None
    resultado: Carga | None = None
    llamada: str | None = None
    fin: Fin = Fin.BIEN
    t0: float | None = None
    t1: float | None = None
    fallo: Fallo | None = None


class Recuperacion(Struct, frozen=True, kw_only=True):
    """Una consulta a un recuperador o embebedor (`clase` lo distingue)."""

    nombre: str
    clase: str = "retriever"
    consulta: Carga | None = None
    documentos: Carga | None = None
    t0: float | None = None
    t1: float | None = None
    fallo: Fallo | None = None


class Evento(Struct, frozen=True, kw_only=True):
    """Un evento `custom` que emitió el agente. `tipo` sale de `datos["tipo"]` si lo hay."""

    tipo: str | None
    datos: Carga
    t: float | None = None


class Intento(Struct, frozen=True, kw_only=True):
    """Una ejecución de la función del nodo. `n` empieza en 1; más de uno son reintentos."""

    n: int
    fin: Fin
    t0: float | None = None
    t1: float | None = None
    fallo: Fallo | None = None
    comando: Carga | None = None


class Interrupcion(Struct, frozen=True, kw_only=True):
    """Una pregunta a una persona. `respuesta` es lo que decidió; `None` si nadie reanudó.

    `reanudada_en` es el índice (desde 0) de la ejecución que trajo la respuesta; `espera` son segundos entre
    la pausa y esa reanudación.
    """

    id: str
    valor: Carga
    respuesta: Carga | None = None
    quien: str | None = None
    reanudada_en: int | None = None
    espera: float | None = None


class Ruta(Struct, frozen=True, kw_only=True):
    """Lo que decidió una función de ruta: nombres de destino (ids completos) y `Send`."""

    funcion: str
    destinos: tuple[str, ...]
    envios: int = 0


class Tarea(Struct, frozen=True, kw_only=True):
    """Un nodo dentro de un paso. `id` es estable entre construcciones: `p<paso>-<orden>`.

    `nodo` es el id jerárquico del grafo. `clase` es `pull`, `push` (un `Send`), `call` (`@task`) o
    `error_handler`. `reutilizada` es un acierto de caché o una tarea ya acabada antes de la pausa.
    Una tarea interrumpida y luego reanudada es **una**: sus `intentos` llevan ambas ejecuciones.
    """

    id: str
    nodo: str
    clase: str = "pull"
    indice_de_envio: int | None = None
    fin: Fin = Fin.BIEN
    entrada: Carga | None = None
    actualizacion: Carga | None = None
    intentos: tuple[Intento, ...] = ()
    modelos: tuple[LlamadaModelo, ...] = ()
    herramientas: tuple[LlamadaHerramienta, ...] = ()
    recuperaciones: tuple[Recuperacion, ...] = ()
    eventos: tuple[Evento, ...] = ()
    interrupciones: tuple[Interrupcion, ...] = ()
    rutas: tuple[Ruta, ...] = ()
    saltos: tuple[str, ...] = ()
    envios: tuple[str, ...] = ()
    reutilizada: str | None = None
    fallo: Fallo | None = None
    t0: float | None = None
    t1: float | None = None


class Cambio(Struct, frozen=True, kw_only=True):
    """Una clave de primer nivel del estado que este paso cambió. `None` es «no existía» o «ya no existe»."""

    clave: str
    antes: Carga | None
    despues: Carga | None


class Paso(Struct, frozen=True, kw_only=True):
    """Un superstep de un ámbito. `n` numera todos los pasos de la traza desde 1, en orden causal.

    `ambito` es el id del subgrafo (`""` en el raíz) y `vuelta` distingue sus ejecuciones repetidas;
    `superstep` es el número de LangGraph dentro de su ámbito; `ejecucion` (desde 0), la primera en que se vio.
    `cambios` es `None` si la traza no trae el estado tras el paso. `profundidad` es 0 en el raíz.
    """

    n: int
    ambito: str
    superstep: int
    ejecucion: int
    tareas: tuple[Tarea, ...]
    vuelta: int = 1
    padre: int | None = None
    cambios: tuple[Cambio, ...] | None = None
    t0: float | None = None
    t1: float | None = None

    @property
    def profundidad(self) -> int:
        return self.ambito.count(":") + 1 if self.ambito else 0


class Ejecucion(Struct, frozen=True, kw_only=True):
    """Una llamada a `invoke`/`stream`: `clase` es `input`, `resume` o `continue`. `quien` es quien reanudó.

    `contexto` es su `context`, y `configurable`, lo suyo de `config["configurable"]` sin el hilo, si la traza los trae.
    `pendientes` son los nodos a los que les tocaba en su último checkpoint, si la traza los trae.
    """

    indice: int
    clase: str
    hilo: str | None = None
    quien: str | None = None
    entrada: Carga | None = None
    contexto: Carga | None = None
    configurable: Carga | None = None
    fin: Fin = Fin.SIN_CERRAR
    fallo: Fallo | None = None
    t0: float | None = None
    t1: float | None = None
    pendientes: tuple[str, ...] = ()


class Traza(Struct, frozen=True, kw_only=True):
    """Un caso entero. `inicial` es el estado del ámbito raíz antes del primer paso; `final`, tras el último.

    `pasos` puede leer cada uno cuando se pide, y entonces no es el mismo objeto dos veces.
    `lineas` y `saltadas` cuentan las del fichero: lo que no se pudo leer se dice, no se esconde. `perdidas` es lo
    que quien grabó no pudo escribir; `sin_sitio`, las tareas que no se sabe de qué nodo o de qué paso son. `sueltas` y
    `eventos` son llamadas y eventos que no se sabe de qué tarea son.
    """

    caso: str
    origen: str
    ejecuciones: tuple[Ejecucion, ...]
    pasos: Sequence[Paso]
    grafo: str | None = None
    version_langgraph: str | None = None
    completitud: Completitud = field(default_factory=Completitud)
    inicial: Mapping[str, Carga] = field(default_factory=dict)
    final: Mapping[str, Carga] = field(default_factory=dict)
    sueltas: tuple[LlamadaModelo | LlamadaHerramienta | Recuperacion, ...] = ()
    eventos: tuple[Evento, ...] = ()
    lineas: int = 0
    saltadas: tuple[int, ...] = ()
    redacciones: int = 0
    perdidas: int = 0
    sin_sitio: int = 0
    avisos: tuple[Mensaje, ...] = ()

    @property
    def incompleta(self) -> bool:
        """Si puede haber pasos o tareas que no están: entonces no verlos no prueba nada."""
        return bool(self.saltadas or self.perdidas or self.sin_sitio)

    @property
    def fin(self) -> Fin:
        """Cómo acabó la última ejecución."""
        return self.ejecuciones[-1].fin if self.ejecuciones else Fin.SIN_CERRAR
