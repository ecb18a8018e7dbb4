"""Lo que se recuerda de cada traza espera en memoria o en disco, y vuelve igual de los dos sitios."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.errores import Codigo, ErrorDeSalida
from generador.incremental import deposito
from generador.incremental.deposito import Deposito
from generador.incremental.recuerdos import Recuerdos


class SinSitio:
    """Un fichero temporal en un disco lleno, que además se estropea."""

    def __init__(self, _prefijo: str) -> None: ...

    def anadir(self, _datos: bytes) -> int:
        raise OSError("no queda sitio")

    def leer(self, _desde: int, _cuantos: int) -> bytes:
        raise OSError("no se deja leer")


@given(st.lists(st.binary(max_size=40)), st.integers(0, 100))
def test_todo_vuelve_igual_quepa_o_no_en_memoria(datos: list[bytes], caben: int):
    with pytest.MonkeyPatch.context() as m:
        m.setattr(deposito, "EN_MEMORIA", caben)
        d = Deposito()
    guardados = [d.guardar(uno) for uno in datos]
    assert [d.traer(g) for g in guardados] == datos
    assert sum(len(g) for g in guardados if isinstance(g, bytes)) <= caben


def test_si_el_disco_no_deja_se_queda_en_memoria(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deposito, "EN_MEMORIA", 1)
    monkeypatch.setattr(deposito, "FicheroTemporal", SinSitio)
    d = Deposito()
    assert d.traer(d.guardar(b"mucho")) == b"mucho"


def test_si_el_disco_deja_de_leerse_se_dice_y_no_se_inventa(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deposito, "EN_MEMORIA", 1)
    d = Deposito()
    guardado = d.guardar(b"mucho")
    monkeypatch.setattr(d, "_fichero", SinSitio(""))
    with pytest.raises(ErrorDeSalida, match="carpeta temporal") as error:
        d.traer(guardado)
    assert error.value.codigo is Codigo.DISCO


def test_lo_recordado_pasa_a_la_construccion_siguiente_y_a_la_cache_tambien_desde_el_disco(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(deposito, "EN_MEMORIA", 1)
    primera = Recuerdos[list[int]]()
    primera["a"], primera["b"] = [1, 2], [3]
    segunda = primera.siguiente()
    assert segunda["a"] == [1, 2]
    assert list(segunda) == ["a"]
    otra = pickle.loads(pickle.dumps(segunda))  # noqa: S301 — lo escribió esta prueba
    assert dict(otra) == {"a": [1, 2]}
