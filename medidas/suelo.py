"""El suelo de construir: lo menos que puede hacer un generador honrado con las mismas trazas.

    python -m medidas.suelo /tmp/m/corridas /tmp/suelo [--procesos 2]

Por caso, una página con una fila por paso (jinja2 con escapado) y su traza en un `.js` al lado, sin leer las cargas ni
mirar nada. No comprueba, no compara, no dibuja, no traduce: es la cota inferior, no un producto.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
from pathlib import Path

import jinja2
import msgspec

PAGINA = jinja2.Environment(autoescape=True).from_string(
    "<!doctype html><html lang=es><meta charset=utf-8><title>{{ caso }}</title><h1>{{ caso }}</h1><table>"
    "{% for n, nodo in filas %}<tr id=p{{ n }}><td><a href='#p{{ n }}'>{{ n }}</a><td>{{ nodo }}</tr>{% endfor %}"
    "</table><script src='{{ caso }}.js' defer></script>"
)


class Linea(msgspec.Struct):
    """Lo único que se mira de cada línea de la traza."""

    t: str = ""
    node: str = ""


def una(trabajo: tuple[Path, Path]) -> int:
    """Escribe la página y la carga de una traza; devuelve sus bytes."""
    traza, salida = trabajo
    lineas = traza.read_bytes().splitlines()
    leer = msgspec.json.Decoder(Linea).decode
    pasos = [linea.node for linea in map(leer, lineas) if linea.t == "task.start"]
    html = PAGINA.render(caso=traza.stem, filas=enumerate(pasos, 1)).encode()
    carga = b"T([" + b",".join(lineas) + b"])"
    (salida / f"{traza.stem}.html").write_bytes(html)
    (salida / f"{traza.stem}.js").write_bytes(carga)
    return len(html) + len(carga)


def construir(corridas: Path, salida: Path, procesos: int = 1) -> int:
    """Todas las trazas de `corridas`; devuelve los bytes escritos."""
    shutil.rmtree(salida, ignore_errors=True)
    salida.mkdir(parents=True)
    trabajos = [(t, salida) for t in sorted(corridas.glob("*/*/trazas/*.jsonl"))]
    if procesos == 1:
        return sum(map(una, trabajos))
    with multiprocessing.get_context("fork").Pool(procesos) as hijos:
        return sum(hijos.imap_unordered(una, trabajos, chunksize=8))


def main() -> None:
    """La orden."""
    p = argparse.ArgumentParser(description="El suelo de construir.")
    p.add_argument("corridas", type=Path)
    p.add_argument("salida", type=Path)
    p.add_argument("--procesos", type=int, default=1)
    a = p.parse_args()
    print(json.dumps({"bytes": construir(a.corridas, a.salida, a.procesos)}))


if __name__ == "__main__":
    main()
