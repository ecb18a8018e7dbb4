"""La misma conversación en dos ficheros, y los hilos de un volcado de `graph.stream`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from generador.lectura.ajenas import leer_todos
from tests.lectura.ajenas.ayuda import DEL_MISMO_AGENTE, MUESTRAS, escribir

FLUJO = next((MUESTRAS.parents[1] / "trazas" / "muestras").glob("t10-*.jsonl"))


def claves(*rutas: Path) -> list[str]:
    return [c.clave for c in leer_todos(rutas)[1]]


def emision(call: int, hilo: str | None = None, **campos: Any) -> dict[str, Any]:
    carga: Any = {"config": {"configurable": {"thread_id": hilo}}, "metadata": {"step": 0}} if hilo else {"x": call}
    return {"call": call, "ns": [], "mode": "checkpoints" if hilo else "input", "payload": carga, **campos}


@pytest.mark.parametrize("de_quien", [*DEL_MISMO_AGENTE, "stream", "burr", "inspect"])
def test_la_misma_en_dos_ficheros_es_una(tmp_path, de_quien):
    sueltas = {"stream": [FLUJO], "burr": [MUESTRAS / "burr-log.jsonl"], "inspect": [MUESTRAS / "inspect.eval"]}
    rutas = sueltas.get(de_quien) or [MUESTRAS / f for f in DEL_MISMO_AGENTE[de_quien]]
    copias = [tmp_path / r.name for r in rutas]
    for ruta, copia in zip(rutas, copias, strict=True):
        shutil.copy(ruta, copia)
    antes, juntas = leer_todos(rutas)[1], leer_todos([*rutas, *copias])[1]
    assert [(c.clave, c.lineas, c.crudas) for c in juntas] == [(c.clave, c.lineas, c.crudas) for c in antes]


def test_la_que_viene_igual_se_dice_una_vez_y_con_los_dos_ficheros(tmp_path):
    copia = tmp_path / "copia.jsonl"
    copia.write_bytes(FLUJO.read_bytes().replace(b"\n", b"\r\n"))
    (c,) = leer_todos([FLUJO, copia])[1]
    assert c.avisos[0] == f"la conversación «t2» viene igual en {FLUJO}, {copia}: se importa una vez"


def test_la_misma_de_dos_trazadores_son_dos_casos_y_se_avisa():
    rutas = [MUESTRAS / "langsmith-runs.json", MUESTRAS / "checkpoints.sqlite"]
    a, b = (c for c in leer_todos(rutas)[1] if c.clave == "th-1")
    assert {a.origen, b.origen} == {"langsmith", "sqlite"}
    (dicho,) = [x for c in (a, b) for x in c.avisos if "no dicen lo mismo" in x]
    assert all(str(r) in dicho for r in rutas) and "→" in dicho


def test_dos_ramas_del_mismo_fichero_no_son_una_repetida():
    for c in leer_todos([MUESTRAS / "checkpoints.sqlite"])[1]:
        assert not any("no dicen lo mismo" in a or "viene igual" in a for a in c.avisos)


def test_un_volcado_se_llama_como_su_hilo_y_sin_hilo_como_su_fichero(tmp_path):
    assert claves(FLUJO) == ["t2"]
    assert claves(escribir(tmp_path, "sin-hilo.jsonl", [emision(0)])) == ["sin-hilo"]


def test_el_hilo_puede_venir_por_el_modo_debug(tmp_path):
    dentro = emision(0, "h")["payload"]
    linea = {"call": 0, "ns": [], "mode": "debug", "payload": {"type": "checkpoint", "step": 0, "payload": dentro}}
    assert claves(escribir(tmp_path, "x.jsonl", [emision(0), linea])) == ["h"]


def test_cada_hilo_de_un_volcado_es_una_conversacion_con_sus_llamadas(tmp_path):
    lineas = [emision(0), emision(0, "a"), emision(1), emision(1, "b"), emision(2), emision(3), emision(3, "a")]
    a, b = leer_todos([escribir(tmp_path, "x.jsonl", lineas)])[1]
    suyas = {c.clave: [json.loads(cruda)["call"] for cruda, _ in c.crudas] for c in (a, b)}
    assert suyas == {"a": [0, 0, 3, 3], "b": [1, 1, 2]}, "la 2 murió sin decir de quién era: es de la anterior"
    assert a.entrada == {"x": 0} and b.entrada == {"x": 1}


@pytest.mark.parametrize("codificacion", ["utf-8-sig", "utf-16", "utf-16-le-con-marca"])
def test_da_igual_como_lo_guarde_la_consola(tmp_path, codificacion):
    ruta = tmp_path / "x.jsonl"
    texto = FLUJO.read_text("utf-8")
    de_windows = "\ufeff" + texto.replace("\n", "\r\n")
    ruta.write_bytes(de_windows.encode("utf-16-le") if "marca" in codificacion else texto.encode(codificacion))
    (c,), (original,) = leer_todos([ruta])[1], leer_todos([FLUJO])[1]
    assert [v for _, v in c.crudas] == [v for _, v in original.crudas]
