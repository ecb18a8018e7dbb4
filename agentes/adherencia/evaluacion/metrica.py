"""Una métrica y cómo se obtiene de unos casos juzgados: proporción, media o cuenta, con lo que falla. Puro.

Cada juzgado es (caso, qué pasó); un texto vacío es que pasó lo que procedía.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from agentes.adherencia.estado import Idioma
from agentes.adherencia.evaluacion.conjuntos import APARTADOS, DE_SIEMPRE, POSTERIORES, REFERENCIA
from agentes.adherencia.evaluacion.correr import Hecho

Fallo = tuple[str, str]
"""(caso, qué pasó)."""
_DECIMALES = 4
APARTE: Mapping[str, Mapping[str, str]] = {
    DE_SIEMPRE: {"es": "", "en": ""},
    APARTADOS: {"es": " · apartados", "en": " · held out"},
    POSTERIORES: {"es": " · posteriores", "en": " · written after"},
}
"""Cómo se nombra cada ronda."""
_FICHERO = Path(__file__).with_name("metricas.yaml")


@dataclass(frozen=True, slots=True)
class Metrica:
    """Una métrica. `idioma` va vacío si es de los dos."""

    id: str
    valor: float | None
    n: int
    fallan: tuple[Fallo, ...] = field(default=())
    idioma: Idioma | None = None
    conjunto: str = REFERENCIA
    ronda: str = DE_SIEMPRE

    @property
    def clave(self) -> str:
        """El id con que se publica: la ronda va delante y el idioma detrás."""
        return "_".join(p for p in (self.ronda, self.id, self.idioma or "") if p)

    @property
    def cumple(self) -> bool | None:
        """Si alcanza su umbral; `None` si no lo tiene. Sin datos no se cumple nada."""
        umbral = ficha(self.id).get("umbral")
        if umbral is None:
            return None
        if self.valor is None:
            return False
        comparar = {">=": self.valor >= umbral, "<=": self.valor <= umbral, "=": self.valor == umbral}
        return bool(comparar[self._sentido])

    @property
    def _sentido(self) -> str:
        return str(ficha(self.id).get("sentido", ">="))

    def como_dict(self, pruebas: str) -> dict[str, Any]:
        """La forma de `evaluacion.json`."""
        datos = ficha(self.id)
        sufijo = f" · {self.idioma}" if self.idioma else ""
        aparte = APARTE[self.ronda]
        return {
            "id": self.clave,
            "grupo": self.ronda or datos["grupo"],
            "nombre": {i: f"{texto}{aparte[i]}{sufijo}" for i, texto in datos["nombre"].items()},
            "definicion": datos["definicion"],
            "valor": self.valor,
            "unidad": datos.get("unidad", "proporcion"),
            "umbral": datos.get("umbral"),
            "sentido": self._sentido,
            "cumple": self.cumple,
            "n": self.n,
            "conjunto": self.conjunto,
            "prueba": pruebas,
            "fallan": [{"caso": caso, "paso": None, "detalle": detalle} for caso, detalle in self.fallan],
        }


@cache
def fichas() -> Any:
    """Id → ficha de cada métrica, en el orden en que se publican."""
    return yaml.safe_load(_FICHERO.read_text(encoding="utf-8"))


def ficha(id: str) -> Mapping[str, Any]:
    """Grupo, nombre, definición y umbral de una métrica, tal como están versionados."""
    datos: Mapping[str, Any] = fichas()[id]
    return datos


def parte(id: str, juzgados: Iterable[tuple[Hecho, str]]) -> Metrica:
    """La proporción de casos de los que no hay nada que decir; de los demás se dice qué falló."""
    lista = list(juzgados)
    fallan = _fallan(lista)
    valor = redondo((len(lista) - len(fallan)) / len(lista)) if lista else None
    return Metrica(id, valor, len(lista), fallan)


def media(id: str, puntos: Sequence[tuple[Hecho, float]], detalle: Callable[[Hecho], str]) -> Metrica:
    """La media de unos puntos de 0 a 1. Falla el caso que no los tiene todos, y `detalle` dice qué hizo."""
    valor = redondo(sum(p for _, p in puntos) / len(puntos)) if puntos else None
    return Metrica(
        id, valor, len(puntos), tuple((h.caso.id, f"{round(p, 3)}: {detalle(h)}") for h, p in puntos if p < 1)
    )


def cuenta(id: str, juzgados: Iterable[tuple[Hecho, str]], conjunto: str = REFERENCIA) -> Metrica:
    """De cuántos casos hay algo que decir."""
    lista = list(juzgados)
    fallan = _fallan(lista)
    return Metrica(id, len(fallan), len(lista), fallan, conjunto=conjunto)


def _fallan(juzgados: Iterable[tuple[Hecho, str]]) -> tuple[Fallo, ...]:
    return tuple((h.caso.id, que) for h, que in juzgados if que)


def redondo(valor: float) -> float:
    """`valor` con los decimales que se publican."""
    return round(valor, _DECIMALES)
