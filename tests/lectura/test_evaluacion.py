"""`evaluacion.json`: los dos dialectos dicen lo mismo, y una cifra tocada a mano no pasa."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.evaluacion import leer_evaluacion
from generador.lectura.evaluacion_en_disco import EvaluacionEnDisco

RAIZ = Path(__file__).parents[2]
TEXTO = {"es": "Qué mide.", "en": "What it measures."}


def metrica(**cambios: Any) -> dict[str, Any]:
    return {"id": "m", "definicion": TEXTO, "valor": 0.9, "umbral": 0.8, "sentido": ">=", "cumple": True} | cambios


def evaluacion(*metricas: dict[str, Any], **cambios: Any) -> dict[str, Any]:
    return {"formato": "vitrina/evaluacion", "v": 1, "metricas": list(metricas) or [metrica()]} | cambios


def escribir(carpeta: Path, datos: dict[str, Any]) -> Path:
    ruta = carpeta / "evaluacion.json"
    ruta.write_text(json.dumps(datos, ensure_ascii=False, indent=1), "utf-8")
    return ruta


def problemas(carpeta: Path, datos: dict[str, Any], demo: str = "") -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_evaluacion(escribir(carpeta, datos), demo)
    assert all(p.linea for p in error.value.problemas)
    return [p.que_pasa for p in error.value.problemas]


def _claves(forma: Any) -> set[str]:
    """Las claves de una forma de disco y de las que lleva dentro."""
    dentro = [t for f in get_type_hints(forma).values() for t in (f, *get_args(f), *map(get_origin, get_args(f)))]
    formas = {t for t in dentro if is_dataclass(t)} | {u for t in dentro for u in get_args(t) if is_dataclass(u)}
    return {f.name for f in fields(forma)}.union(*map(_claves, formas))


def test_el_documento_nombra_todas_las_claves_del_formato() -> None:
    documento = (RAIZ / "docs" / "formatos" / "evaluacion.md").read_text("utf-8")
    claves = _claves(EvaluacionEnDisco)
    assert {"coste_compuesto", "sin_respaldo_salen", "caida_maxima", "paso", "titulo"} <= claves
    assert {c for c in claves if f"`{c}`" not in documento and f'"{c}"' not in documento} == set()


def test_los_nombres_de_otro_arnes_dicen_lo_mismo(tmp_path: Path) -> None:
    nuestra = metrica(fallan=[{"caso": "a", "paso": None, "detalle": "x"}])
    suya = {k: v for k, v in nuestra.items() if k != "id"} | {"metrica": "m", "sentido": "mayor"}
    suya["fallan"] = [{"caso": "a", "paso": None, "que": "x"}]
    leidas = [leer_evaluacion(escribir(tmp_path, evaluacion(m))).metricas for m in (nuestra, suya)]
    assert leidas[0] == leidas[1]


def test_un_detalle_que_no_es_texto_se_escribe_como_json(tmp_path: Path) -> None:
    datos = evaluacion(metrica(fallan=[{"caso": "a", "que": {"pred": "x"}}]))
    assert leer_evaluacion(escribir(tmp_path, datos)).metricas[0].fallan[0].detalle == '{"pred": "x"}'


def test_lo_desconocido_se_conserva(tmp_path: Path) -> None:
    datos = evaluacion(calibracion={"n": 3}, referencia={"sha256": "ab", "quien": TEXTO, "facturas": 48})
    leida = leer_evaluacion(escribir(tmp_path, datos))
    assert leida.otros == {"calibracion": {"n": 3}}
    assert leida.conjuntos[0].otros == {"facturas": 48}
    assert leida.conjuntos[0].origen.es == "Qué mide."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "cambios",
    [{"valor": 0.7}, {"cumple": False}, {"sentido": "<="}, {"sentido": "menor"}, {"sentido": "=", "umbral": 0.91}],
)
def test_una_metrica_que_se_contradice_se_dice(tmp_path: Path, cambios: dict[str, Any]) -> None:
    (que_pasa,) = problemas(tmp_path, evaluacion(metrica(**cambios)))
    assert "dice lo contrario" in que_pasa


@pytest.mark.parametrize(
    "cambios", [{"umbral": None, "cumple": None}, {"valor": None, "cumple": False}, {"cumple": None}]
)
def test_sin_valor_sin_umbral_o_sin_juicio_no_hay_nada_que_contradecir(tmp_path: Path, cambios: dict[str, Any]) -> None:
    assert leer_evaluacion(escribir(tmp_path, evaluacion(metrica(**cambios))))


def test_todos_los_problemas_salen_juntos_y_con_su_linea(tmp_path: Path) -> None:
    datos = evaluacion(metrica(conjunto="otro"), metrica(valor=0.1), demo="otra", v=2, series=[{"id": 1}])
    hallados = problemas(tmp_path, datos, "mini")
    assert any("no hay ningún conjunto «otro»" in p for p in hallados)
    assert any("«m» está repetida" in p for p in hallados)
    assert any("es de «otra» y no de «mini»" in p for p in hallados)
    assert any("series" in p for p in hallados) and len(hallados) >= 6


@pytest.mark.parametrize("ruta", sorted(RAIZ.glob("corridas/*/*/evaluacion.json")), ids=lambda r: r.parts[-3])
def test_las_evaluaciones_versionadas_se_leen(ruta: Path) -> None:
    assert leer_evaluacion(ruta, ruta.parts[-3]).metricas
