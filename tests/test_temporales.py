"""Las carpetas temporales de quien murió se quitan; las de quien vive y las ajenas, nunca."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from generador.temporales import apuntar, cogida, limpiar, temporal

RAIZ = Path(__file__).parent.parent


@pytest.fixture
def donde(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def muerta(donde: Path, nombre: str = "vitrina-muerta", marca: str | None = "") -> Path:
    """Como la que deja un proceso muerto: con su marca y sin que nadie la tenga cogida."""
    carpeta = donde / nombre
    (carpeta / "dentro").mkdir(parents=True)
    (carpeta / "dentro" / "traza.jsonl").write_text("x", "utf-8")
    if marca is not None:
        (carpeta / ".vitrina-temporal").write_text(marca, "utf-8")
    return carpeta


def test_al_salir_no_queda(donde):
    with temporal() as carpeta:
        (carpeta / "x").write_text("", "utf-8")
    assert list(donde.iterdir()) == []


def test_mientras_se_quita_sigue_cogida_y_otro_no_la_da_por_muerta(donde, monkeypatch):
    """Si la diera, se llevaría también la carpeta de `multiprocessing` de un proceso que sigue vivo."""
    borrar, viva = shutil.rmtree, donde / "pymp-viva"
    viva.mkdir()

    def borrar_mientras_otro_limpia(ruta, **como):
        monkeypatch.setattr(shutil, "rmtree", borrar)
        limpiar()
        borrar(ruta, **como)

    monkeypatch.setattr(shutil, "rmtree", borrar_mientras_otro_limpia)
    with temporal() as carpeta:
        apuntar(carpeta, viva)
    assert list(donde.iterdir()) == [viva]


def test_lo_que_falle_dentro_se_ve_y_tampoco_queda(donde):
    with pytest.raises(FileNotFoundError), temporal() as carpeta:
        (carpeta / "no" / "existe").read_text("utf-8")
    assert list(donde.iterdir()) == []


def test_al_empezar_se_quita_la_de_quien_murio(donde):
    muerta(donde)
    with temporal() as carpeta:
        assert list(donde.iterdir()) == [carpeta]


def test_la_de_un_proceso_vivo_no_se_toca(donde):
    with temporal() as viva, temporal() as otra:
        assert viva.is_dir() and otra.is_dir()
    ajena = muerta(donde)
    with cogida(ajena):
        limpiar()
    assert (ajena / "dentro" / "traza.jsonl").exists()


@pytest.mark.parametrize("nombre", ["vitrina-sin-marca", "otra-cosa", "mi-vitrina-"])
def test_sin_nuestra_marca_o_con_otro_nombre_no_se_toca(donde, nombre):
    carpeta = muerta(donde, nombre, None if nombre.startswith("vitrina") else "")
    limpiar()
    assert (carpeta / "dentro" / "traza.jsonl").exists()


def test_un_enlace_un_fichero_y_una_marca_que_es_un_enlace_no_se_tocan(donde):
    fuera = muerta(donde, "fuera")
    (donde / "vitrina-enlace").symlink_to(fuera)
    (donde / "vitrina-fichero").write_text("", "utf-8")
    con_enlace = muerta(donde, "vitrina-x", None)
    (con_enlace / ".vitrina-temporal").symlink_to(fuera / ".vitrina-temporal")
    limpiar()
    assert {p.name for p in donde.iterdir()} == {"fuera", "vitrina-enlace", "vitrina-fichero", "vitrina-x"}


def test_la_de_otro_usuario_no_se_toca(donde, monkeypatch):
    carpeta = muerta(donde)
    monkeypatch.setattr(os, "geteuid", lambda: 12_345)
    limpiar()
    assert carpeta.exists()


def test_con_ella_se_va_la_que_multiprocessing_le_hizo(donde):
    suya = donde / "pymp-suya"
    suya.mkdir()
    with temporal() as carpeta:
        apuntar(carpeta, suya)
        dicho = (carpeta / ".vitrina-temporal").read_text("utf-8")
    (donde / "pymp-de-otro").mkdir()
    muerta(donde, marca=dicho)
    limpiar()
    assert [p.name for p in donde.iterdir()] == ["pymp-de-otro"]


@pytest.mark.parametrize("dicho", ["/", "..", "fuera", "pymp-x/../fuera", "lejos/pymp-x"])
def test_una_marca_no_puede_llevarse_otra_cosa(donde, dicho):
    for nombre in ("fuera", "lejos/pymp-x"):
        (donde / nombre).mkdir(parents=True)
    muerta(donde, marca=json.dumps(str(donde / dicho)))
    limpiar()
    assert (donde / "fuera").is_dir() and (donde / "lejos" / "pymp-x").is_dir()


@pytest.mark.parametrize("marca", ["{", "[]", "\x00", '"\\u0000"', '"a" "b"'])
def test_una_marca_a_medio_escribir_se_quita_con_su_carpeta(donde, marca):
    muerta(donde, marca=marca)
    with temporal() as carpeta:
        assert list(donde.iterdir()) == [carpeta]


def test_tras_una_muerte_de_verdad_la_siguiente_la_quita(donde):
    programa = """
import os, signal
from generador.temporales import temporal
with temporal() as carpeta:
    print(carpeta, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    entorno = {**os.environ, "TMPDIR": str(donde), "PYTHONPATH": str(RAIZ)}
    hecho = subprocess.run([sys.executable, "-c", programa], capture_output=True, text=True, env=entorno, timeout=60)
    assert hecho.returncode == -signal.SIGKILL
    assert [str(p) for p in donde.iterdir()] == [hecho.stdout.strip()]
    with temporal() as carpeta:
        assert list(donde.iterdir()) == [carpeta]
