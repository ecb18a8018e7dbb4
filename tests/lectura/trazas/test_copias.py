"""Una línea repetida no es otro intento, otra llamada ni otro suceso."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.lectura.trazas import leer_traza
from generador.lectura.trazas.copias import Copias
from generador.modelo.traza import Traza

CORRIDAS = Path(__file__).parents[3] / "corridas"
TRAZAS = sorted(CORRIDAS.glob("*/*/trazas/*.jsonl"), key=lambda t: (t.stat().st_size, t))[::60]


def sin_recuento(traza: Traza) -> str:
    return repr(traza).replace(f"lineas={traza.lineas}", "")


@pytest.mark.parametrize("ruta", TRAZAS, ids=lambda r: r.stem)
def test_una_traza_pegada_consigo_misma_dice_lo_mismo(ruta: Path, tmp_path: Path) -> None:
    lineas = ruta.read_bytes().splitlines(keepends=True)
    copia = tmp_path / ruta.name
    for repetidas in (lineas + lineas, [linea for linea in lineas for _ in range(2)], lineas + lineas[1:]):
        copia.write_bytes(b"".join(repetidas))
        assert sin_recuento(leer_traza(copia, "x")) == sin_recuento(leer_traza(ruta, "x"))


def test_dos_lineas_distintas_con_el_mismo_numero_cuentan_las_dos() -> None:
    copias = Copias()
    assert [copias.es_copia(7, linea) for linea in (b"a", b"b", b"b", b"a")] == [False, False, True, False]


@pytest.mark.parametrize("seq", [0, -1, 10**18])
def test_sin_un_numero_de_linea_no_se_sabe_si_es_una_copia(seq: int) -> None:
    copias = Copias()
    assert [copias.es_copia(seq, b"a"), copias.es_copia(seq, b"a")] == [False, False]


@given(st.lists(st.tuples(st.integers(1, 50), st.binary(max_size=3))))
def test_la_segunda_vez_seguida_es_siempre_una_copia(lineas: list[tuple[int, bytes]]) -> None:
    copias = Copias()
    for seq, cruda in lineas:
        copias.es_copia(seq, cruda)
        assert copias.es_copia(seq, cruda)
