"""Cada muestra real con trozos cambiados por cualquier cosa: se lee o se rechaza, nunca revienta."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from tests.lectura.ajenas.ayuda import MUESTRAS, trazas

_RAROS: list[Any] = [
    None,
    True,
    0,
    -1,
    10**40,
    1.5e308,
    "",
    "x" * 300,
    "\ud800\u202e\x00",
    "{",
    '{"a": 1}',
    "[]",
    [],
    [None],
    {},
    {"id": {"id": []}},
    [[[[[[1]]]]]],
    "(Interrupt(",
    "n:1|m:2",
]
_MUESTRAS = sorted(r.name for r in MUESTRAS.iterdir() if r.suffix in (".json", ".jsonl"))


def leer(ruta: Path) -> list[Any]:
    texto = ruta.read_text("utf-8")
    return [json.loads(x) for x in texto.splitlines()] if ruta.suffix == ".jsonl" else [json.loads(texto)]


def mutar(azar: random.Random, raiz: list[Any]) -> None:
    """Cambia, borra o duplica un valor a una hondura cualquiera."""
    donde: Any = raiz
    while True:
        claves = list(donde) if isinstance(donde, dict) else list(range(len(donde)))
        clave = azar.choice(claves)
        dentro = donde[clave]
        if isinstance(dentro, dict | list) and dentro and azar.random() < 0.85:
            donde = dentro
            continue
        if isinstance(donde, dict) and azar.random() < 0.3:
            del donde[clave]
        elif isinstance(donde, list) and azar.random() < 0.3:
            donde.append(copy.deepcopy(dentro))
        else:
            donde[clave] = copy.deepcopy(azar.choice(_RAROS))
        return


@pytest.mark.lenta
@pytest.mark.parametrize("nombre", _MUESTRAS)
def test_una_muestra_mutada_no_revienta(tmp_path, nombre):
    original = leer(MUESTRAS / nombre)
    for semilla in range(25):
        azar = random.Random(semilla)  # noqa: S311
        mutada = copy.deepcopy(original)
        for _ in range(azar.randint(1, 12)):
            mutar(azar, mutada)
        ruta = tmp_path / nombre
        ruta.write_text("\n".join(json.dumps(x) for x in mutada), "utf-8")
        try:
            leidas = trazas(tmp_path, ruta)
        except ErrorDeEntrada:
            continue
        assert all(t.saltadas == () for t in leidas.values()), "lo que se escribe siempre se puede leer"
