"""Cuándo se construye, con horas dadas: sin relojes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.servidor.calma import CALMA, CALMA_DE_UNO, TOPE, Calma


def construcciones(guardados: list[tuple[float, str]], hasta: float, paso: float = 0.05) -> list[float]:
    """Las horas a las que se construiría, mirando cada `paso`, si construir no tarda."""
    calma, horas, pendientes, ahora = Calma(), [], list(guardados), 0.0
    while ahora <= hasta:
        vistos = [ruta for hora, ruta in pendientes if hora <= ahora]
        pendientes = [(h, r) for h, r in pendientes if h > ahora]
        if vistos:
            calma.anotar(ahora, vistos)
        if calma.toca(ahora):
            calma.olvidar()
            horas.append(ahora)
        ahora += paso
    return horas


def test_sin_cambios_no_toca_nunca():
    assert construcciones([], 10) == []


def test_un_guardado_suelto_espera_poco():
    (hora,) = construcciones([(1.0, "a")], 5)
    assert 1.0 + CALMA_DE_UNO <= hora <= 1.0 + CALMA_DE_UNO + 0.11


def test_una_traza_y_su_manifiesto_esperan_como_uno():
    (hora,) = construcciones([(1.0, "traza"), (1.05, "manifiesto")], 5)
    assert hora <= 1.05 + CALMA_DE_UNO + 0.11


def test_varios_ficheros_a_la_vez_esperan_mas_y_son_una():
    (hora,) = construcciones([(1.0, "a"), (1.0, "b"), (1.1, "c")], 5)
    assert hora >= 1.1 + CALMA


def test_dos_guardados_separados_son_dos():
    assert len(construcciones([(1.0, "a"), (3.0, "a")], 6)) == 2


@pytest.mark.parametrize("pausa", [0.03, 0.05])
def test_escribir_a_medias_o_borrar_y_recrear_es_una(pausa):
    assert len(construcciones([(1.0, "a"), (1.0 + pausa, "a")], 5, paso=0.01)) == 1


def test_una_tormenta_de_diez_segundos_son_seis_como_mucho():
    tormenta = [(1.0 + i / 500, "traza") for i in range(5000)]
    horas = construcciones(tormenta, 20, paso=0.05)
    assert 1 < len(horas) <= 6
    assert horas[-1] >= tormenta[-1][0], "lo último guardado se construye"


@given(st.lists(st.tuples(st.floats(0, 30), st.sampled_from("abc")), max_size=80))
def test_nada_guardado_se_queda_sin_construir_ni_espera_mas_del_tope(guardados):
    horas = construcciones(guardados, 40)
    for hora, _ in guardados:
        despues = [h for h in horas if h >= hora]
        assert despues
        assert despues[0] - hora <= TOPE + 0.11
    assert len(horas) <= len(guardados)
