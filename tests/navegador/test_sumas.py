"""Lo que se publica es lo que se construyó: sumas que cuadran, ni ficheros de menos ni páginas de más."""

from __future__ import annotations

from pathlib import Path

import pytest

from generador.escritura.marca import SUMAS as DE_ESCRITURA
from generador.escritura.marca import con_marca
from generador.navegador.informe import Cuaderno
from generador.navegador.lectura import leer_sitio
from generador.navegador.sumas import SUMAS, comprobar_sumas

FICHEROS = {"index.html": b"<html>uno</html>", "en/index.html": b"<html>one</html>", "estaticos/a.css": b"a{}"}


@pytest.fixture
def sitio(tmp_path) -> Path:
    for ruta, datos in con_marca(FICHEROS).items():
        (tmp_path / ruta).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / ruta).write_bytes(datos)
    return tmp_path


def faltas(sitio: Path) -> tuple[int, list[tuple[str, str]]]:
    """Cuántas comprobaciones se hicieron, y las faltas."""
    cuaderno = Cuaderno()
    comprobar_sumas(leer_sitio(sitio), cuaderno)
    return cuaderno.hechas["sumas"], sorted((f.pagina, f.que_pasa) for f in cuaderno.faltas)


def test_lo_recien_escrito_cuadra(sitio):
    assert SUMAS == DE_ESCRITURA
    hechas, malas = faltas(sitio)
    assert hechas > len(FICHEROS) and malas == []


def test_lo_que_falta_lo_cambiado_y_la_pagina_de_mas_se_dicen(sitio):
    (sitio / "estaticos/a.css").unlink()
    (sitio / "index.html").write_bytes(b"<html>otro</html>")
    (sitio / "vieja.html").write_bytes(b"<html></html>")
    (sitio / "LEEME.txt").write_text("no es una página")
    assert faltas(sitio)[1] == [
        ("estaticos/a.css", "no está, y SHA256SUMS lo nombra"),
        ("index.html", "no es el que se publicó: no cuadra con SHA256SUMS"),
        ("vieja.html", "es una página que SHA256SUMS no nombra"),
    ]


def test_un_sitio_sin_sumas_no_es_una_falta(sitio):
    (sitio / SUMAS).unlink()
    assert faltas(sitio) == (0, [])


@pytest.mark.parametrize("linea", ["x", "zz  index.html", f"{'0' * 64}", f"{'0' * 64}  ../fuera.html", "\udcff"])
def test_unas_sumas_hostiles_o_a_medias_se_dicen_y_no_salen_del_sitio(sitio, linea):
    (sitio.parent / "fuera.html").write_text("x")
    with (sitio / SUMAS).open("ab") as fichero:
        fichero.write(linea.encode("utf-8", "surrogateescape"))
    ((pagina, que_pasa),) = faltas(sitio)[1]
    assert (pagina, que_pasa.startswith("no está")) == (("../fuera.html", True) if ".." in linea else (SUMAS, False))
