"""La pasarela simulada se porta como una de verdad."""

import pytest

from agentes.soporte.errores import ClaveReutilizada, OperacionRechazada, ServicioCaido
from agentes.soporte.servicios import ANTES, DESPUES, NIEGA, Servicio

CUERPO = {"operacion": "reembolso", "centimos": 100}


def servicio(taller, **opciones):
    return Servicio("pagos", taller.motor, **opciones)


def test_la_misma_clave_con_el_mismo_cuerpo_da_el_mismo_recibo(taller):
    s = servicio(taller)
    uno, otro = s.operar(CUERPO, "k"), s.operar(dict(reversed(CUERPO.items())), "k")
    assert (uno.id, uno.repetida, otro.repetida) == (otro.id, False, True)
    assert len(s.operaciones()) == 1


def test_la_misma_clave_con_otro_cuerpo_se_rechaza(taller):
    s = servicio(taller)
    s.operar(CUERPO, "k")
    with pytest.raises(ClaveReutilizada):
        s.operar({**CUERPO, "centimos": 101}, "k")
    assert [o["cuerpo"] for o in s.operaciones()] == [CUERPO]


def test_caerse_antes_no_hace_nada_y_caerse_despues_si(taller):
    s = servicio(taller, fallos=(ANTES, DESPUES))
    for hechas in (0, 1):
        with pytest.raises(ServicioCaido):
            s.operar(CUERPO, "k")
        assert len(s.operaciones()) == hechas
    assert s.operar(CUERPO, "k").repetida


def test_negarse_no_es_caerse(taller):
    with pytest.raises(OperacionRechazada):
        servicio(taller, fallos=(NIEGA,)).operar(CUERPO, "k")


def test_la_lentitud_se_espera_con_lo_inyectado(taller):
    esperas = []
    servicio(taller, lentitud=2.5, dormir=esperas.append).operar(CUERPO, "k")
    assert esperas == [2.5]


def test_las_operaciones_de_cada_servicio_son_suyas(taller):
    servicio(taller).operar(CUERPO, "k")
    assert Servicio("almacen", taller.motor).operaciones() == []
