"""El documento con posiciones y el recorrido que no falla aunque no haya nada."""

from __future__ import annotations

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.documento import (
    PROBLEMAS,
    Armador,
    Documento,
    Sitio,
    nombre_de,
    primeros,
    raiz,
)
from generador.lectura.yaml_con_posiciones import yaml_de_texto


def test_un_punto_que_no_existe_da_puntos_vacios() -> None:
    punto = raiz(yaml_de_texto("a: [1, {b: x}]", "p"))
    assert punto["a"]["zz"]["b"].valor is None
    assert list(punto["zz"].elementos()) == []
    assert list(punto["a"].pares()) == []
    segundo = list(punto["a"].elementos())[1]
    assert segundo["b"].texto == "x"
    assert segundo["b"].problema("malo", "arréglalo").columna == 12


def test_sin_posiciones_los_problemas_no_inventan_linea() -> None:
    p = Documento({"a": 1}, "g.json").problema(("a",), "malo", "arréglalo")
    assert (p.linea, p.columna, str(p)) == (0, 0, "g.json: malo → arréglalo")


def test_el_nombre_de_un_camino() -> None:
    assert nombre_de(()) == "la raíz"
    assert nombre_de(("casos", 0, "espera")) == "«casos[0].espera»"
    assert nombre_de((3, "a")) == "«[3].a»"


def test_con_demasiados_valores_se_deja_de_leer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generador.lectura.documento.VALORES", 10)
    with pytest.raises(ErrorDeEntrada, match="hay más de 10 valores"):
        yaml_de_texto("[" + "1, " * 20 + "]", "p")


def test_con_demasiados_problemas_se_deja_de_contar() -> None:
    armador = Armador("p")
    with pytest.raises(ErrorDeEntrada):
        for n in range(PROBLEMAS + 1):
            armador.anotar(Sitio(n + 1, 1), f"malo {n}", "x")
    assert len(armador.problemas) == PROBLEMAS
    sin_fin = iter(lambda: armador.problemas[0], None)
    assert len(primeros(sin_fin)) == PROBLEMAS
