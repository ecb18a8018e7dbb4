"""La frontera con Graphviz: qué pasa si falta, si se cae o si no acaba."""

import json
import stat

import pytest

from generador.errores import ErrorDeSalida
from generador.paginas.dibujo import motor

DOT = "digraph{a->b[id=e0];}"
GRANDE = "digraph{subgraph cluster_0{a;}" + "".join(f"x{i}->x{i + 1};" for i in range(5)) + "}"


@pytest.fixture(autouse=True)
def _sin_memoria():
    motor.colocar.cache_clear()
    yield
    motor.colocar.cache_clear()


@pytest.fixture
def sin_rueda(monkeypatch, tmp_path):
    """Sin `pygraphviz` y con un PATH donde solo hay lo que se ponga en `tmp_path`."""
    monkeypatch.setattr(motor.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def poner_dot(carpeta, guion):
    ejecutable = carpeta / "dot"
    ejecutable.write_text(f"#!/bin/sh\n{guion}\n")
    ejecutable.chmod(ejecutable.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize("dot", [DOT, GRANDE])
def test_devuelve_json0_dentro_y_fuera_del_proceso(dot):
    assert json.loads(motor.colocar(dot, 30))["bb"]


def test_dentro_y_fuera_dan_lo_mismo():
    assert motor._aqui(GRANDE) == motor.colocar(GRANDE, 30)


def test_sin_ningun_graphviz_dice_que_instalar(sin_rueda):
    with pytest.raises(ErrorDeSalida, match=r"no hay ningún Graphviz.*pygraphviz"):
        motor.colocar(DOT, 1)


def test_sin_la_rueda_usa_el_dot_del_path_con_el_mismo_dot(sin_rueda):
    poner_dot(sin_rueda, 'echo "$1"; read x; echo "$x"')
    assert motor.colocar(DOT, 30).split("\n")[:2] == ["-Tjson0", DOT]


def test_un_graphviz_que_no_acaba_no_cuelga_la_construccion(sin_rueda):
    poner_dot(sin_rueda, "exec 0<&-; while :; do :; done")
    with pytest.raises(motor.SinTiempo):
        motor.colocar(DOT, 0.2)


def test_un_graphviz_que_se_cae_no_se_lleva_la_construccion(sin_rueda):
    poner_dot(sin_rueda, "kill -9 $$")
    with pytest.raises(motor.SinTiempo):
        motor.colocar(DOT, 30)


def test_recuerda_lo_ya_colocado(sin_rueda):
    poner_dot(sin_rueda, "echo $$")
    assert motor.colocar(DOT, 30) == motor.colocar(DOT, 30)
