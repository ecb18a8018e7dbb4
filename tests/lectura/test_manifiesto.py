"""`manifiesto.json`: forma, fechas, huellas y casos repetidos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.manifiesto import manifiesto_de
from tests.lectura import fabrica


def problemas(ruta: Path) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        manifiesto_de(leer_json(ruta))
    assert all(p.linea for p in error.value.problemas)
    return [p.que_pasa for p in error.value.problemas]


def test_el_manifiesto_vuelve_entero(tmp_path: Path) -> None:
    ruta = fabrica.corrida(tmp_path / "r1", anexos={"evaluacion": "e.json"}, revision="abc") / "manifiesto.json"
    manifiesto = manifiesto_de(leer_json(ruta))
    assert (manifiesto.corrida, manifiesto.revision, manifiesto.anexos) == ("r1", "abc", {"evaluacion": "e.json"})
    assert manifiesto.casos[0].traza == "trazas/uno.jsonl"


@pytest.mark.parametrize(
    ("cambios", "trozo"),
    [
        ({"creada": "ayer"}, "no es una fecha ISO 8601"),
        ({"corrida": " "}, "«corrida» está vacía"),
        ({"creada": "2026-01-02T03:04:05"}, "no es una fecha ISO 8601"),
        ({"v": 2}, "«v» no puede ser el número 2"),
        ({"casos": None}, "«casos» debe ser una lista"),
        ({"sprint": 3}, "«sprint» debe ser un texto"),
    ],
)
def test_un_manifiesto_que_no_cuadra_se_dice(tmp_path: Path, cambios: dict[str, Any], trozo: str) -> None:
    assert any(trozo in q for q in problemas(fabrica.corrida(tmp_path / "r1", **cambios) / "manifiesto.json"))


def test_una_clave_de_una_version_posterior_no_lo_invalida(tmp_path: Path) -> None:
    ruta = fabrica.corrida(tmp_path / "r1", futuro=1) / "manifiesto.json"
    assert manifiesto_de(leer_json(ruta)).demo == "mini"


def test_un_caso_repetido_o_una_huella_imposible_se_dicen(tmp_path: Path) -> None:
    ruta = fabrica.corrida(tmp_path / "r1") / "manifiesto.json"
    datos = json.loads(ruta.read_text("utf-8"))
    datos["casos"] = [datos["casos"][0], {**datos["casos"][0], "sha256": "corta"}]
    fabrica.escribir_json(ruta, datos)
    assert problemas(ruta) == ["el caso «uno» está repetido", "«sha256» no son 64 cifras hexadecimales"]
