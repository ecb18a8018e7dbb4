"""G4: volver a construir tras tocar una traza, frente a construir entero. Procesos fríos, en pares A B A B.

    python -m medidas.incremental M /tmp/medir [pares]

A construye de cero en una carpeta nueva; B toca una traza (cambia un texto y su suma en el manifiesto) y construye
con la caché que dejó la vez anterior. También mide volver a construir sin cambios, y comprueba con `strace` (si lo
hay) que entonces no se abre ninguna traza. Al final compara lo publicado por B con una construcción de cero.
"""

from __future__ import annotations

import argparse
import filecmp
import hashlib
import json
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from medidas.cargas import CARGAS

CONSTRUIR = (
    "import sys; from pathlib import Path; from generador import sitio; from generador.incremental import Memoria;"
    "c, s, m = map(Path, sys.argv[1:4]); sitio.construir(c, s, memoria=Memoria(m) if m.name != 'no' else None)"
)


REPOSO = 2.1
"""Segundos: a un fichero de hace menos de dos no se le cree la fecha, y hay que abrirlo para saber si es el mismo."""


def construir(corridas: Path, salida: Path, cache: Path, *delante: str) -> tuple[float, float]:
    """(segundos de reloj, segundos de procesador) de un proceso que construye."""
    antes, t0 = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    orden = [*delante, sys.executable, "-c", CONSTRUIR, str(corridas), str(salida), str(cache)]
    subprocess.run(orden, check=True)
    t1, despues = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    return t1 - t0, despues.ru_utime + despues.ru_stime - antes.ru_utime - antes.ru_stime


def tocar(corridas: Path, vez: int) -> Path:
    """Cambia un texto de la primera traza de la primera demo, y su suma en el manifiesto. Devuelve la traza."""
    manifiesto = min(corridas.glob("*/*/manifiesto.json"))
    datos = json.loads(manifiesto.read_text("utf-8"))
    caso = datos["casos"][0]
    traza = manifiesto.parent / caso["traza"]
    marca, lineas = f'"pregunta":"vez {vez} ', traza.read_text("utf-8").split("\n")
    antes = next(i for i, linea in enumerate(lineas) if '"pregunta":"' in linea)
    lineas[antes] = lineas[antes].replace('"pregunta":"', marca, 1)
    traza.write_text("\n".join(lineas), "utf-8")
    caso["sha256"] = hashlib.sha256(traza.read_bytes()).hexdigest()
    manifiesto.write_text(json.dumps(datos, ensure_ascii=False), "utf-8")
    return traza


def distintos(a: Path, b: Path) -> list[str]:
    """Rutas que no son iguales byte a byte en las dos carpetas, o que solo están en una."""
    rutas = {f.relative_to(c) for c in (a, b) for f in c.rglob("*") if f.is_file()}
    return sorted(str(r) for r in rutas if not _iguales(a / r, b / r))


def _iguales(a: Path, b: Path) -> bool:
    return a.is_file() and b.is_file() and filecmp.cmp(a, b, shallow=False)


def trazas_abiertas(corridas: Path, salida: Path, cache: Path, registro: Path) -> int | None:
    """Cuántas trazas abre una construcción sin cambios, o `None` si no hay `strace`."""
    if not shutil.which("strace"):
        return None
    construir(corridas, salida, cache, "strace", "-f", "-qq", "-e", "trace=open,openat", "-o", str(registro))
    return sum(".jsonl" in linea and str(corridas) in linea for linea in registro.read_text().split("\n"))


def medir(carga: str, carpeta: Path, pares: int) -> dict[str, object]:
    """Las cifras de una carga, en segundos, y el cociente de cada par."""
    corridas, sitio, cache, cero = (carpeta / n for n in ("corridas", "sitio", "cache", "cero"))
    shutil.rmtree(carpeta, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "medidas.cargas", carga, str(corridas)], check=True)
    primera = construir(corridas, sitio, cache)
    tiempos: dict[str, list[tuple[float, float]]] = {"entera": [], "tocada": [], "igual": []}
    for vez in range(pares):
        shutil.rmtree(cero, ignore_errors=True)
        tiempos["entera"].append(construir(corridas, cero, Path("no")))
        tocar(corridas, vez)
        time.sleep(REPOSO)
        tiempos["tocada"].append(construir(corridas, sitio, cache))
        tiempos["igual"].append(construir(corridas, sitio, cache))
    abiertas = trazas_abiertas(corridas, sitio, cache, carpeta / "strace.txt")
    shutil.rmtree(cero, ignore_errors=True)
    construir(corridas, cero, Path("no"))
    return {
        "carga": carga,
        "primera con caché": _par(primera),
        **{n: _mediana(t) for n, t in tiempos.items()},
        "tocada / entera": _cociente(tiempos["tocada"], tiempos["entera"]),
        "igual / entera": _cociente(tiempos["igual"], tiempos["entera"]),
        "trazas abiertas sin cambios": abiertas,
        "ficheros distintos de los de cero": len(distintos(sitio, cero)),
        "caché en disco, MB": round(sum(f.stat().st_size for f in cache.rglob("*") if f.is_file()) / 1e6, 1),
    }


def _par(tiempo: tuple[float, float]) -> str:
    return f"{tiempo[0]:.2f} s (cpu {tiempo[1]:.2f})"


def _mediana(tiempos: list[tuple[float, float]]) -> str:
    return _par((statistics.median(t for t, _ in tiempos), statistics.median(c for _, c in tiempos)))


def _cociente(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> str:
    reloj, cpu = ([x[i] / y[i] for x, y in zip(a, b, strict=True)] for i in (0, 1))
    trozos = (f"{statistics.median(c):.3f} ({min(c):.3f}..{max(c):.3f})" for c in (reloj, cpu))
    return " · cpu ".join(trozos)


def main() -> None:
    """La orden."""
    p = argparse.ArgumentParser(description="Incremental en frío frente a construcción entera.")
    p.add_argument("carga", choices=CARGAS)
    p.add_argument("carpeta", type=Path)
    p.add_argument("pares", type=int, nargs="?", default=3)
    a = p.parse_args()
    for nombre, valor in medir(a.carga, a.carpeta.absolute(), a.pares).items():
        print(f"{nombre}: {valor}")


if __name__ == "__main__":
    main()
