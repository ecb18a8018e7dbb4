"""La misma exportación, guardada como la guarda cada quien: se lee igual, o se dice qué no se pudo leer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generador.lectura import ajenas
from generador.lectura.ajenas.seguidos import elemento
from generador.lectura.ajenas.tramos import Lectura

MUESTRAS = Path(__file__).parent / "muestras"
ELEMENTOS = {
    "langsmith": "langsmith-runs.json",
    "otlp": "otlp-openinference.jsonl",
    "langfuse": "langfuse-api.json",
    "mlflow": "mlflow-parte1.json",
}


def elementos(clase: str) -> list[Any]:
    texto = (MUESTRAS / ELEMENTOS[clase]).read_text("utf-8")
    if clase == "otlp":
        return [json.loads(linea) for linea in texto.splitlines()]
    entero = json.loads(texto)
    return {"langsmith": lambda: entero, "langfuse": lambda: entero["observations"], "mlflow": lambda: [entero]}[
        clase
    ]()


def leida(carpeta: Path, texto: str) -> Lectura:
    ruta = carpeta / "exportada.json"
    ruta.write_text(texto, "utf-8")
    return ajenas.leer(ruta).lectura


def con_sangria(o: Any) -> str:
    return json.dumps(o, indent=4)


ENVOLTURAS: dict[str, Callable[[list[Any]], str]] = {
    "uno por línea": lambda t: "\n".join(map(json.dumps, t)),
    "con sangría, uno tras otro": lambda t: "\n".join(map(con_sangria, t)),
    "pegados": lambda t: "".join(map(json.dumps, t)),
    "por líneas con comas": lambda t: ",\n".join(map(json.dumps, t)),
    "una lista por líneas con coma final": lambda t: "[\n" + "".join(json.dumps(o) + ",\n" for o in t) + "]\n",
    "una lista con coma final": lambda t: "[" + ", ".join(map(con_sangria, t)) + ",]",
    "con CRLF": lambda t: "\r\n".join(map(json.dumps, t)),
}


@pytest.mark.parametrize("envoltura", ENVOLTURAS)
@pytest.mark.parametrize("clase", ELEMENTOS)
def test_la_misma_exportacion_se_lee_igual_se_guarde_como_se_guarde(clase: str, envoltura: str, tmp_path: Path) -> None:
    suyos = elementos(clase)
    lectura = leida(tmp_path, ENVOLTURAS[envoltura](suyos))
    assert lectura.tramos == leida(tmp_path, json.dumps(suyos)).tramos
    assert not lectura.saltadas


@pytest.mark.parametrize("corte", [0.4, 0.9])
@pytest.mark.parametrize("forma", ["[%s]", "[\n%s\n]"])
def test_de_una_lista_cortada_se_lee_lo_entero_y_se_dice_donde_se_corta(
    forma: str, corte: float, tmp_path: Path
) -> None:
    suyos = elementos("langsmith")
    texto = forma % ",\n".join(map(con_sangria, suyos))
    lectura = leida(tmp_path, texto[: int(len(texto) * corte)])
    assert lectura.tramos == leida(tmp_path, json.dumps(suyos)).tramos[: len(lectura.tramos)]
    assert 0 < len(lectura.tramos) < len(suyos)
    (cortada,) = lectura.saltadas
    assert cortada.linea > 1 and "no acaba" in cortada.motivo


def test_una_traza_propia_pegada_o_con_comas_se_copia_en_lineas(tmp_path: Path) -> None:
    lineas = [
        {"t": "trace", "seq": 1, "v": 1, "case": "c"},
        {"t": "run.start", "seq": 2, "run": "r"},
        {"t": "run.end", "seq": 3, "run": "r"},
    ]
    for texto in ("".join(map(json.dumps, lineas)), ",\n".join(map(json.dumps, lineas))):
        (conversacion,) = leida(tmp_path, texto).conversaciones
        assert [json.loads(cruda) for cruda, _ in conversacion.crudas] == lineas


def guion_bajo(valor: Any) -> Any:
    if isinstance(valor, dict):
        return {
            re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m[1].lower(), k): guion_bajo(v) for k, v in valor.items()
        }
    return [guion_bajo(v) for v in valor] if isinstance(valor, list) else valor


VARIANTES: dict[str, tuple[str, Callable[[list[Any]], Any]]] = {
    "Tempo, batches": ("otlp", lambda t: {"batches": [r for o in t for r in o["resourceSpans"]]}),
    "Tempo, trace": ("otlp", lambda t: {"trace": {"resourceSpans": [r for o in t for r in o["resourceSpans"]]}}),
    "Langfuse, el SDK de Python": ("langfuse", lambda t: {"data": guion_bajo(t)}),
    "MLflow, lista en traces": ("mlflow", lambda t: {"traces": t}),
    "MLflow, columna trace": ("mlflow", lambda t: [{"trace_id": "x", "trace": json.dumps(x)} for x in t]),
    "LangSmith, solo antepasados": (
        "langsmith",
        lambda t: [{k: v for k, v in r.items() if k != "parent_run_id"} | {"parent_run_ids": _padres(r)} for r in t],
    ),
    "LangSmith, lo que envía el SDK": (
        "langsmith",
        lambda t: {"post": [_quita(r, *_FINALES) for r in t], "patch": [_solo(r, "id", *_FINALES) for r in t]},
    ),
    "LangSmith, solo dotted_order": (
        "langsmith",
        lambda t: [{k: v for k, v in r.items() if k != "parent_run_id"} for r in t],
    ),
}


_FINALES = ("end_time", "outputs", "error")


def _quita(run: dict[str, Any], *claves: str) -> dict[str, Any]:
    return {k: v for k, v in run.items() if k not in claves}


def _solo(run: dict[str, Any], *claves: str) -> dict[str, Any]:
    return {k: v for k, v in run.items() if k in claves}


def _padres(run: dict[str, Any]) -> list[str]:
    return [run["parent_run_id"]] if run.get("parent_run_id") else []


@pytest.mark.parametrize("cual", VARIANTES)
def test_las_otras_formas_en_que_lo_da_el_mismo_trazador(cual: str, tmp_path: Path) -> None:
    clase, envolver = VARIANTES[cual]
    suyos = elementos(clase)
    assert leida(tmp_path, json.dumps(envolver(suyos))).tramos == leida(tmp_path, json.dumps(suyos)).tramos


def test_una_linea_de_solo_espacios_y_basura_no_se_mira_una_y_otra_vez():
    linea = b" " * 1_000_000 + b"x"
    assert elemento(linea) == linea
    assert elemento(b'  [  {"a": 1} , ') == b'{"a": 1}'
