"""Los dos lectores de una forma aceptan lo mismo y dan lo mismo: el rápido solo ahorra tiempo."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.lectura import contrato, evaluacion_en_disco, fuentes, grafo_en_disco, manifiesto, plan, registro
from generador.lectura.forma import Forma

CORRIDAS = Path("corridas")
VALORES: list[Any] = [
    None, True, False, 0, 1, -1, 1.0, 0.5, 2**70, -(2**64), 1e300, float("nan"), float("inf"), "", "x", "\ud800", "ok",
    [], {}, [1, 2], [[]], ["a", ["b"]], {"es": "a", "en": "b"}, {"es": "a"}, {"a": 1}, {"nodos": ["a"]}, {"nodos": [1]},
]  # fmt: skip
CLAVES = ["", "x", "es", "id", "titulo", "nodos", "v", "\udfff", "1"]


def _muestras(forma: Forma[Any], *datos: Any) -> list[tuple[Forma[Any], Any]]:
    return [(forma, dato) for dato in datos]


def _json(patron: str) -> list[Any]:
    return [json.loads(f.read_text("utf-8")) for f in sorted(CORRIDAS.glob(patron))[:3]]


EJEMPLOS = [
    *_muestras(plan._FORMA, *(yaml.safe_load(p.read_text("utf-8")) for p in sorted(CORRIDAS.glob("*/plan.yaml")))),
    *_muestras(manifiesto.FORMA, *_json("*/*/manifiesto.json")),
    *_muestras(grafo_en_disco.FORMA, *_json("*/*/grafo.*.json")),
    *_muestras(fuentes.FORMA, *_json("*/*/fuentes.json")),
    *_muestras(registro.FORMA, *_json("*/*/registro.json")),
    *_muestras(contrato.FORMA, {"nodos": ["a", "b"], "aristas": [{"de": "a", "a": "b", "condicional": True}]}),
]


def _por_pydantic(forma: Forma[Any], valor: Any) -> Any:
    return forma._adaptador.validate_json(json.dumps(valor), strict=True)


def _sitios(valor: Any) -> Iterator[tuple[Any, Any]]:
    """(contenedor, clave o índice) de todo lo que hay dentro."""
    hijos = valor.items() if isinstance(valor, dict) else enumerate(valor) if isinstance(valor, list) else ()
    for clave, hijo in list(hijos):
        yield valor, clave
        yield from _sitios(hijo)


@pytest.mark.parametrize(("forma", "valor"), EJEMPLOS)
def test_lo_que_esta_bien_lo_lee_msgspec_y_da_lo_de_pydantic(forma: Forma[Any], valor: Any) -> None:
    rapido = forma._sin_problemas(valor, json.dumps(valor))
    assert rapido is not None
    assert rapido.valor == _por_pydantic(forma, valor)


@pytest.mark.parametrize(("forma", "valor"), EJEMPLOS)
@settings(max_examples=60)
@given(datos=st.data())
def test_lo_que_acepta_msgspec_lo_acepta_pydantic(forma: Forma[Any], valor: Any, datos: st.DataObject) -> None:
    valor = copy.deepcopy(valor)
    for _ in range(datos.draw(st.integers(1, 2))):
        sitios = list(_sitios(valor))
        donde, clave = sitios[datos.draw(st.integers(0, len(sitios) - 1))]
        match datos.draw(st.sampled_from(["cambiar", "quitar", "anadir"])):
            case "cambiar":
                donde[clave] = datos.draw(st.sampled_from(VALORES))
            case "quitar":
                del donde[clave]
            case "anadir" if isinstance(donde, dict):
                donde[datos.draw(st.sampled_from(CLAVES))] = datos.draw(st.sampled_from(VALORES))
    rapido = forma._sin_problemas(valor, json.dumps(valor))
    if rapido is not None:
        assert rapido.valor == _por_pydantic(forma, valor)


def test_lo_que_lleva_reglas_de_pydantic_no_lo_lee_otro() -> None:
    fallo = {"caso": "a", "paso": -1}
    metrica = {"id": "m", "definicion": "d", "valor": 1.0, "fallan": [fallo]}
    dato, errores = evaluacion_en_disco.FORMA.leer({"v": 1, "metricas": [metrica]})
    assert dato is None
    assert "greater_than_equal" in {e["type"] for e in errores}


def test_leer_una_demo_que_esta_bien_no_importa_pydantic() -> None:
    que = "from generador.lectura.plan import leer_plan\nfrom pathlib import Path\nimport sys\n"
    que += f"leer_plan(Path({str(CORRIDAS / 'soporte' / 'plan.yaml')!r}))\nprint('pydantic' in sys.modules)"
    hecho = subprocess.run([sys.executable, "-c", que], capture_output=True, text=True, check=True)
    assert hecho.stdout.strip() == "False"
