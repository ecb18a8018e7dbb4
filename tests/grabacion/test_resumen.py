"""Cómo acabó una corrida: se cuenta por final y se nombra lo que no acabó bien."""

import json

import pytest

from generador.grabacion.resumen import fallos, resumir


@pytest.fixture
def corrida(tmp_path):
    def escribir(**estados):
        casos = [{"caso": c, "estado": e} for c, e in estados.items()]
        (tmp_path / "manifiesto.json").write_text(json.dumps({"casos": casos}), "utf-8")
        return tmp_path

    return escribir


def test_lo_que_no_acabo_bien_se_nombra(corrida):
    dicho = resumir(corrida(a="ok", b="error", c="ok", d="interrupted"))
    assert dicho == "4 casos: 2 ok · 1 error (b) · 1 interrupted (d)"


def test_un_solo_caso_y_ninguno_bien(corrida):
    assert resumir(corrida(a="error")) == "1 caso: 1 error (a)"


def test_muchos_con_el_mismo_final_no_llenan_la_pantalla(corrida):
    dicho = resumir(corrida(**{f"c{i}": "error" for i in range(9)}))
    assert dicho == "9 casos: 9 error (c0, c1, c2, c3, c4…)"


@pytest.mark.parametrize(
    ("error", "dicho"),
    [
        ({"cls": "m.Rota", "msg": "no \x1b[31m\nva"}, ["a: Rota: no \\u001b[31m va"]),
        ({"cls": "Rota", "msg": "x" * 300}, [f"a: Rota: {'x' * 200}…"]),
        ({"cls": "Rota", "msg": {"$m": "h"}}, []),
        ("texto", []),
        (None, []),
    ],
)
def test_la_causa_de_un_fallo_sale_de_la_ultima_linea_en_una_y_sin_controles(tmp_path, error, dicho):
    casos = [{"caso": "a", "estado": "error", "traza": "a.jsonl"}, {"caso": "b", "estado": "ok", "traza": "b.jsonl"}]
    (tmp_path / "manifiesto.json").write_text(json.dumps({"casos": casos}), "utf-8")
    (tmp_path / "a.jsonl").write_text('{"t": "trace"}\n' + json.dumps({"t": "run.end", "error": error}) + "\n", "utf-8")
    assert fallos(tmp_path) == dicho


def test_un_id_con_controles_no_llega_a_la_terminal(corrida):
    assert "\x1b" not in resumir(corrida(**{"a\x1b[31m": "error"}))
