"""Donde faltan cosas de POSIX se hace menos, y lo publicado es lo mismo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generador import sistema, sitio
from generador.errores import Codigo
from tests.demo_en_disco import RAIZ, Taller


@pytest.mark.lenta
def test_sin_lo_que_windows_no_tiene_se_importa_se_construye_y_sale_lo_mismo(tmp_path):
    taller = Taller(tmp_path)
    taller.escribir()
    salida = tmp_path / "salidas" / "sitio"
    orden = [sys.executable, "-m", "tests.como_windows", str(taller.corridas), str(salida)]
    hecho = subprocess.run(orden, cwd=RAIZ, capture_output=True, text=True, timeout=240, check=False)
    assert hecho.returncode == 0, hecho.stderr[-2000:]
    dicho = json.loads(hecho.stdout)
    assert dicho["identidad"] == [True, None]
    assert dicho["rehecha"] and dicho["restos"] == []
    assert (dicho["ocupado"], dicho["cerrojos"]) == (Codigo.OTRO_CONSTRUYENDO, 3)
    sitio.construir(taller.corridas, tmp_path / "aqui", idiomas=("es",))
    assert _bytes(salida) == _bytes(tmp_path / "aqui")


def _bytes(carpeta: Path) -> dict[str, bytes]:
    return {f.relative_to(carpeta).as_posix(): f.read_bytes() for f in carpeta.rglob("*") if f.is_file()}


def test_sin_cerrojos_de_ninguna_clase_se_dice_con_un_error_del_sistema(tmp_path, monkeypatch):
    monkeypatch.setattr(sistema, "_FCNTL", None)
    monkeypatch.setattr(sistema, "_MSVCRT", None)
    with (tmp_path / "x").open("wb") as fichero, pytest.raises(OSError, match="not supported") as error:
        sistema.cerrojar(fichero.fileno())
    assert not isinstance(error.value, BlockingIOError)


def test_donde_no_hay_permisos_que_poner_basta_la_clase_del_fichero(tmp_path, monkeypatch):
    (tmp_path / "x").write_bytes(b"")
    (tmp_path / "x").chmod(0o600)
    ficha = (tmp_path / "x").stat()
    assert not sistema.tiene_modo(ficha, 0o100644)
    monkeypatch.delattr(os, "fchmod")
    assert sistema.tiene_modo(ficha, 0o100644)
    assert not sistema.tiene_modo(tmp_path.stat(), 0o100644)
