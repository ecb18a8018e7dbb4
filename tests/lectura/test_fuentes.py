"""`fuentes.json`: el código de cada nodo o el motivo por el que no lo hay."""

from __future__ import annotations

from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.fuentes import leer_fuentes
from tests.lectura import fabrica


def test_de_variante_a_nodo_a_fuente(tmp_path: Path) -> None:
    codigo = {"fichero": "a.py", "lineas": [3, 9], "codigo": "x", "revision": "abc", "ajena": True, "nuevo": 1}
    fabrica.escribir_json(
        tmp_path / "f.json", {"v": 1, "variantes": {"x": {"eq:a": codigo, "b": {"motivo": "es exec"}}}}
    )
    fuentes = leer_fuentes(tmp_path / "f.json")["x"]
    assert (fuentes["eq:a"].nodo, fuentes["eq:a"].lineas, fuentes["eq:a"].ajena) == ("eq:a", (3, 9), True)
    assert (fuentes["b"].motivo, fuentes["b"].fichero) == ("es exec", None)


def test_las_fuentes_mal_escritas_se_dicen_en_su_linea(tmp_path: Path) -> None:
    fabrica.escribir_json(tmp_path / "f.json", {"v": 1, "variantes": {"x": {"a": {"lineas": [1]}, "b": 3}}})
    with pytest.raises(ErrorDeEntrada) as error:
        leer_fuentes(tmp_path / "f.json")
    assert len(error.value.problemas) == 2
    assert all(p.linea for p in error.value.problemas)
