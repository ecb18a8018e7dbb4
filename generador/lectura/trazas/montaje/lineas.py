"""Las líneas de la traza v1, con sus claves tal como van en el fichero.

La carga es `Raw`: se salta sin interpretarla, que es lo que hace posible leer cientos de MB por segundo.
Los campos desconocidos se ignoran; los que faltan tienen valor por defecto.
"""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

from msgspec import Raw, Struct

Momento: TypeAlias = float | str | None
"""Segundos unix, o una fecha ISO 8601."""

Espacio: TypeAlias = list[str | int] | str | None
"""El `checkpoint_ns`: lista de tramos `nodo:tarea` (o un número), o la misma unida con `|`."""


class Linea(Struct, tag_field="t", frozen=True, gc=False):
    """Lo común. `ts` es cuándo se escribió."""

    seq: int = 0
    ts: Momento = None
    run: str | int | None = None


class Cabecera(Linea, tag="trace", frozen=True):
    v: int = 1
    graph: str | None = None
    case: str | None = None
    variant: str | None = None
    origin: str = "recorded"
    langgraph: str | None = None
    completeness: dict[str, str] | None = None


class InicioDeEjecucion(Linea, tag="run.start", frozen=True):
    thread: str | int | None = None
    kind: str = "input"
    input: Raw = Raw()
    by: str | None = None
    context: Raw = Raw()
    configurable: Raw = Raw()


class FinDeEjecucion(Linea, tag="run.end", frozen=True):
    """`redactions` y `lost` los cuenta quien graba desde su línea `trace`, sumando todas sus ejecuciones."""

    status: str = "ok"
    error: Raw = Raw()
    redactions: int = 0
    lost: int = 0


class Estado(Linea, tag="state", frozen=True):
    ns: Espacio = None
    step: int | None = None
    phase: str = "after"
    state: Raw = Raw()
    partial: bool = False


class PuntoDeControl(Linea, tag="checkpoint", frozen=True):
    ns: Espacio = None
    step: int | None = None
    source: str | None = None
    state: Raw = Raw()
    partial: bool = False
    next: Any = None


class LineaDeTarea(Linea, frozen=True):
    """De qué tarea habla y cuándo pasó."""

    task: str | None = None
    at: Momento = None


class LineaSituada(LineaDeTarea, frozen=True):
    """Además, dónde está la tarea: su nodo, el espacio de su grafo y su paso."""

    node: str | None = None
    ns: Espacio = None
    step: int | None = None


class InicioDeTarea(LineaSituada, tag="task.start", frozen=True):
    triggers: list[Any] = []
    input: Raw = Raw()
    reused: bool | str | None = None


class FinDeTarea(LineaSituada, tag="task.end", frozen=True):
    status: str = "ok"
    update: Raw = Raw()
    error: Raw = Raw()
    interrupts: Raw = Raw()


class EnCache(Linea, tag="cached", frozen=True):
    ns: Espacio = None
    step: int | None = None
    nodes: list[str] = []
    update: Raw = Raw()
    why: str = "cache"


class InicioDeIntento(LineaSituada, tag="attempt.start", frozen=True):
    id: str = ""
    path: Any = None


class FinDeIntento(LineaDeTarea, tag="attempt.end", frozen=True):
    id: str = ""
    status: str = "ok"
    error: Raw = Raw()
    command: Raw = Raw()


class RutaTomada(Linea, tag="route", frozen=True):
    """`task` falta en la ruta con que arranca el grafo."""

    task: str | None = None
    fn: str = ""
    result: Raw = Raw()


class InicioDeModelo(Linea, tag="model.start", frozen=True):
    id: str = ""
    task: str | None = None
    provider: str | None = None
    model: str | None = None
    cls: str | None = None
    params: Raw = Raw()
    tools: list[Any] | None = None
    messages: Raw = Raw()
    provenance: str | None = None


class FinDeModelo(Linea, tag="model.end", frozen=True):
    id: str = ""
    output: Raw = Raw()
    usage: dict[str, Any] | None = None
    model: str | None = None
    first_token: float | None = None
    provenance: str | None = None
    error: Raw = Raw()


class InicioDeHerramienta(Linea, tag="tool.start", frozen=True):
    id: str = ""
    task: str | None = None
    name: str | None = None
    call: str | None = None
    args: Raw = Raw()


class FinDeHerramienta(Linea, tag="tool.end", frozen=True):
    id: str = ""
    status: str = "ok"
    result: Raw = Raw()
    error: Raw = Raw()


class InicioDeRecuperacion(Linea, tag="retriever.start", frozen=True):
    id: str = ""
    task: str | None = None
    name: str | None = None
    cls: str | None = None
    query: Raw = Raw()


class FinDeRecuperacion(Linea, tag="retriever.end", frozen=True):
    id: str = ""
    docs: Raw = Raw()
    error: Raw = Raw()


class Propio(Linea, tag="custom", frozen=True):
    """Un evento que emitió el agente."""

    ns: Espacio = None
    task: str | None = None
    data: Raw = Raw()


class Pausa(Linea, tag="pause", frozen=True):
    """Una pausa fijada al compilar (`interrupt_before/after`): no es una pregunta."""

    ns: Espacio = None
    step: int | None = None


class Blob(Linea, tag="blob", frozen=True):
    """Un valor que se escribe una vez y al que otras líneas se refieren con `{"$m": h}`."""

    h: str = ""
    v: Raw = Raw()


class Reanudacion(Linea, tag="resume", frozen=True):
    """Aviso de que un ámbito se reanuda: no añade nada a lo que ya dice `run.start`."""


CualquierLinea: TypeAlias = (
    Cabecera
    | InicioDeEjecucion
    | FinDeEjecucion
    | Estado
    | PuntoDeControl
    | InicioDeTarea
    | FinDeTarea
    | EnCache
    | InicioDeIntento
    | FinDeIntento
    | RutaTomada
    | InicioDeModelo
    | FinDeModelo
    | InicioDeHerramienta
    | FinDeHerramienta
    | InicioDeRecuperacion
    | FinDeRecuperacion
    | Propio
    | Pausa
    | Blob
    | Reanudacion
)

CLASES: frozenset[str] = frozenset(str(c.__struct_config__.tag) for c in get_args(CualquierLinea))
"""Los valores de `t` que se entienden. Los demás son de una versión posterior y se ignoran."""
