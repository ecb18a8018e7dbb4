"""Abrir la base de datos. SQLite se pone en el modo en que dos procesos no se pisan; PostgreSQL ya lo está."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

SOLO_LECTURA = "solo_lectura"
_ESPERA_MS = 30_000


def abrir(url: str) -> Engine:
    """Un motor listo para transacciones concurrentes. `url` es de SQLAlchemy (`sqlite:///…`, `postgresql+psycopg://…`).

    En SQLite, cada transacción empieza con `BEGIN IMMEDIATE`: quien va a decidir toma el turno antes de leer, que es lo
    que en PostgreSQL hace `FOR UPDATE`. Sin eso, dos lecturas seguidas de dos escrituras se pisarían.
    """
    motor = create_engine(url)
    if motor.dialect.name == "sqlite":
        event.listen(motor, "connect", _preparar)
        event.listen(motor, "begin", _empezar)
    return motor


def lectura(motor: Engine) -> Engine:
    """El mismo motor para transacciones que solo leen: en SQLite no toman el turno de escritura."""
    return motor.execution_options(**{SOLO_LECTURA: True})


def _preparar(conexion: Any, _registro: Any) -> None:
    conexion.isolation_level = None
    for orden in ("journal_mode=WAL", f"busy_timeout={_ESPERA_MS}", "foreign_keys=ON", "synchronous=NORMAL"):
        conexion.execute(f"PRAGMA {orden}")


def _empezar(conexion: Connection) -> None:
    solo_lee = conexion.get_execution_options().get(SOLO_LECTURA)
    conexion.exec_driver_sql("BEGIN" if solo_lee else "BEGIN IMMEDIATE")
