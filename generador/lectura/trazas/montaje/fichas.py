"""Las fichas a medio rellenar: lo que se sabe de cada tarea, intento y ejecución mientras se lee la traza.

Son lo único mutable de la lectura y mueren al montar. Una tarea se identifica por su `task_id`, que LangGraph
conserva entre la pausa y la reanudación: por eso una tarea interrumpida y reanudada es una sola ficha.
"""

from __future__ import annotations

from msgspec import Struct

from generador.lectura.trazas.montaje.llamadas import FichaDeLlamada
from generador.modelo.traza import Carga, Evento, Fallo, Fin


class FichaDeEjecucion(Struct):
    indice: int
    clase: str
    hilo: str | None = None
    quien: str | None = None
    entrada: Carga | None = None
    contexto: Carga | None = None
    configurable: Carga | None = None
    fin: Fin | None = None
    fallo: Fallo | None = None
    t0: float | None = None
    t1: float | None = None
    pendientes: tuple[str, ...] = ()


class FichaDeIntento(Struct):
    id: str
    ejecucion: int
    t0: float | None
    t1: float | None = None
    fin: Fin | None = None
    fallo: Fallo | None = None
    comando: Carga | None = None


class FichaDeInterrupcion(Struct):
    id: str
    valor: Carga
    tarea: str
    profundidad: int
    t: float | None
    respuesta: Carga | None = None
    quien: str | None = None
    reanudada_en: int | None = None
    espera: float | None = None


class RutaAnotada(Struct):
    funcion: str
    destinos: tuple[str, ...]
    envios: tuple[str, ...]


class FichaDeTarea(Struct):
    """`fin` es `None` mientras está abierta; `reabierta`, que otra ejecución la anunció y aún no ha hecho nada.

    `de_otro` es que con su id también se habla de otro nodo.
    """

    id: str
    linea: int
    ejecucion: int
    ultima: int
    t: float | None = None
    nodo: str | None = None
    ns: tuple[str, ...] = ()
    superstep: int | None = None
    clase: str = "pull"
    indice: int | None = None
    entrada: Carga | None = None
    actualizacion: Carga | None = None
    trae_actualizacion: bool = False
    fin: Fin | None = None
    cerrada_en: int = -1
    reabierta: bool = False
    reutilizada: str | None = None
    fallo: Fallo | None = None
    t1: float | None = None
    intentos: list[FichaDeIntento] = []
    llamadas: list[FichaDeLlamada] = []
    rutas: list[RutaAnotada] = []
    eventos: list[Evento] = []
    interrumpida_en: set[int] = set()
    de_otro: bool = False


class EstadoAnotado(Struct):
    """Un estado grabado. `exacto` es que sale de un `checkpoint`, no del flujo `values`."""

    ejecucion: int
    superstep: int | None
    inicial: bool
    exacto: bool
    parcial: bool
    valores: dict[str, Carga]
    t: float | None
