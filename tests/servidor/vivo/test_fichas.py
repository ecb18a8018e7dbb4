"""Una ficha, un efecto."""

import threading

import pytest

from generador.servidor.vivo import fichas as modulo
from generador.servidor.vivo.fichas import FichaNoVale, Fichas


def usar(fichas, ficha, hecho, para="a", contenido=b"x"):
    def hacer():
        hecho.append(1)
        return f"/{len(hecho)}"

    return fichas.usar(ficha, para, contenido, hacer)


def test_repetir_lo_mismo_lleva_al_mismo_sitio_y_no_repite_el_efecto():
    fichas, hecho = Fichas(), []
    ficha = fichas.nueva("a")
    assert [usar(fichas, ficha, hecho) for _ in range(3)] == ["/1"] * 3
    assert len(hecho) == 1


def test_a_la_vez_tambien_es_una():
    fichas, hecho, destinos = Fichas(), [], []
    ficha = fichas.nueva("a")
    hilos = [threading.Thread(target=lambda: destinos.append(usar(fichas, ficha, hecho))) for _ in range(16)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    assert destinos == ["/1"] * 16


@pytest.mark.parametrize("cambio", [{"para": "b"}, {"contenido": b"y"}])
def test_gastada_no_vale_para_otra_cosa(cambio):
    fichas, hecho = Fichas(), []
    ficha = fichas.nueva("a")
    usar(fichas, ficha, hecho)
    with pytest.raises(FichaNoVale):
        usar(fichas, ficha, hecho, **cambio)
    assert len(hecho) == 1


def test_una_que_no_dimos_no_vale():
    with pytest.raises(FichaNoVale):
        usar(Fichas(), "inventada", [])


def test_si_lo_que_se_hace_lanza_la_ficha_queda_gastada():
    fichas, hecho = Fichas(), []
    ficha = fichas.nueva("a")
    with pytest.raises(ZeroDivisionError):
        fichas.usar(ficha, "a", b"x", lambda: str(1 / 0))
    with pytest.raises(FichaNoVale):
        usar(fichas, ficha, hecho)
    assert hecho == []


def test_se_olvidan_las_mas_viejas(monkeypatch):
    monkeypatch.setattr(modulo, "MAXIMO", 2)
    fichas = Fichas()
    vieja, *nuevas = [fichas.nueva("a") for _ in range(3)]
    with pytest.raises(FichaNoVale):
        usar(fichas, vieja, [])
    assert [usar(fichas, f, []) for f in nuevas] == ["/1", "/1"]
