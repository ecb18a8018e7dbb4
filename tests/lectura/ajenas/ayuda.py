"""Leer trazas ajenas hasta el final: de sus ficheros a la `Traza` que verá el sitio."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generador.importar.traza import Amanuense
from generador.lectura.ajenas import leer_todos
from generador.lectura.trazas import leer_traza
from generador.modelo.traza import Traza

MUESTRAS = Path(__file__).parent / "muestras"
DEL_MISMO_AGENTE: Mapping[str, tuple[str, ...]] = {
    "langsmith": ("langsmith-runs.json",),
    "openinference": ("otlp-openinference.jsonl",),
    "langfuse-otlp": ("langfuse-otlp.json",),
    "mlflow": ("mlflow-parte1.json", "mlflow-parte2.json"),
    "sqlite": ("checkpoints.sqlite",),
}


def trazas(carpeta: Path, *rutas: Path) -> dict[str, Traza]:
    """De hilo a su traza. `carpeta` es donde escribir lo convertido."""
    _, conversaciones = leer_todos(rutas)
    leidas: dict[str, Traza] = {}
    for c in conversaciones:
        convertida = carpeta / "convertida.jsonl"
        convertida.write_bytes(Amanuense({}).traza(c, demo="d", caso="c", variante="v").datos)
        leidas[c.clave] = leer_traza(convertida, "c")
    return leidas


def muestra(carpeta: Path, nombre: str) -> Traza:
    """La conversación que tienen en común las muestras del mismo agente."""
    return trazas(carpeta, *(MUESTRAS / f for f in DEL_MISMO_AGENTE[nombre]))["th-1"]


def escribir(carpeta: Path, nombre: str, valor: Any) -> Path:
    """Un fichero JSON, o por líneas si acaba en `l`."""
    ruta = carpeta / nombre
    lineas = valor if nombre.endswith("l") else [valor]
    ruta.write_text("\n".join(json.dumps(v) for v in lineas), "utf-8")
    return ruta


def run(id: str, padre: str | None = None, **campos: Any) -> dict[str, Any]:
    """Un run de LangSmith. `ns` lo pone dentro de un grafo: `nodo:tarea` o `fuera:t|nodo:tarea`."""
    ns, paso = campos.pop("ns", None), campos.pop("paso", 1)
    meta = {"thread_id": campos.pop("hilo", "h")}
    if ns:
        nodo = ns.rpartition("|")[2].rpartition(":")[0]
        meta |= {"langgraph_checkpoint_ns": ns, "langgraph_node": nodo, "langgraph_step": paso}
    base = {"id": id, "parent_run_id": padre, "trace_id": "t", "run_type": "chain", "name": id}
    base |= {"start_time": "2026-01-01T00:00:00+00:00", "end_time": "2026-01-01T00:00:01+00:00"}
    return {**base, "inputs": {"x": 1}, "outputs": {"x": 2}, "extra": {"metadata": meta}, **campos}
