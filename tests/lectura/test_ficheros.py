"""Abrir ficheros: tamaño, clase, codificación y confinamiento."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.ficheros import existe, leer_bytes, leer_texto, ruta_dentro, texto_de


def mensaje_de(ruta: Path, limite: int = 100) -> str:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_bytes(ruta, limite)
    assert len(error.value.problemas) == 1
    return error.value.problemas[0].que_pasa


def test_lee_lo_que_hay(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"hola")
    assert leer_bytes(tmp_path / "a", 4) == b"hola"


def test_lo_que_no_se_puede_abrir_se_dice(tmp_path: Path) -> None:
    assert mensaje_de(tmp_path / "no") == "no existe"
    assert mensaje_de(tmp_path) == "no es un fichero corriente"
    (tmp_path / "x").write_text("x")
    assert "no existe" in mensaje_de(tmp_path / "x" / "y")
    assert "ruta imposible" in mensaje_de(Path("a\0b"))


def test_una_tuberia_no_deja_colgado_al_lector(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tubo")
    assert "corriente" in mensaje_de(tmp_path / "tubo")
    assert "corriente" in mensaje_de(Path("/dev/zero"))


def test_pasarse_del_limite_es_un_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 2049)
    assert mensaje_de(tmp_path / "a", 2048) == "pasa de 2 KiB"


def test_el_bom_y_los_fines_de_linea_no_cuentan(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfuno\r\ndos\rtres")
    assert leer_texto(tmp_path / "a", 100) == "uno\ndos\ntres"


def test_utf16_se_rechaza_con_pista() -> None:
    with pytest.raises(ErrorDeEntrada, match="UTF-16 → guárdalo como UTF-8"):
        texto_de("hola".encode("utf-16"), "a.md")


def test_el_byte_que_no_es_utf8_se_situa() -> None:
    with pytest.raises(ErrorDeEntrada) as error:
        texto_de("añ\nbé".encode() + b"\xff", "a.md")
    p = error.value.problemas[0]
    assert (p.linea, p.columna, p.que_pasa) == (2, 3, "el byte 0xff no es UTF-8")


@pytest.mark.parametrize("mala", ["../x", "/etc/passwd", "a/../../x", "", "C:\\x", "a\0b"])
def test_una_ruta_que_se_sale_no_vale(tmp_path: Path, mala: str) -> None:
    assert ruta_dentro(tmp_path, mala) is None


def test_un_enlace_que_apunta_fuera_no_vale(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "secreto").write_text("x")
    (tmp_path / "demo" / "enlace").symlink_to(tmp_path / "secreto")
    (tmp_path / "demo" / "bueno").symlink_to(tmp_path / "demo" / "otro")
    assert ruta_dentro(tmp_path / "demo", "enlace") is None
    assert ruta_dentro(tmp_path / "demo", "bueno") == tmp_path / "demo" / "bueno"
    assert ruta_dentro(tmp_path / "demo", "sub/x.md") == tmp_path / "demo" / "sub" / "x.md"


def test_un_nombre_imposible_no_existe(tmp_path: Path) -> None:
    assert not existe(tmp_path / ("x" * 5000))
    assert not existe(tmp_path)
