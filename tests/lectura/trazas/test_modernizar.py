"""De una versión vieja a la actual. Hoy no hay ninguna vieja: se prueba el mecanismo con saltos de mentira."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from generador.lectura.trazas import vitrina
from generador.lectura.trazas.modernizar import ACTUAL, SALTOS, modernizar


def renombrar(linea: dict[str, Any]) -> dict[str, Any] | None:
    """Un salto como los de verdad: cambia un nombre y retira una clase de línea."""
    if linea["t"] == "retirada":
        return None
    return {("node" if k == "nodo" else k): v for k, v in linea.items()}


def test_hoy_solo_hay_una_version():
    assert (ACTUAL, dict(SALTOS)) == (1, {})


def test_una_linea_actual_no_se_toca_ni_se_lee():
    assert modernizar(b"lo que sea", ACTUAL) == b"lo que sea"


def test_los_saltos_se_encadenan_en_orden():
    saltos = {0: lambda x: {**x, "camino": [0]}, 1: lambda x: {**x, "camino": [*x["camino"], 1]}}
    salida = modernizar(b'{"t":"x"}', 0, saltos=saltos, actual=2)
    assert salida is not None and json.loads(salida)["camino"] == [0, 1]


def test_la_cabecera_modernizada_dice_la_version_nueva():
    salida = modernizar(b'{"t":"trace","v":0}', 0, saltos={0: renombrar})
    assert salida is not None and json.loads(salida) == {"t": "trace", "v": 1}


def test_una_linea_retirada_desaparece():
    assert modernizar(b'{"t":"retirada"}', 0, saltos={0: renombrar}) is None


@pytest.mark.parametrize("rota", [b"{", b"[]", b"7"])
def test_una_linea_rota_lo_dice(rota: bytes):
    with pytest.raises(msgspec.DecodeError):
        modernizar(rota, 0, saltos={0: renombrar})


def test_una_traza_vieja_se_lee_entera_con_sus_saltos():
    lineas = [
        {"t": "trace", "v": 0, "graph": "viejo"},
        {"t": "retirada"},
        {"t": "task.end", "task": "t", "nodo": "a", "ns": [], "step": 1, "status": "ok"},
    ]
    datos = b"\n".join(json.dumps(x).encode() for x in lineas) + b"\nrota"
    traza = vitrina.leer(datos, "c", saltos={0: renombrar})
    assert traza.grafo == "viejo"
    assert [t.nodo for p in traza.pasos for t in p.tareas] == ["a"]
    assert (traza.lineas, traza.saltadas) == (4, (4,))
