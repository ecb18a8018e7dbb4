"""La lista de permitidos: cada entrada con su regla, su huella, su motivo y su fecha, o todos los errores a la vez."""

import datetime as dt

import pytest

from generador.errores import ErrorDeEntrada
from generador.escritura.permitidos import Permitido, permitidos_de
from generador.secretos import buscar, huella_de

BUENA = {
    "regla": "dni",
    "sha256": huella_de("12345678Z"),
    "motivo": "DNI de manual, no es de nadie",
    "caduca": "2027-01-31",
}


def test_una_entrada_buena_se_convierte_en_permiso():
    (permiso,) = permitidos_de([BUENA], "permitidos.yaml")
    assert permiso == Permitido("dni", BUENA["sha256"], BUENA["motivo"], dt.date(2027, 1, 31), "permitidos.yaml")


def test_la_fecha_que_yaml_ya_leyo_tambien_vale():
    (permiso,) = permitidos_de([BUENA | {"caduca": dt.date(2027, 1, 31)}], "p.yaml")
    assert permiso.caduca == dt.date(2027, 1, 31)


def test_un_fichero_vacio_no_permite_nada():
    assert permitidos_de(None, "p.yaml") == permitidos_de([], "p.yaml") == ()


@pytest.mark.parametrize(
    ("cambio", "dice"),
    [
        ({"regla": "todas"}, "no hay una regla «todas»"),
        ({"regla": ["dni"]}, "no hay una regla"),
        ({"sha256": "1f3a"}, "no es una huella"),
        ({"sha256": 123}, "no es una huella"),
        ({"sha256": "Z" * 64}, "no es una huella"),
        ({"motivo": " "}, "no dice nada"),
        ({"caduca": "pronto"}, "no es una fecha"),
        ({"caduca": dt.datetime(2027, 1, 1)}, "no es una fecha"),
        ({"sobra": 1}, "faltan o sobran campos"),
    ],
)
def test_cada_campo_malo_se_explica(cambio, dice):
    with pytest.raises(ErrorDeEntrada, match=dice):
        permitidos_de([BUENA | cambio], "p.yaml")


def test_todos_los_errores_se_dicen_juntos_con_su_entrada():
    with pytest.raises(ErrorDeEntrada) as e:
        permitidos_de([BUENA | {"regla": "x", "motivo": ""}, BUENA, "hola"], "p.yaml")
    assert [p.fichero for p in e.value.problemas] == ["p.yaml[1]", "p.yaml[1]", "p.yaml[3]"]


@pytest.mark.parametrize("datos", [{}, "texto", 3])
def test_lo_que_no_es_una_lista_se_rechaza(datos):
    with pytest.raises(ErrorDeEntrada, match="no es una lista"):
        permitidos_de(datos, "p.yaml")


def test_un_permiso_cubre_un_valor_se_escriba_como_se_escriba_y_ningun_otro():
    permiso = Permitido("dni", huella_de("12345678Z")[:16], "de manual", dt.date(2027, 1, 1))
    assert permiso.cubre(buscar("12345678Z")[0])
    assert permiso.cubre(buscar("DNI 12345678-z.")[0])
    assert not permiso.cubre(buscar("00000000T")[0])
