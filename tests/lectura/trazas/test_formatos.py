"""La puerta de las trazas: qué formato es cada fichero y qué pasa si ninguno."""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura import trazas
from generador.lectura.trazas import FORMATOS, leer_traza
from tests.lectura.trazas.cinta import Cinta, nodos

MUESTRAS = Path(__file__).parent / "muestras"


def test_cada_modulo_que_reconoce_un_formato_esta_en_la_tupla_y_al_reves():
    nombres = [m.name for m in pkgutil.iter_modules(trazas.__path__) if not m.ispkg]
    modulos = [importlib.import_module(f"{trazas.__name__}.{n}") for n in nombres]
    assert {id(m) for m in modulos if hasattr(m, "reconoce")} == {id(f) for f in FORMATOS}


def test_cada_muestra_la_reconoce_un_solo_formato(tmp_path):
    propia = tmp_path / "propia.jsonl"
    propia.write_bytes(Cinta().ejecucion("r0").tarea("t1", "a", 1).bytes())
    for ruta in (propia, *sorted(MUESTRAS.iterdir())):
        assert sum(f.reconoce(ruta.read_bytes()[:65536]) for f in FORMATOS) == 1, ruta.name


def test_leer_traza_da_el_caso_que_se_le_pide(tmp_path):
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(Cinta().ejecucion("r0").tarea("t1", "a", 1).bytes())
    traza = leer_traza(ruta, "mi-caso")
    assert (traza.caso, nodos(traza)) == ("mi-caso", [["a"]])


def test_lo_que_no_es_un_fichero_corriente_no_se_lee(tmp_path):
    """Un FIFO o `/dev/zero` no acaban nunca."""
    ruta = tmp_path / "x.jsonl"
    os.mkfifo(ruta)
    with pytest.raises(ErrorDeEntrada, match=r"x\.jsonl: no se puede leer la traza: no es un fichero corriente →"):
        leer_traza(ruta, "c")


@pytest.mark.parametrize("contenido", [b"", b"\n \n"])
def test_una_traza_vacia_lo_dice(tmp_path, contenido: bytes):
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(contenido)
    with pytest.raises(ErrorDeEntrada, match=r"x\.jsonl: la traza está vacía → vuelve a grabar"):
        leer_traza(ruta, "c")


@pytest.mark.parametrize("contenido", [b"hola", b'{"runs":[]}', b"SQLite format 3\x00", b"\xff", b'{"call":1}'])
def test_un_formato_desconocido_lo_dice_con_su_remedio(tmp_path, contenido: bytes):
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(contenido)
    with pytest.raises(ErrorDeEntrada, match="no se reconoce el formato"):
        leer_traza(ruta, "c")


def test_la_marca_de_orden_de_bytes_no_se_lleva_la_primera_linea(tmp_path):
    ruta = tmp_path / "x.jsonl"
    datos = Cinta().ejecucion("r0").tarea("t1", "a", 1).bytes()
    ruta.write_bytes(b"\xef\xbb\xbf" + datos.replace(b"\n", b"\r\n"))
    traza = leer_traza(ruta, "c")
    assert (nodos(traza), traza.saltadas) == ([["a"]], ())


@pytest.mark.parametrize("codificacion", ["utf-16-le", "utf-16-be"])
def test_una_traza_en_utf_16_dice_que_hacer(tmp_path, codificacion):
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(("\ufeff" + Cinta().bytes().decode()).encode(codificacion))
    with pytest.raises(ErrorDeEntrada, match=r"x\.jsonl: la traza está en UTF-16 → guárdala como UTF-8"):
        leer_traza(ruta, "c")


def test_un_fichero_que_no_esta_o_no_es_un_fichero_lo_dice(tmp_path):
    for ruta in (tmp_path / "nada.jsonl", tmp_path):
        with pytest.raises(ErrorDeEntrada, match="no se puede leer la traza"):
            leer_traza(ruta, "c")


def test_una_traza_desmesurada_se_rechaza_sin_leerla(tmp_path, monkeypatch):
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(Cinta().bytes())
    monkeypatch.setattr(trazas, "MAXIMO", 10)
    with pytest.raises(ErrorDeEntrada, match="pasa de 2 GiB"):
        leer_traza(ruta, "c")


def test_leer_deja_el_recolector_como_estaba(tmp_path):
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(Cinta(cabecera=True).bytes())
    leer_traza(ruta, "c")
    assert gc.isenabled()
    gc.disable()
    try:
        leer_traza(ruta, "c")
        assert not gc.isenabled()
    finally:
        gc.enable()
