"""Repartir entre procesos: mismo resultado y mismo orden, y un fallo de un hijo llega al padre."""

import pytest

from generador import sitio
from generador.incremental import casos
from generador.incremental.reparto import procesos_utiles, repartir
from tests.demo_en_disco import Taller


def doble(n: int) -> int:
    return n * 2


@pytest.mark.parametrize("procesos", [1, 2])
def test_da_lo_mismo_y_en_orden_con_uno_o_con_varios(procesos):
    assert list(repartir(doble, range(20), procesos)) == [n * 2 for n in range(20)]


def test_lo_que_se_hereda_no_hace_falta_que_se_pueda_serializar():
    cosas = {"abierto": lambda n: n + 1}
    assert list(repartir(lambda n: cosas["abierto"](n), [1, 2, 3], 2)) == [2, 3, 4]


def test_un_fallo_en_un_hijo_es_un_fallo():
    def falla(n: int) -> int:
        if n == 3:
            raise ValueError("tres")
        return n

    with pytest.raises(ValueError, match="tres"):
        list(repartir(falla, range(5), 2))


def test_hay_al_menos_un_proceso_util():
    assert procesos_utiles() >= 1


def test_el_sitio_es_identico_byte_a_byte_repartido_o_no(tmp_path, monkeypatch):
    taller = Taller(tmp_path)
    for n in range(9):
        taller.demos["mini"].casos[f"caso{n}"] = "hola"
    taller.escribir()
    monkeypatch.setattr(casos, "_PASOS_QUE_COMPENSAN", 0)
    repartidos = []
    monkeypatch.setattr(casos, "repartir", lambda h, t, n: repartidos.append(n) or repartir(h, t, n))
    for n in (1, 2):
        sitio.construir(tmp_path / "corridas", tmp_path / f"sitio{n}", procesos=n)
    assert repartidos == [1, 2]
    uno, dos = (
        {p.relative_to(tmp_path / s): p.read_bytes() for p in (tmp_path / s).rglob("*") if p.is_file()}
        for s in ("sitio1", "sitio2")
    )
    assert uno == dos
