"""El avance de lo largo: una barra en la terminal, y líneas contadas donde no la hay."""

import io
import sys

import pytest

from generador.ordenes.comunes import avance


class Terminal(io.StringIO):
    def isatty(self):
        return True


def recorrer(n, *, cada):
    with avance("Comprobando", cada=cada) as avanza:
        for i in range(n):
            avanza(f"p{i}.html", i, n)
        avanza("", n, n)


@pytest.mark.parametrize(
    ("n", "cada", "lineas"),
    [
        (0, 10, []),
        (1, 10, ["Comprobando: 1 de 1, p0.html"]),
        (23, 10, [f"Comprobando: {i + 1} de 23, p{i}.html" for i in (0, 10, 20)]),
        (3, 1, [f"Comprobando: {i + 1} de 3, p{i}.html" for i in range(3)]),
    ],
)
def test_sin_terminal_es_una_linea_cada_tantos_y_por_la_salida_de_errores(capsys, n, cada, lineas):
    recorrer(n, cada=cada)
    salida = capsys.readouterr()
    assert (salida.out, salida.err.splitlines()) == ("", lineas)


def test_dos_pasadas_dicen_lo_mismo(capsys):
    recorrer(40, cada=10)
    una = capsys.readouterr().err
    recorrer(40, cada=10)
    assert capsys.readouterr().err == una


def test_un_nombre_con_escapes_no_llega_a_la_terminal(capsys):
    with avance("Comprobando", cada=1) as avanza:
        avanza("\x1b[31mrojo", 0, 1)
    assert "\x1b" not in capsys.readouterr().err


def test_en_la_terminal_es_una_barra(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    recorrer(3, cada=1)
    assert "p2.html" in terminal.getvalue() and "1 de 3" not in terminal.getvalue()
