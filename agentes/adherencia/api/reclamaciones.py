"""Quién reanuda cada pausa: una reclamación por `interrupt_id`, atómica y fuera del grafo.

LangGraph acepta dos reanudaciones a la vez de la misma pausa y ejecuta las dos; la última pisa a la otra. Aquí la
clave única de SQLite decide quién llegó primero, también entre procesos.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CADUCIDAD = 300.0
"""Segundos tras los que una reclamación sin terminar (murió el proceso) se puede volver a hacer."""
_TABLA = """
CREATE TABLE IF NOT EXISTS reclamacion (
  interrupt_id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL,
  quien TEXT,
  reclamada REAL NOT NULL,
  terminada INTEGER NOT NULL DEFAULT 0
) STRICT
"""
_RECLAMAR = """
INSERT INTO reclamacion (interrupt_id, thread_id, quien, reclamada) VALUES (?, ?, ?, ?)
ON CONFLICT (interrupt_id) DO UPDATE SET quien = excluded.quien, reclamada = excluded.reclamada
WHERE terminada = 0 AND reclamada < excluded.reclamada - ?
"""


@dataclass(frozen=True, slots=True)
class Reclamaciones:
    """La tabla en `ruta`. `ahora` da segundos unix. Cada operación abre su conexión: vale desde cualquier hilo."""

    ruta: Path
    ahora: Callable[[], float]

    def __post_init__(self) -> None:
        with self._conexion() as c:
            c.execute(_TABLA)

    def reclamar(self, interrupt_id: str, thread_id: str, quien: str | None) -> bool:
        """Si la pausa queda para quien llama. Solo uno recibe `True`."""
        with self._conexion() as c:
            cambio = c.execute(_RECLAMAR, (interrupt_id, thread_id, quien, self.ahora(), CADUCIDAD))
            return cambio.rowcount == 1

    def terminar(self, interrupt_id: str) -> None:
        """La decisión se aplicó: nadie más puede reclamarla, pase el tiempo que pase."""
        with self._conexion() as c:
            c.execute("UPDATE reclamacion SET terminada = 1 WHERE interrupt_id = ?", (interrupt_id,))

    def soltar(self, interrupt_id: str) -> None:
        """La reanudación falló antes de terminar: otra persona puede intentarlo."""
        with self._conexion() as c:
            c.execute("DELETE FROM reclamacion WHERE interrupt_id = ? AND terminada = 0", (interrupt_id,))

    def hecha(self, interrupt_id: str) -> bool:
        """Si alguien ya reclamó esa pausa."""
        with self._conexion() as c:
            consulta = c.execute("SELECT 1 FROM reclamacion WHERE interrupt_id = ?", (interrupt_id,))
            return consulta.fetchone() is not None

    @contextmanager
    def _conexion(self) -> Iterator[sqlite3.Connection]:
        conexion = sqlite3.connect(self.ruta, timeout=10)
        try:
            with conexion:
                yield conexion
        finally:
            conexion.close()
