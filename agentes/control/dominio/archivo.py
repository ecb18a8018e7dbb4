"""El archivo: los documentos fuente, leídos una vez. Es el «sistema de registro» del que salen todas las pruebas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agentes.control.dominio.generar import CARPETA


@dataclass(frozen=True, slots=True)
class Archivo:
    """Los documentos por su id. `cartas` guarda los bytes exactos; lo demás, el JSON leído."""

    cartas: Mapping[str, bytes]
    tarifas: Mapping[str, Any]
    codigos: Mapping[str, Any]
    facturas: Mapping[str, Any]
    calendarios: Mapping[str, Any]
    completos: Mapping[str, bool]


def leer(carpeta: Path = CARPETA) -> Archivo:
    """Lee los documentos de una carpeta, en orden de nombre."""
    return Archivo(
        cartas={f.stem: f.read_bytes() for f in sorted((carpeta / "cartas").glob("*.txt"))},
        tarifas=_por_nombre(carpeta / "tarifas"),
        codigos=_por_nombre(carpeta / "codigos"),
        facturas=_por_nombre(carpeta / "facturas"),
        calendarios=_por_nombre(carpeta / "calendario"),
        completos={k: v["completo"] for k, v in json.loads((carpeta / "archivo.json").read_text("utf-8")).items()},
    )


@cache
def congelado() -> Archivo:
    """El archivo que viaja con el agente. No cambia: se lee una vez."""
    return leer()


def _por_nombre(carpeta: Path) -> dict[str, Any]:
    return {f.stem: json.loads(f.read_text("utf-8")) for f in sorted(carpeta.glob("*.json"))}
