"""Las fichas del corpus sintético, tal como están en `corpus/fichas.yaml`, y el conjunto de calibración."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from agentes.adherencia.estado import Idioma

CARPETA = Path(__file__).parents[1] / "corpus"
FICHAS = CARPETA / "fichas.yaml"
CALIBRACION = CARPETA / "calibracion.yaml"
IDIOMAS: tuple[Idioma, ...] = ("es", "en")


@dataclass(frozen=True, slots=True)
class Ficha:
    """Una ficha en un idioma. `consultas` son las preguntas con las que se busca; no se enseñan al modelo."""

    id: str
    idioma: Idioma
    titulo: str
    texto: str
    consultas: tuple[str, ...]

    @property
    def pasaje(self) -> str:
        """El texto que se indexa: el título delante mejora la recuperación."""
        return f"{self.titulo}. {self.texto}"


@dataclass(frozen=True, slots=True)
class Calibracion:
    """Preguntas de un idioma: `cubiertas` son (pregunta, id de la ficha que la responde); `ajenas`, las que no."""

    idioma: Idioma
    cubiertas: tuple[tuple[str, str], ...]
    ajenas: tuple[str, ...]


def fichas(ruta: Path = FICHAS) -> tuple[Ficha, ...]:
    """Todas las fichas: primero las españolas y después las inglesas, en el orden del fichero."""
    return tuple(_ficha(f, idioma) for idioma in IDIOMAS for f in _leer(ruta)["fichas"])


def calibraciones(ruta: Path = CALIBRACION) -> tuple[Calibracion, ...]:
    """El conjunto de calibración, uno por idioma."""
    datos = _leer(ruta)
    return tuple(
        Calibracion(i, tuple((c[i], c["ficha"]) for c in datos["cubiertas"]), tuple(datos["ajenas"][i]))
        for i in IDIOMAS
    )


def huella(ruta: Path) -> str:
    """SHA-256 del fichero, con los fines de línea de Unix para que valga en cualquier copia de trabajo."""
    return hashlib.sha256(ruta.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _leer(ruta: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(ruta.read_text(encoding="utf-8")))


def _ficha(datos: dict[str, Any], idioma: Idioma) -> Ficha:
    propia = datos[idioma]
    return Ficha(datos["id"], idioma, propia["titulo"], propia["texto"], tuple(propia["consultas"]))
