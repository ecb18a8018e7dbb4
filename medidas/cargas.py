"""Cargas neutras para medir, en nuestros formatos: un `corridas/` entero con texto de relleno.

S, M, L y X crecen en casos y pasos; G es un caso corto en un grafo de 300 nodos y 900 aristas.

    python -m medidas.cargas M /tmp/m

Función pura de (carga, opciones, semilla): ni reloj, ni nombres reales, ni red.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from medidas.relleno import PALABRAS, codigo, grafo
from medidas.traza_de_relleno import Tamano, lineas

CASOS_POR_DEMO = 1000


@dataclass(frozen=True)
class Carga:
    """Cuánto de cada cosa. `aristas` son las del grafo, si se piden más de las que da su cadena."""

    nodos: tuple[int, ...]
    casos: int
    pasos: int
    aristas: int = 0
    bytes_por_paso: Tamano = field(default_factory=Tamano)


CARGAS = {
    "S": Carga((7,), 12, 12),
    "M": Carga((12, 13, 15), 300, 30),
    "L": Carga((30,), 5000, 40),
    "X": Carga((12,), 1, 100_000, bytes_por_paso=Tamano(320, 200, 120)),
    "G": Carga((298,), 1, 60, aristas=900),
}


def escribir(carga: Carga, destino: Path, semilla: int = 1) -> int:
    """Escribe la carga entera como un `corridas/` y devuelve los bytes de traza."""
    bytes_ = 0
    for demo, casos, nodos in _reparto(carga):
        bytes_ += _demo(carga, destino / demo, demo, casos, nodos, semilla)
    return bytes_


def _reparto(carga: Carga) -> Iterator[tuple[str, list[str], int]]:
    todos = [f"caso{i:05d}" for i in range(carga.casos)]
    grupos = max(len(carga.nodos), -(-carga.casos // CASOS_POR_DEMO))
    for i in range(grupos):
        yield f"agente{i}", todos[i::grupos], carga.nodos[i % len(carga.nodos)]


def _demo(carga: Carga, carpeta: Path, demo: str, casos: list[str], nodos: int, semilla: int) -> int:
    r = random.Random(f"{semilla}/{demo}")
    palabras = r.sample(PALABRAS, nodos) if nodos <= len(PALABRAS) else r.choices(PALABRAS, k=nodos)
    nombres = [f"{p}_{i}" for i, p in enumerate(palabras)]
    corrida = carpeta / "20240101-000000"
    (corrida / "trazas").mkdir(parents=True)
    grabados, total = [], 0
    for caso in casos:
        suyo = random.Random(f"{semilla}/{demo}/{caso}")
        crudo = _jsonl(lineas(suyo, demo, caso, nombres, carga.pasos, carga.bytes_por_paso))
        (corrida / "trazas" / f"{caso}.jsonl").write_bytes(crudo)
        total += len(crudo)
        grabados.append(_grabado(caso, crudo))
    _json(corrida / "grafo.unica.json", grafo(r, nombres, carga.aristas))
    _json(corrida / "fuentes.json", {"v": 1, "variantes": {"unica": _fuentes(r, nombres)}})
    _json(corrida / "manifiesto.json", _manifiesto(demo, grabados))
    (carpeta / "plan.yaml").write_text(json.dumps(_plan(demo, casos), ensure_ascii=False), "utf-8")
    return total


def _jsonl(filas: Iterator[dict[str, Any]]) -> bytes:
    compacto = {"ensure_ascii": False, "separators": (",", ":")}
    return b"".join(
        json.dumps({"t": f["t"], "seq": i, **f}, **compacto).encode() + b"\n" for i, f in enumerate(filas, 1)
    )


def _json(ruta: Path, dato: Any) -> None:
    ruta.write_text(json.dumps(dato, ensure_ascii=False, indent=1), "utf-8")


def _grabado(caso: str, crudo: bytes) -> dict[str, Any]:
    sha = hashlib.sha256(crudo).hexdigest()
    return {
        "caso": caso,
        "variante": "unica",
        "traza": f"trazas/{caso}.jsonl",
        "sha256": sha,
        "estado": "ok",
        "duracion": 1.0,
    }


def _fuentes(r: random.Random, nombres: list[str]) -> dict[str, Any]:
    salida, linea = {}, 1
    for nombre in nombres:
        texto_ = codigo(r, nombre)
        fin = linea + texto_.count("\n")
        sha = hashlib.sha256(texto_.encode()).hexdigest()
        salida[nombre] = {
            "fichero": "agente.py",
            "lineas": [linea, fin],
            "codigo": texto_,
            "sha256": sha,
            "nombre": nombre,
        }
        linea = fin + 3
    return salida


def _manifiesto(demo: str, casos: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "v": 1,
        "demo": demo,
        "corrida": "20240101-000000",
        "sprint": "S01",
        "creada": "2024-01-01T00:00:00+00:00",
        "versiones": {"langgraph": "1.2.24"},
        "grafos": {"unica": "grafo.unica.json"},
        "fuentes": "fuentes.json",
        "casos": casos,
    }


def _plan(demo: str, casos: list[str]) -> dict[str, Any]:
    filas = [{"id": c, "titulo": f"Caso {c}", "variante": "unica", "entrada": {"pregunta": c}} for c in casos]
    variantes = [{"id": "unica", "titulo": "Única"}]
    return {
        "demo": demo,
        "titulo": demo,
        "frase": "Carga de medida.",
        "sprint": "S01",
        "variantes": variantes,
        "casos": filas,
    }


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("carga", choices=CARGAS)
    p.add_argument("destino", type=Path)
    p.add_argument("--casos", type=int)
    p.add_argument("--pasos", type=int)
    a = p.parse_args()
    cambios = {k: v for k, v in (("casos", a.casos), ("pasos", a.pasos)) if v}
    carga = replace(CARGAS[a.carga], **cambios)
    n = escribir(carga, a.destino)
    pasos = carga.casos * carga.pasos
    print(f"{a.carga}: {carga.casos} casos, {pasos} pasos, {n / 1e6:.1f} MB, {n // pasos} bytes por paso")


if __name__ == "__main__":
    main()
