"""Demos y corridas pequeñas en disco, para las pruebas que leen carpetas enteras."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

PLAN = """\
demo: mini
titulo: Mini
frase: Una frase
sprint: "1"
variantes:
  - id: unica
    titulo: Única
    contrato: contrato.md#grafo
    spike: spike.json
    renombrados: {viejo: a}
casos:
  - {id: uno, titulo: Uno, variante: unica, entrada: {mensaje: hola}}
documentos:
  - {ruta: {es: notas.md, en: notes.md}, titulo: Notas}
"""
CONTRATO = "# Contrato\n\n## Grafo\n\n```mermaid\nflowchart TD\n  __start__ --> a --> __end__\n```\n"


def grafo(*nodos: str) -> dict[str, Any]:
    """Un grafo lineal en nuestro formato."""
    todos = ["__start__", *nodos, "__end__"]
    return {
        "formato": "vitrina/grafo",
        "v": 1,
        "version_langgraph": "1.2.24",
        "nodos": [{"id": n, "nombre": n, "tipo": _tipo(n)} for n in todos],
        "aristas": [{"origen": a, "destino": b} for a, b in pairwise(todos)],
    }


def _tipo(nodo: str) -> str:
    return {"__start__": "inicio", "__end__": "fin"}.get(nodo, "nodo")


def escribir_json(ruta: Path, datos: Any) -> None:
    ruta.parent.mkdir(parents=True, exist_ok=True)
    ruta.write_text(json.dumps(datos, ensure_ascii=False, indent=1), "utf-8")


def demo(carpeta: Path, plan: str = PLAN) -> Path:
    """Una demo completa menos las corridas."""
    carpeta.mkdir(parents=True, exist_ok=True)
    (carpeta / "plan.yaml").write_text(plan, "utf-8")
    (carpeta / "contrato.md").write_text(CONTRATO, "utf-8")
    (carpeta / "notas.md").write_text("# Notas\n", "utf-8")
    (carpeta / "notes.md").write_text("# Notes\n", "utf-8")
    escribir_json(carpeta / "spike.json", grafo("viejo"))
    return carpeta


def corrida(carpeta: Path, creada: str = "2026-01-02T03:04:05+00:00", **cambios: Any) -> Path:
    """Una corrida con un caso; `cambios` sustituye claves del manifiesto."""
    lineas = [
        {"t": "trace", "seq": 1, "ts": 1.0, "v": 1, "case": "uno", "origin": "recorded"},
        {
            "t": "run.start",
            "seq": 2,
            "ts": 1.0,
            "run": "r1",
            "thread": "h",
            "kind": "input",
            "input": {"mensaje": "hola"},
        },
        {"t": "run.end", "seq": 3, "ts": 2.0, "run": "r1", "status": "ok"},
    ]
    traza = "".join(json.dumps(linea) + "\n" for linea in lineas).encode()
    (carpeta / "trazas").mkdir(parents=True)
    (carpeta / "trazas" / "uno.jsonl").write_bytes(traza)
    escribir_json(carpeta / "grafo.unica.json", grafo("a"))
    fuente = {"fichero": "agente.py", "lineas": [1, 2], "codigo": "def a(): ...\n", "sha256": "x", "nombre": "a"}
    escribir_json(carpeta / "fuentes.json", {"v": 1, "variantes": {"unica": {"a": fuente, "b": {"motivo": "no hay"}}}})
    caso = {
        "caso": "uno",
        "variante": "unica",
        "traza": "trazas/uno.jsonl",
        "sha256": hashlib.sha256(traza).hexdigest(),
        "estado": "ok",
        "duracion": 1.0,
    }
    manifiesto = {
        "v": 1,
        "demo": "mini",
        "corrida": carpeta.name,
        "sprint": "1",
        "creada": creada,
        "revision": None,
        "versiones": {"vitrina": "0.1", "python": "3.11"},
        "grafos": {"unica": "grafo.unica.json"},
        "fuentes": "fuentes.json",
        "casos": [caso],
        "anexos": {},
    }
    escribir_json(carpeta / "manifiesto.json", {**manifiesto, **cambios})
    return carpeta
