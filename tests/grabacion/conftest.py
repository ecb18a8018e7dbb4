"""Grabar un agente de juguete y mirar sus líneas, con las invariantes que cumple toda traza."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generador.grabacion import Grabadora

Lineas = list[dict[str, Any]]


def leer(ruta: Path) -> Lineas:
    """Las líneas legibles; JSON estricto, sin `NaN`."""

    def prohibido(constante: str) -> None:
        raise AssertionError(f"{constante} no es JSON")

    enteras = [x for x in ruta.read_bytes().split(b"\n") if x]
    return [json.loads(x, parse_constant=prohibido) for x in enteras]


def de(lineas: Lineas, t: str, **campos: Any) -> Lineas:
    return [x for x in lineas if x["t"] == t and all(x.get(k) == v for k, v in campos.items())]


def comprobar_invariantes(lineas: Lineas) -> None:
    assert [x["seq"] for x in lineas] == list(range(1, len(lineas) + 1)), "seq contigua"
    for clase in ("attempt", "model", "tool", "retriever"):
        abiertas = Counter(x["id"] for x in de(lineas, f"{clase}.start"))
        cerradas = Counter(x["id"] for x in de(lineas, f"{clase}.end"))
        assert abiertas == cerradas, f"todo {clase} abierto se cierra una vez"
    tareas = {x["task"] for x in lineas if x["t"] in ("task.start", "task.end")}
    for x in lineas:
        if x["t"].partition(".")[0] in ("attempt", "model", "tool", "route") and x.get("task"):
            assert x["task"] in tareas, f"{x['t']} apunta a una tarea que existe"
        for tramo in x.get("ns") or ():
            assert tramo.isdigit() or tramo.rpartition(":")[2] in tareas, "el padre existe"
    ejecuciones = {x["run"] for x in de(lineas, "run.start")}
    assert all(x["run"] in ejecuciones for x in lineas if x["t"] not in ("trace", "blob"))
    assert ejecuciones == {x["run"] for x in de(lineas, "run.end")}
    assert all(x["lost"] == 0 for x in de(lineas, "run.end")), "nada se perdió"
    vistos = {x["h"] for x in de(lineas, "blob")}
    assert all(f'"$m": "{h}"' not in json.dumps(lineas) or h in vistos for h in _referencias(lineas))


def _referencias(lineas: Lineas) -> set[str]:
    texto = json.dumps(lineas)
    return {trozo[:12] for trozo in texto.split('"$m": "')[1:]}


@pytest.fixture
def graba(tmp_path: Path) -> Callable[..., Lineas]:
    """`graba(grafo, entrada, …)` ejecuta cada entrada con una grabadora nueva sobre el mismo fichero."""
    ruta = tmp_path / "caso.jsonl"

    def grabar(grafo: Any, *entradas: Any, config: Any = None, quien: str | None = None) -> Lineas:
        for entrada in entradas:
            with Grabadora(ruta, caso="caso", grafo="juguete", variante="unica") as grabadora:
                grabadora.ejecutar(grafo, entrada, config, quien=quien)
        lineas = leer(ruta)
        comprobar_invariantes(lineas)
        return lineas

    grabar.ruta = ruta  # type: ignore[attr-defined]
    return grabar
