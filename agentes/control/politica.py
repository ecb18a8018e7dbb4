"""La política de aprobación automática, en un fichero versionado: qué puede salir solo y hasta cuánto dinero."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

_FICHERO = Path(__file__).with_name("politica.json")


@dataclass(frozen=True, slots=True)
class Politica:
    """`importe_maximo` es el total en euros de todas las llamadas de una revisión."""

    version: int
    herramientas: tuple[str, ...]
    importe_maximo: Decimal

    def reparos(self, intenciones: Sequence[dict[str, Any]], sin_respaldo: int) -> list[str]:
        """Por qué hace falta una persona, como códigos; vacío si se aprueba sola."""
        ajenas = sorted({i["tool"] for i in intenciones} - set(self.herramientas))
        total = sum((Decimal(i["args"]["importe"]) for i in intenciones), Decimal())
        motivos = [f"herramienta_fuera_de_politica:{t}" for t in ajenas]
        motivos += [f"importe:{total}>{self.importe_maximo}"] if total > self.importe_maximo else []
        return motivos + ([f"sin_respaldo:{sin_respaldo}"] if sin_respaldo else [])


def leer(ruta: Path = _FICHERO) -> Politica:
    """La política del fichero."""
    datos = json.loads(ruta.read_text("utf-8"))
    return Politica(datos["version"], tuple(datos["herramientas"]), Decimal(datos["importe_maximo"]))
