"""G1–G3, G7, G10 y G11: construir entero frente al suelo, con uno y dos procesos, y cómo crece.

    python -m medidas.construir M /tmp/medir [pares]        cocientes A B A B y memoria
    python -m medidas.construir crecer /tmp/medir           exponente de CPU y memoria al doblar los casos
    python -m medidas.construir perfil /tmp/medir           dónde se va el tiempo de M, por etapa

Todo en procesos fríos y en la misma ejecución; lo que vale son los cocientes.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import math
import pstats
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from medidas.cargas import CARGAS

_ESPERAR = (
    "import json, os, resource, subprocess, sys; codigo = subprocess.call(sys.argv[1:], stdout=2);"
    "u = resource.getrusage(resource.RUSAGE_CHILDREN);"
    "print(json.dumps([u.ru_utime + u.ru_stime, u.ru_maxrss / 1024])); sys.exit(codigo)"
)
DOBLES = (75, 150, 300, 600)


@dataclass(frozen=True)
class Vez:
    """Una ejecución: segundos de reloj, de procesador, y la memoria del proceso mayor, en MB."""

    reloj: float
    cpu: float
    memoria: float


def ejecutar(*orden: str) -> Vez:
    """La orden, en un proceso que la espera y dice lo que gastaron ella y sus hijos."""
    antes = time.perf_counter()
    hecho = subprocess.run(
        [sys.executable, "-c", _ESPERAR, *orden], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    cpu, memoria = json.loads(hecho.stdout)
    return Vez(time.perf_counter() - antes, cpu, memoria)


def vitrina(corridas: Path, salida: Path, procesos: int, *mas: str) -> Vez:
    """`vitrina construir --limpia` en una salida nueva."""
    shutil.rmtree(salida, ignore_errors=True)
    orden = ["-m", "generador", "construir", "--limpia", "--procesos", str(procesos)]
    return ejecutar(sys.executable, *orden, "--corridas", str(corridas), "--salida", str(salida), *mas)


def suelo(corridas: Path, salida: Path, procesos: int = 1) -> Vez:
    """El suelo, en una salida nueva."""
    orden = ["-m", "medidas.suelo", str(corridas), str(salida), "--procesos", str(procesos)]
    return ejecutar(sys.executable, *orden)


def generar(carga: str, destino: Path, *opciones: str) -> None:
    """Una carga nueva en `destino`."""
    shutil.rmtree(destino, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "medidas.cargas", carga, str(destino), *opciones], check=True)


def pesar(carpeta: Path, patron: str = "*") -> float:
    """MB de los ficheros de una carpeta."""
    return sum(f.stat().st_size for f in carpeta.rglob(patron) if f.is_file()) / 1e6


def cociente(a: list[Vez], b: list[Vez], campo: str) -> str:
    """Mediana y extremos del cociente de cada par."""
    c = [getattr(x, campo) / getattr(y, campo) for x, y in zip(a, b, strict=True)]
    return f"{statistics.median(c):.2f} ({min(c):.2f}..{max(c):.2f})"


def medir(carga: str, carpeta: Path, pares: int) -> None:
    """Los cocientes de una carga."""
    corridas, sitio = carpeta / "corridas", carpeta / "sitio"
    generar(carga, corridas)
    uno, dos, solo_es, base, base_dos = [], [], [], [], []
    for _ in range(pares):
        base.append(suelo(corridas, carpeta / "suelo"))
        uno.append(vitrina(corridas, sitio, 1))
        base_dos.append(suelo(corridas, carpeta / "suelo", 2))
        dos.append(vitrina(corridas, sitio, 2))
        solo_es.append(vitrina(corridas, carpeta / "es", 1, "--idioma", "es"))
    trazas = pesar(corridas, "*.jsonl")
    for nombre, veces in {"suelo": base, "vitrina": uno, "vitrina, 2": dos, "vitrina, es": solo_es}.items():
        m = Vez(*(statistics.median(getattr(v, c) for v in veces) for c in ("reloj", "cpu", "memoria")))
        print(f"{nombre}: {m.reloj:.2f} s, cpu {m.cpu:.2f} s, {m.memoria:.0f} MB")
    for campo in ("reloj", "cpu"):
        print(f"vitrina / suelo, {campo}: {cociente(uno, base, campo)}; un idioma: {cociente(solo_es, base, campo)}")
    print(f"dos procesos / uno, reloj: {cociente(dos, uno, 'reloj')} (el suelo: {cociente(base_dos, base, 'reloj')})")
    print(f"sitio {pesar(sitio):.1f} MB / trazas {trazas:.1f} MB = {pesar(sitio) / trazas:.2f}")


def crecer(carpeta: Path) -> None:
    """El exponente de un ajuste log-log de CPU y memoria frente a casos (M) y a pasos (X)."""
    for carga, opcion, veces in (("M", "--casos", DOBLES), ("X", "--pasos", (2_500, 5_000, 10_000, 20_000))):
        filas = []
        for n in veces:
            generar(carga, carpeta / "corridas", opcion, str(n))
            filas.append((n, vitrina(carpeta / "corridas", carpeta / "sitio", 1)))
            print(f"{carga} {n}: cpu {filas[-1][1].cpu:.2f} s, {filas[-1][1].memoria:.0f} MB")
        for campo in ("cpu", "memoria"):
            puntos = [(math.log(n), math.log(getattr(v, campo))) for n, v in filas]
            print(f"{carga}: exponente de {campo} {_pendiente(puntos):.2f}")


def _pendiente(puntos: list[tuple[float, float]]) -> float:
    return statistics.linear_regression([x for x, _ in puntos], [y for _, y in puntos]).slope


def perfil(carpeta: Path) -> None:
    """Segundos propios de cada etapa y biblioteca al construir M con un proceso."""
    from generador import sitio

    generar("M", carpeta / "corridas")
    p = cProfile.Profile()
    p.runcall(sitio.construir, carpeta / "corridas", carpeta / "sitio-perfil")
    raiz, por = str(Path(sitio.__file__).parent), Counter[str]()
    for (fichero, _, _), (_, _, propio, _, _) in pstats.Stats(p).stats.items():  # type: ignore[attr-defined]
        por[_etapa(fichero, raiz)] += propio
    total = sum(por.values())
    for etapa, segundos in por.most_common(14):
        print(f"{segundos / total:6.1%}  {etapa}")


def _etapa(fichero: str, raiz: str) -> str:
    if fichero.startswith(raiz):
        return f"generador/{Path(fichero).relative_to(raiz).parts[0].removesuffix('.py')}"
    if "site-packages" in fichero:
        return fichero.partition("site-packages/")[2].split("/")[0]
    return "funciones en C" if fichero == "~" else "plantillas" if fichero.endswith(".html") else "biblioteca estándar"


def main() -> None:
    """La orden."""
    p = argparse.ArgumentParser(description="Construir entero, frente al suelo.")
    p.add_argument("que", choices=[*CARGAS, "crecer", "perfil"])
    p.add_argument("carpeta", type=Path)
    p.add_argument("pares", type=int, nargs="?", default=3)
    a = p.parse_args()
    carpeta = a.carpeta.absolute()
    if a.que in CARGAS:
        medir(a.que, carpeta, a.pares)
    else:
        {"crecer": crecer, "perfil": perfil}[a.que](carpeta)


if __name__ == "__main__":
    main()
