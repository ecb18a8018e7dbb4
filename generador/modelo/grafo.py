"""Un grafo: el del contrato, el real, el del spike o el observado, con la misma forma.

Los ids son jerárquicos: `equipo:planificar` es el nodo `planificar` del subgrafo `equipo`. LangGraph
prohíbe `:` en los nombres, así que el separador no choca.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from generador.modelo.mensaje import Mensaje

INICIO = "__start__"
FIN = "__end__"


class TipoDeNodo(StrEnum):
    INICIO = "inicio"
    FIN = "fin"
    NODO = "nodo"
    SUBGRAFO = "subgrafo"
    HERRAMIENTAS = "herramientas"


class TipoDeArista(StrEnum):
    FIJA = "fija"
    UNION = "union"
    CONDICIONAL = "condicional"
    COMANDO = "comando"
    ENVIO = "envio"


class Certeza(StrEnum):
    """Cuánto se sabe de una arista: la declara el grafo, se infirió del código, se vio en una traza o no se sabe."""

    DECLARADA = "declarada"
    INFERIDA = "inferida"
    OBSERVADA = "observada"
    DESCONOCIDA = "desconocida"


class Lugar(Struct, frozen=True, order=True):
    """Dónde está escrito algo. `linea` empieza en 1; 0 es «el fichero entero»."""

    fichero: str
    linea: int = 0

    def __str__(self) -> str:
        return f"{self.fichero}:{self.linea}" if self.linea else self.fichero


class Nodo(Struct, frozen=True, kw_only=True):
    """Un nodo. `nombre` es el texto original del último tramo del id, sin tocar.

    `etiqueta` es el alias que le da un diagrama; `pausa` es el `interrupt_before/after` de la compilación
    (`antes`, `despues`); `herramientas`, los nombres que declara un nodo de herramientas.
    """

    id: str
    nombre: str
    tipo: TipoDeNodo = TipoDeNodo.NODO
    etiqueta: str | None = None
    nota: str = ""
    pausa: tuple[str, ...] = ()
    diferido: bool = False
    herramientas: tuple[str, ...] = ()
    reintentos: bool = False
    cache: bool = False
    lugar: Lugar | None = None

    @property
    def padre(self) -> str | None:
        """Id del subgrafo que lo contiene, o `None` en el primer nivel."""
        return self.id.rpartition(":")[0] or None


class Arista(Struct, frozen=True, kw_only=True):
    """De `origen` a `destino`; `destino` es `None` cuando el grafo no puede decir adónde va (una por rama).

    `etiquetas` son las claves del `path_map` que llevan a ese destino. `grupo` une las aristas de un mismo
    join o de una misma rama condicional. `funcion` es el nombre de la función que decide.
    """

    origen: str
    destino: str | None
    tipo: TipoDeArista = TipoDeArista.FIJA
    etiquetas: tuple[str, ...] = ()
    grupo: str | None = None
    funcion: str | None = None
    certeza: Certeza = Certeza.DECLARADA
    lugar: Lugar | None = None

    @property
    def condicional(self) -> bool:
        """Si tomarla depende de una decisión en ejecución."""
        return self.tipo in (TipoDeArista.CONDICIONAL, TipoDeArista.COMANDO, TipoDeArista.ENVIO)

    @property
    def par(self) -> tuple[str, str | None]:
        return (self.origen, self.destino)


class Formato(StrEnum):
    """De dónde se leyó. `LANGGRAPH` (`get_graph().to_json()`) miente de formas conocidas; ver `comparacion`."""

    VITRINA = "vitrina"
    LANGGRAPH = "langgraph"
    MERMAID = "mermaid"
    PLAN = "plan"


class Grafo(Struct, frozen=True, kw_only=True):
    """Nodos y aristas en el orden en que se declararon. `canales` va de clave de estado a nombre de su reductor."""

    nodos: tuple[Nodo, ...]
    aristas: tuple[Arista, ...]
    formato: Formato
    version_langgraph: str | None = None
    canales: Mapping[str, str] = field(default_factory=dict)
    lee: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    escribe: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    avisos: tuple[Mensaje, ...] = ()
    lugar: Lugar | None = None

    @property
    def por_id(self) -> Mapping[str, Nodo]:
        return {n.id: n for n in self.nodos}

    def sin_destino(self, origen: str) -> tuple[Arista, ...]:
        """Las aristas de `origen` cuyo destino el grafo no puede decir."""
        return tuple(a for a in self.aristas if a.origen == origen and a.destino is None)
