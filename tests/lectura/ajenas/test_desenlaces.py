"""Cómo acabó un tramo según lo que su trazador llama error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.lectura.ajenas.desenlaces import de_error, de_texto, preguntas, sin_rutas

PREGUNTA = "(Interrupt(value={'a': [1, None]}, id='0123456789abcdef0123456789abcdef', response_schema=None),)"


@pytest.mark.parametrize(
    "d",
    [
        de_texto(f"GraphInterrupt({PREGUNTA})Traceback (most recent call last):\n  File"),
        de_texto(PREGUNTA),
        de_error("langgraph.errors.GraphInterrupt", PREGUNTA),
        de_error("GraphInterrupt", PREGUNTA, "Traceback…"),
    ],
)
def test_una_pausa_la_cuente_como_la_cuente_el_trazador(d):
    assert (d.estado, d.fallo) == ("interrupted", None)
    assert d.preguntas == ({"id": "0123456789abcdef0123456789abcdef", "value": {"a": [1, None]}},)


def test_un_salto_al_padre_y_una_cancelacion_tampoco_son_errores():
    assert de_error("langgraph.errors.ParentCommand", "Command(…)").estado == "bubble"
    assert de_texto("CancelledError()").estado == "cancelled"


def test_un_error_se_parte_en_clase_mensaje_y_traza():
    d = de_texto('ValueError(\'no "hay"\')Traceback (most recent call last):\n\n  File "/home/x/a.py", line 1')
    assert d.estado == "error"
    assert d.fallo == {"cls": "ValueError", "msg": 'no "hay"', "traceback": '  File "a.py", line 1'}
    assert de_texto("algo fue mal").fallo == {"msg": "algo fue mal"}


def test_las_rutas_de_la_maquina_se_quedan_en_la_maquina():
    traza = 'File "/opt/v/lib/site-packages/lib/x.py", line 3\nFile "C:\\yo\\b.py", line 1'
    assert sin_rutas(traza) == 'File "lib/x.py", line 3\nFile "b.py", line 1'


def test_un_valor_que_no_es_un_literal_queda_como_su_texto_y_no_se_ejecuta():
    (pregunta,) = preguntas("(Interrupt(value=__import__('os').system('x'), id='abcdef0123456789'),)")
    assert pregunta == {
        "id": "abcdef0123456789",
        "value": {"$t": "repr", "cls": "", "v": "__import__('os').system('x')"},
    }


def test_un_repr_que_python_no_entiende_conserva_el_id_y_lo_dicho():
    (pregunta,) = preguntas("(Interrupt(value=<objeto en 0x7f>, id='abcdef0123456789'),)")
    assert pregunta["id"] == "abcdef0123456789"
    assert pregunta["value"]["v"].startswith("(Interrupt(value=<objeto")


@pytest.mark.parametrize("n", [10, 100, 100_000])
@pytest.mark.parametrize("forma", ["[" * 9, "-", "1+", "not ", "lambda:", "(", "a." * 3, "f(x)(", "{1:"])
def test_un_repr_hostil_no_tira_el_interprete(n, forma):
    dicho = f"(Interrupt(value={forma * n}1, id='abcdef0123456789'),)"
    assert preguntas(dicho)


@given(st.text())
def test_ningun_texto_lanza(texto):
    assert de_texto(texto).estado
    assert de_error("X", texto).estado
