"""Seguir un documento al pie de la letra: escribir sus ficheros, ejecutar sus órdenes y ver lo que dice que se ve."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RAIZ = Path(__file__).parent.parent
_BLOQUE = re.compile(r"(?:^\*\*`(?P<fichero>[^`]+)`\*\*\n\n)?^```(?P<clase>\w+)\n(?P<texto>.*?)^```$", re.M | re.S)
_ESPERA = 600


@dataclass(frozen=True)
class Bloque:
    """`fichero` es el nombre en negrita que lo precede, si lo hay."""

    clase: str
    texto: str
    fichero: str | None = None


def bloques(documento: Path) -> Iterator[Bloque]:
    for m in _BLOQUE.finditer(documento.read_text("utf-8")):
        yield Bloque(m["clase"], m["texto"], m["fichero"])


def seguir(documento: Path, carpeta: Path) -> Iterator[tuple[str, str]]:
    """Sigue el documento en `carpeta`. Da (orden, salida) de cada bloque de órdenes; falla si algo no es como dice."""
    salida = ""
    for bloque in bloques(documento):
        if bloque.fichero:
            destino = carpeta / bloque.fichero
            destino.parent.mkdir(parents=True, exist_ok=True)
            destino.write_text(bloque.texto, "utf-8")
        elif bloque.clase == "sh":
            salida = ejecutar(bloque.texto, carpeta)
            yield bloque.texto, salida
        elif bloque.clase == "text":
            comprobar_salida(bloque.texto, salida)


def ejecutar(orden: str, carpeta: Path) -> str:
    """Ejecuta las órdenes con el `vitrina` de este árbol por delante. Falla si alguna acaba mal."""
    entorno = {
        **os.environ,
        "PATH": f"{_con_vitrina(carpeta)}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(RAIZ),
    }
    hecho = subprocess.run(
        ["sh", "-e", "-c", orden],
        cwd=carpeta,
        env=entorno,
        capture_output=True,
        text=True,
        timeout=_ESPERA,
        check=False,
    )
    assert hecho.returncode == 0, f"{orden}\n{hecho.stdout}\n{hecho.stderr}"
    return hecho.stdout + hecho.stderr


def comprobar_salida(esperada: str, salida: str) -> None:
    """Cada línea esperada está en la salida, en orden. `…` es «cualquier cosa»."""
    lineas = iter(salida.splitlines())
    for esperado in esperada.splitlines():
        patron = re.compile(".*".join(map(re.escape, esperado.split("…"))))
        assert any(patron.fullmatch(linea) for linea in lineas), f"«{esperado}» no sale en:\n{salida}"


def _con_vitrina(carpeta: Path) -> Path:
    binarios = carpeta / ".bin"
    if not binarios.exists():
        binarios.mkdir()
        vitrina = binarios / "vitrina"
        vitrina.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m generador "$@"\n', "utf-8")
        vitrina.chmod(vitrina.stat().st_mode | stat.S_IXUSR)
    return binarios
