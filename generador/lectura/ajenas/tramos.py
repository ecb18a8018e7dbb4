"""Lo que se saca de una traza ajena antes de ser nuestra: tramos (spans), conversaciones y lo que se saltó.

Cinco trazadores distintos cuentan lo mismo —un árbol de tramos con los metadatos de LangGraph dentro—, así que cada
lector solo traduce los suyos a `Tramo`; de tramos a líneas se va una sola vez (`conversaciones`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

CADENA, MODELO, HERRAMIENTA, RECUPERADOR = "cadena", "modelo", "herramienta", "recuperador"


class Situacion(Struct, frozen=True):
    """Dónde dice LangGraph que corrió algo: `ns` es su `langgraph_checkpoint_ns`, con su propia tarea al final."""

    ns: str
    nodo: str
    paso: int | None = None
    camino: tuple[Any, ...] = ()

    @property
    def tramos(self) -> tuple[str, ...]:
        """Los del grafo en que corre, sin el de la propia tarea; un manejador de errores es del grafo de su nodo."""
        partes = self.ns.split("|")[:-1]
        return tuple(partes[:-1] if "node_error_handler" in self.camino else partes)

    @property
    def tarea(self) -> str:
        """El `task_id`."""
        return self.ns.rpartition(":")[2]


class Desenlace(Struct, frozen=True):
    """Cómo acabó un tramo: `ok`, `error`, `interrupted`, `bubble`, `cancelled`, o vacío si la traza no lo dice."""

    estado: str = ""
    fallo: Mapping[str, Any] | None = None
    preguntas: tuple[Mapping[str, Any], ...] = ()


class Tramo(Struct, frozen=True, kw_only=True):
    """Un span. `puesto` es la k de la etiqueta `seq:step:k`; `orden` desempata a igual hora.

    `datos` son los campos propios de una llamada, con las claves de la línea v1 (`provider`, `model`, `usage`…).
    """

    traza: str
    id: str
    padre: str | None = None
    nombre: str = ""
    clase: str = CADENA
    t0: float | None = None
    t1: float | None = None
    situacion: Situacion | None = None
    hilo: str | None = None
    puesto: int | None = None
    orden: str = ""
    entrada: Any = None
    salida: Any = None
    desenlace: Desenlace = field(default_factory=Desenlace)
    datos: Mapping[str, Any] = field(default_factory=dict)


class Saltada(Struct, frozen=True, order=True):
    """Algo que no se pudo convertir: dónde y por qué. `linea` 0 es que el fichero no va por líneas."""

    linea: int
    motivo: str


class Conversacion(Struct, frozen=True, kw_only=True):
    """Lo que será un caso: un hilo entero. `lineas` son las de la v1, sin `seq`; `crudas`, las de quien ya era nuestro,
    con sus bytes.

    `entrada` es con lo que empezó y `reanudaciones` lo que se le contestó, en orden.
    """

    clave: str
    origen: str
    lineas: tuple[Mapping[str, Any], ...] = ()
    crudas: tuple[tuple[bytes, Any], ...] = ()
    completitud: Mapping[str, str] = field(default_factory=dict)
    entrada: Any = None
    avisos: tuple[str, ...] = ()


class Lectura(Struct, frozen=True, kw_only=True):
    """Lo que dio un fichero: tramos que juntar con los de otros, o conversaciones ya hechas."""

    formato: str
    origen: str = ""
    tramos: tuple[Tramo, ...] = ()
    conversaciones: tuple[Conversacion, ...] = ()
    saltadas: tuple[Saltada, ...] = ()
