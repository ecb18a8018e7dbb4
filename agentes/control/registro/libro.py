"""El registro en SQLite. Añadir es lo único que se puede: lo demás lo impide la base, también desde otra conexión.

Los disparadores cierran UPDATE, DELETE y el atajo de `INSERT OR REPLACE`, que no dispara el de DELETE; a la conexión
que escribe se le quita además el permiso de tirar disparadores o tocar el esquema. Quien posea el fichero puede
reescribirlo entero: por eso la cabeza de la cadena se publica fuera de él.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agentes.control.canonico import PREFIJO_DE_ID, canonico, sha256
from agentes.control.errores import RegistroAlterado, RegistroCerrado
from agentes.control.registro.cadena import ORIGEN, Clase, Entrada, comprobar

_ESQUEMA = (
    """
CREATE TABLE IF NOT EXISTS contenido(sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entrada(
  run_id TEXT NOT NULL, seq INTEGER NOT NULL, clase TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES contenido(sha256), tipo_de_medio TEXT NOT NULL, n_bytes INTEGER NOT NULL,
  meta TEXT NOT NULL, previo TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
  PRIMARY KEY(run_id, seq)) STRICT;
CREATE TRIGGER IF NOT EXISTS contenido_repetido BEFORE INSERT ON contenido
  WHEN EXISTS(SELECT 1 FROM contenido WHERE sha256 = NEW.sha256) BEGIN SELECT RAISE(IGNORE); END;
CREATE TRIGGER IF NOT EXISTS entrada_en_orden BEFORE INSERT ON entrada
  WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM entrada WHERE run_id = NEW.run_id)
    OR NEW.previo <> COALESCE(
      (SELECT hash FROM entrada WHERE run_id = NEW.run_id ORDER BY seq DESC LIMIT 1), '{origen}')
    OR EXISTS(SELECT 1 FROM entrada WHERE hash = NEW.hash)
  BEGIN SELECT RAISE(ABORT, 'el registro solo admite añadir la siguiente entrada'); END;
""".replace("{origen}", ORIGEN)
    + "".join(
        f"CREATE TRIGGER IF NOT EXISTS {tabla}_no_{orden.lower()} BEFORE {orden} ON {tabla} "
        "BEGIN SELECT RAISE(ABORT, 'el registro no se cambia ni se borra'); END;\n"
        for tabla in ("contenido", "entrada")
        for orden in ("UPDATE", "DELETE")
    )
)
_LEER = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION, 33}
)  # 33 es SQLITE_RECURSIVE, que el módulo no nombra
_TABLAS = frozenset({"contenido", "entrada"})
_COLUMNAS = "run_id, seq, clase, sha256, tipo_de_medio, n_bytes, meta, previo, hash"


class Libro:
    """Un registro abierto. Sin ruta vive en memoria, para pruebas y para exportar el grafo."""

    def __init__(self, ruta: Path | str = ":memory:") -> None:
        self._cerrojo = threading.RLock()
        self._base = sqlite3.connect(str(ruta), isolation_level=None, check_same_thread=False)
        self._base.execute("PRAGMA foreign_keys = ON")
        self._base.execute("PRAGMA recursive_triggers = ON")
        self._base.executescript(_ESQUEMA)
        self._base.set_authorizer(_autoriza)

    def anadir(
        self, run_id: str, clase: Clase, contenido: bytes, tipo_de_medio: str, meta: Mapping[str, Any]
    ) -> Entrada:
        """Añade unos bytes al final de la cadena de esa corrida. Dos escritores no pueden ocupar el mismo sitio."""
        with self._cerrojo:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                entrada = self._siguiente(run_id, clase, contenido, tipo_de_medio, meta)
                self._base.execute("INSERT INTO contenido VALUES (?, ?)", (entrada.sha256, contenido))
                self._base.execute(f"INSERT INTO entrada({_COLUMNAS}) VALUES (?,?,?,?,?,?,?,?,?)", _fila(entrada))  # noqa: S608
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")
            return entrada

    def entradas(self, run_id: str) -> list[Entrada]:
        """Las entradas de una corrida, en orden."""
        orden = f"SELECT {_COLUMNAS} FROM entrada WHERE run_id = ? ORDER BY seq"  # noqa: S608
        with self._cerrojo:
            return [_entrada(f) for f in self._base.execute(orden, (run_id,))]

    def bytes_de(self, run_id: str, id_: str) -> bytes | None:
        """Los bytes de un id si está en esa corrida, o `None`. Lanza `RegistroAlterado` si ya no son los suyos."""
        orden = (
            "SELECT bytes FROM contenido WHERE sha256 = ?"
            " AND EXISTS(SELECT 1 FROM entrada WHERE run_id = ? AND sha256 = contenido.sha256)"
        )
        cifra = id_.removeprefix(PREFIJO_DE_ID)
        with self._cerrojo:
            fila = self._base.execute(orden, (cifra, run_id)).fetchone()
        if fila is None or not id_.startswith(PREFIJO_DE_ID):
            return None
        if sha256(fila[0]) != cifra:
            raise RegistroAlterado(f"los bytes de {id_} no son los que se escribieron")
        return bytes(fila[0])

    def cabeza(self, run_id: str) -> str:
        """El hash de la última entrada de una corrida."""
        entradas = self.entradas(run_id)
        return entradas[-1].hash if entradas else ORIGEN

    def comprobar(self, run_id: str, cabeza: str) -> None:
        """Recalcula la cadena de una corrida contra una cabeza publicada. Lanza `RegistroAlterado`."""
        entradas = self.entradas(run_id)
        with self._cerrojo:
            contenidos = dict(self._base.execute("SELECT sha256, bytes FROM contenido"))
        comprobar([e.como_dato() for e in entradas], contenidos, cabeza)

    def ejecutar(self, orden: str) -> None:
        """Una orden SQL con los permisos de quien escribe. Lanza `RegistroCerrado` si no es de leer o añadir."""
        try:
            self._base.execute(orden)
        except sqlite3.DatabaseError as fallo:
            raise RegistroCerrado(str(fallo)) from fallo

    def cerrar(self) -> None:
        """Suelta el fichero."""
        self._base.close()

    def _siguiente(
        self, run_id: str, clase: Clase, contenido: bytes, tipo_de_medio: str, meta: Mapping[str, Any]
    ) -> Entrada:
        seq = len(self.entradas(run_id)) + 1
        previo = self.cabeza(run_id)
        cruda = Entrada(run_id, seq, clase, sha256(contenido), tipo_de_medio, len(contenido), dict(meta), previo)
        return cruda.sellada()


def _autoriza(accion: int, primero: str | None, *_: str | None) -> int:
    """Leer, y añadir a las dos tablas. Nada de UPDATE, DELETE, DROP, ALTER, ATTACH ni PRAGMA."""
    if accion in _LEER or (accion == sqlite3.SQLITE_INSERT and primero in _TABLAS):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _fila(e: Entrada) -> tuple[Any, ...]:
    meta = canonico(dict(e.meta)).decode()
    return (e.run_id, e.seq, e.clase, e.sha256, e.tipo_de_medio, e.n_bytes, meta, e.previo, e.hash)


def _entrada(fila: tuple[Any, ...]) -> Entrada:
    run_id, seq, clase, huella, medio, n_bytes, meta, previo, hash_ = fila
    return Entrada(run_id, seq, clase, huella, medio, n_bytes, json.loads(meta), previo, hash_)
