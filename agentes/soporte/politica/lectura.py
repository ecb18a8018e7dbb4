"""`politica.json` como datos congelados. Una política que no cuadra no se carga: se dice qué le falta."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agentes.soporte.canonico import huella
from agentes.soporte.errores import ConfiguracionInvalida

FICHERO = Path(__file__).with_name("politica.json")
CAUSAS = ("devolucion", "defectuoso", "cobro_doble", "no_recibido")
"""Por qué se puede pedir un reembolso."""
CAMBIO = "cambio_direccion"


@dataclass(frozen=True, slots=True)
class Apartado:
    """Un punto de la política. `texto` ya lleva sus plazos puestos; `palabras` son sus formas de preguntarlo."""

    id: str
    causas: tuple[str, ...]
    palabras: tuple[str, ...]
    titulo: Mapping[str, str]
    texto: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Politica:
    """Lo que la tienda permite. Importes en céntimos, plazos en días, caducidad en horas."""

    version: str
    huella: str
    plazos_dias: Mapping[str, int]
    estados_que_admiten_cambio_de_direccion: tuple[str, ...]
    umbral_automatico_centimos: int
    auditoria_por_ciento: int
    caducidad_horas: int
    apartados: tuple[Apartado, ...]

    def apartado(self, id: str) -> Apartado | None:
        """El apartado con ese id, o `None`."""
        return next((a for a in self.apartados if a.id == id), None)


@cache
def politica(fichero: Path = FICHERO) -> Politica:
    """Lee y comprueba la política. Lanza `ConfiguracionInvalida`."""
    datos = json.loads(fichero.read_text(encoding="utf-8"))
    return de_datos(datos, fichero.name)


def de_datos(datos: Mapping[str, Any], origen: str = "política") -> Politica:
    """La política de un JSON ya leído."""
    sin_apartado = {*CAUSAS, CAMBIO} - {c for a in datos["apartados"] for c in a["causas"]}
    if sin_apartado:
        faltan = ", ".join(sorted(sin_apartado))
        raise ConfiguracionInvalida(f"{origen}: ningún apartado cubre {faltan} → añádelo a «apartados»")
    return Politica(
        version=datos["version"],
        huella=huella(datos),
        plazos_dias=dict(datos["plazos_dias"]),
        estados_que_admiten_cambio_de_direccion=tuple(datos["estados_que_admiten_cambio_de_direccion"]),
        umbral_automatico_centimos=datos["umbral_automatico_centimos"],
        auditoria_por_ciento=datos["auditoria_por_ciento"],
        caducidad_horas=datos["caducidad_horas"],
        apartados=tuple(_apartado(a, datos["plazos_dias"]) for a in datos["apartados"]),
    )


def _apartado(datos: Mapping[str, Any], plazos: Mapping[str, int]) -> Apartado:
    return Apartado(
        id=datos["id"],
        causas=tuple(datos["causas"]),
        palabras=tuple(datos["palabras"]),
        titulo=datos["titulo"],
        texto={idioma: texto.format(**plazos) for idioma, texto in datos["texto"].items()},
    )
