"""Las tablas de `SqliteSaver`, leídas sin LangGraph y sin fiarse del fichero.

Se abre una copia, de solo lectura: SQLite escribe al abrir una base que quedó con su diario a medias, y una base ajena
no se toca. Una vista con el nombre de la tabla podría ejecutar lo que quisiera, así que tiene que ser una tabla.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from generador.lectura.ajenas.documentos import Contenido
from generador.lectura.ajenas.msgpack import Ilegible, leer
from generador.lectura.ajenas.tramos import Saltada
from generador.lectura.ajenas.valores import mapa
from generador.modelo import nuestros
from generador.temporales import temporal

_OPERACIONES = 20_000
"""Tandas de 10 000 instrucciones de SQLite: una consulta que pase de ahí no es leer una tabla."""
_CHECKPOINTS = ("thread_id", "checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "type", "checkpoint", "metadata")
_ESCRITURAS = ("thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "task_path", "idx", "channel", "type", "value")


class Punto(Struct, frozen=True):
    """Un checkpoint. `canales` son sus valores; `escrito`, lo que las versiones viejas ponían en sus metadatos.

    `abre` son las tareas del paso siguiente, con su id y su camino, si se dicen: una base solo guarda los canales.
    `dentro_de` es bajo qué checkpoint de cada espacio de fuera se ejecutó.
    """

    ns: str
    id: str
    padre: str | None
    hora: Any
    fuente: str
    paso: int
    canales: Mapping[str, Any]
    escrito: Mapping[str, Any]
    abre: tuple[tuple[str, str], ...] | None = None
    dentro_de: Mapping[str, Any] = {}


class Escritura(Struct, frozen=True):
    """Lo que una tarea escribió en un canal."""

    tarea: str
    camino: str
    orden: int
    canal: str
    valor: Any


@dataclass(slots=True)
class Hilo:
    """Un `thread_id`: sus checkpoints por espacio, y las escrituras por (espacio, checkpoint)."""

    id: str
    puntos: dict[str, list[Punto]] = field(default_factory=dict)
    escrituras: dict[tuple[str, str], list[Escritura]] = field(default_factory=dict)


def hay_checkpoints(contenido: Contenido) -> bool:
    """Si es una base de SQLite con su tabla `checkpoints`, o tan rota que no se sabe: entonces lo dice quien la lee."""
    if not contenido.datos.startswith(b"SQLite format 3\x00"):
        return False
    try:
        with _abierta(contenido) as base:
            return set(_CHECKPOINTS[:3]) <= set(_columnas(base, "checkpoints"))
    except sqlite3.Error:
        return True


def leer_hilos(contenido: Contenido) -> tuple[tuple[Hilo, ...], tuple[Saltada, ...]]:
    """Los hilos por nombre, y las filas que no se pudieron leer. Lanza `sqlite3.Error` si la base está rota."""
    hilos: dict[str, Hilo] = {}
    saltadas: list[Saltada] = []
    with _abierta(contenido) as base:
        for fila in _filas(base, "checkpoints", _CHECKPOINTS, "thread_id, checkpoint_ns, checkpoint_id"):
            hilo = hilos.setdefault(str(fila["thread_id"]), Hilo(str(fila["thread_id"])))
            _apuntar(hilo, fila, saltadas)
        for fila in _filas(base, "writes", _ESCRITURAS, "thread_id, checkpoint_ns, checkpoint_id, task_id, idx"):
            if (hilo_suyo := hilos.get(str(fila["thread_id"]))) is not None:
                _escribir(hilo_suyo, fila, saltadas)
    return tuple(hilos[h] for h in sorted(hilos)), tuple(saltadas)


@contextmanager
def _abierta(contenido: Contenido) -> Iterator[sqlite3.Connection]:
    with temporal() as carpeta:
        copia = carpeta / "copia.sqlite"
        copia.write_bytes(contenido.datos)
        diario = contenido.ruta.with_name(f"{contenido.ruta.name}-wal")
        if diario.is_file():
            shutil.copyfile(diario, copia.with_name("copia.sqlite-wal"))
        with closing(sqlite3.connect(copia)) as base:
            base.row_factory = sqlite3.Row
            base.text_factory = lambda crudo: crudo.decode("utf-8", "replace")
            base.execute("PRAGMA trusted_schema = OFF")
            base.execute("PRAGMA query_only = ON")
            quedan = iter(range(_OPERACIONES))
            base.set_progress_handler(lambda: next(quedan, None) is None, 10_000)
            yield base


def _columnas(base: sqlite3.Connection, tabla: str) -> list[str]:
    """Las de una tabla; de una vista, ninguna."""
    es = base.execute("SELECT type FROM sqlite_master WHERE name = ?", (tabla,)).fetchone()
    if es is None or es["type"] != "table":
        return []
    return [str(c["name"]) for c in base.execute(f"PRAGMA table_info({tabla})")]


def _filas(base: sqlite3.Connection, tabla: str, quiero: tuple[str, ...], orden: str) -> Iterator[dict[str, Any]]:
    """Las filas, con `None` en las columnas que esa versión de LangGraph aún no tenía."""
    hay = [c for c in quiero if c in _columnas(base, tabla)]
    if not hay:
        return
    orden = ", ".join(c for c in orden.split(", ") if c in hay)
    for fila in base.execute(f"SELECT {', '.join(hay)} FROM {tabla} ORDER BY {orden}"):  # noqa: S608 (nombres nuestros)
        yield {**dict.fromkeys(quiero), **dict(fila)}


def _apuntar(hilo: Hilo, fila: Mapping[str, Any], saltadas: list[Saltada]) -> None:
    ns, id = str(fila["checkpoint_ns"] or ""), str(fila["checkpoint_id"])
    try:
        dentro, meta = leer(fila["type"], fila["checkpoint"]), leer(None, fila["metadata"])
    except Ilegible as error:
        saltadas.append(Saltada(0, f"el checkpoint {id} del hilo «{hilo.id[:60]}» {error}"))
        return
    dentro, meta = dentro if isinstance(dentro, dict) else {}, meta if isinstance(meta, dict) else {}
    paso, padre = meta.get("step"), fila["parent_checkpoint_id"]
    if type(paso) is not int or not -1 <= paso < 10**9:
        saltadas.append(Saltada(0, f"el checkpoint {id} del hilo «{hilo.id[:60]}» no dice de qué paso es"))
        return
    canales, escrito = dentro.get("channel_values"), meta.get("writes")
    punto = Punto(
        ns=ns,
        id=id,
        padre=str(padre) if padre else None,
        hora=dentro.get("ts"),
        fuente=str(meta.get("source") or ""),
        paso=paso,
        canales=canales if isinstance(canales, dict) else {},
        escrito=escrito if isinstance(escrito, dict) else {},
        dentro_de=mapa(meta.get("parents")),
    )
    hilo.puntos.setdefault(ns, []).append(punto)


def _escribir(hilo: Hilo, fila: Mapping[str, Any], saltadas: list[Saltada]) -> None:
    canal = str(fila["channel"])
    try:
        valor = leer(fila["type"], fila["value"])
    except Ilegible as error:
        saltadas.append(Saltada(0, f"lo que una tarea del hilo «{hilo.id[:60]}» escribió en «{canal[:60]}» {error}"))
        valor = {"$t": "repr", "cls": "", "v": str(nuestros.ILEGIBLE)}
    orden = fila["idx"] if isinstance(fila["idx"], int) else 0
    escritura = Escritura(str(fila["task_id"]), str(fila["task_path"] or ""), orden, canal, valor)
    hilo.escrituras.setdefault((str(fila["checkpoint_ns"] or ""), str(fila["checkpoint_id"])), []).append(escritura)
