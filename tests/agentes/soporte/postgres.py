"""Un PostgreSQL de verdad en una carpeta temporal, sin red: solo un socket. Sin los binarios, las pruebas se saltan."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

USUARIO = "postgres"
AJUSTES = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60 -c listen_addresses=''"


def binarios() -> Path | None:
    """La carpeta con `initdb` y `pg_ctl`: la del PATH o la de Debian."""
    if suelto := shutil.which("initdb"):
        return Path(suelto).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda p: float(p.parent.name))


@contextlib.contextmanager
def servidor() -> Iterator[str]:
    """La URL de un servidor recién creado, que se apaga al salir. Salta la prueba si no se puede levantar."""
    donde = binarios()
    if donde is None:
        pytest.skip("no hay PostgreSQL en esta máquina (apt install postgresql)")
    como = _como_quien()
    carpeta = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        if como:
            os.chown(carpeta, como["user"], como["group"])
        datos = carpeta / "datos"
        _orden([donde / "initdb", "-D", datos, "-U", USUARIO, "-A", "trust", "-E", "UTF8", "--no-sync"], como)
        _orden(
            [donde / "pg_ctl", "-D", datos, "-l", carpeta / "log", "-o", f"-k {carpeta} {AJUSTES}", "-w", "start"], como
        )
        try:
            yield f"postgresql+psycopg://{USUARIO}@/postgres?host={carpeta}"
        finally:
            _orden([donde / "pg_ctl", "-D", datos, "-m", "immediate", "-w", "stop"], como)
    finally:
        shutil.rmtree(carpeta, ignore_errors=True)


def _como_quien() -> dict[str, Any]:
    """PostgreSQL se niega a arrancar como root: entonces se usa su usuario."""
    if os.geteuid() != 0:
        return {}
    try:
        suyo = pwd.getpwnam(USUARIO)
    except KeyError:
        pytest.skip("soy root y no existe el usuario postgres")
    return {"user": suyo.pw_uid, "group": suyo.pw_gid, "extra_groups": []}


def _orden(partes: list[Any], como: dict[str, Any]) -> None:
    hecho = subprocess.run(
        [str(p) for p in partes], capture_output=True, text=True, timeout=60, check=False, cwd="/", **como
    )
    if hecho.returncode != 0:
        pytest.skip(f"PostgreSQL no arranca: {hecho.stderr[-200:]}")
