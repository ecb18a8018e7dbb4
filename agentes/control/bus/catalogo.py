"""Qué herramientas existen. Los esquemas son ficheros versionados; en memoria no se pueden cambiar.

Un agente recibe la descripción de las de lectura (`para_agentes`); las irreversibles no se le entregan nunca.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jsonschema import Draft202012Validator

from agentes.control.canonico import canonico, huella

_ESQUEMAS = Path(__file__).with_name("esquemas")


@dataclass(frozen=True, slots=True)
class Herramienta:
    """Una herramienta y su contrato. `esquemas` son los bytes canónicos de `{entrada, salida}`."""

    nombre: str
    version: int
    irreversible: bool
    descripcion: str
    esquemas: bytes

    @property
    def referencia(self) -> str:
        """`nombre@versión`."""
        return f"{self.nombre}@{self.version}"

    def esquema(self, cual: str) -> dict[str, Any]:
        """Una copia nueva del esquema de `entrada` o de `salida`: quien la cambie no cambia el catálogo."""
        leido: dict[str, Any] = json.loads(self.esquemas)[cual]
        return leido

    def reparos(self, cual: str, dato: Any) -> list[str]:
        """Por qué un dato no cumple el esquema, en orden de lugar; vacío si lo cumple. No convierte nada."""
        return reparos_de(self.esquema(cual), dato)


def reparos_de(esquema: Mapping[str, Any], dato: Any) -> list[str]:
    """Los reparos de un dato frente a un esquema 2020-12. Además, nada de coma flotante: `2.0` no es `2`."""
    fallos = sorted(Draft202012Validator(esquema).iter_errors(dato), key=lambda e: e.json_path)
    return [f"{e.json_path}: {e.message}" for e in fallos] + [
        f"{lugar}: {valor!r} es de coma flotante" for lugar, valor in _flotantes(dato, "$")
    ]


def _flotantes(dato: Any, lugar: str) -> Iterator[tuple[str, float]]:
    if isinstance(dato, float):
        yield lugar, dato
    hijos = dato.items() if isinstance(dato, Mapping) else enumerate(dato) if isinstance(dato, list) else ()
    for clave, hijo in hijos:
        yield from _flotantes(hijo, f"{lugar}.{clave}")


@cache
def catalogo() -> Mapping[str, Herramienta]:
    """De nombre a herramienta, por orden de nombre."""
    fichas = [json.loads(f.read_text("utf-8")) for f in sorted(_ESQUEMAS.glob("*.json"))]
    return MappingProxyType({f["nombre"]: _herramienta(f) for f in fichas})


def _herramienta(ficha: Mapping[str, Any]) -> Herramienta:
    for cual in ("entrada", "salida"):
        Draft202012Validator.check_schema(ficha[cual])
    contrato = canonico({cual: ficha[cual] for cual in ("entrada", "salida")})
    return Herramienta(ficha["nombre"], ficha["version"], ficha["irreversible"], ficha["descripcion"], contrato)


def huella_del_catalogo() -> str:
    """La huella de todos los contratos: si alguien toca un esquema, cambia."""
    return huella({h.referencia: huella(json.loads(h.esquemas)) for h in catalogo().values()})


def para_agentes() -> list[dict[str, Any]]:
    """Las herramientas de lectura, con la forma que entiende `bind_tools`. Las irreversibles no están."""
    return [
        {"name": h.nombre, "description": h.descripcion, "parameters": h.esquema("entrada")}
        for h in catalogo().values()
        if not h.irreversible
    ]
