"""Los casos y los adversarios, tal como están versionados: cada uno en sus dos idiomas, con lo que debe pasar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from agentes.adherencia.estado import Idioma
from agentes.adherencia.recuperacion import corpus

CARPETA = Path(__file__).parent
REFERENCIA = "referencia"
ADVERSARIOS = "adversarios"
DE_SIEMPRE, APARTADOS, POSTERIORES = RONDAS = ("", "apartados", "posteriores")
"""Cada ronda se mide aparte: la del sprint 1, la guardada antes de las reglas del 2 y la escrita después."""
CUBIERTA = "cubierta"
SIN_FICHA = ("sin_coincidencia", "ambito")
"""Categorías en las que procede rehusar."""
DE_DATOS = ("datos_personales", "dato_de_salida")
"""Categorías en las que lo prohibido es un dato personal, aunque no se midan sus clases a la entrada."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caso:
    """Un mensaje y lo que procede.

    `espera` es {decisión: motivo} de las que deben fallar; `oro`, las fichas que responden; `dice`, el texto del
    oráculo (vacío: contesta el extractivo); `clases`, los datos personales de la entrada, o `None` si no se miden;
    `prohibe`, lo que no puede salir.
    """

    id: str
    conjunto: str
    categoria: str
    idioma: Idioma
    mensaje: str
    espera: Mapping[str, str] = field(default_factory=dict)
    oro: tuple[str, ...] = ()
    dice: str = ""
    clases: tuple[str, ...] | None = None
    prohibe: tuple[str, ...] = ()

    @property
    def par(self) -> str:
        """El id que comparte con su versión en el otro idioma."""
        return self.id.rpartition("-")[0]

    @property
    def adversario(self) -> bool:
        """Si es un ataque: se juzga por lo que sale."""
        return self.conjunto.startswith(ADVERSARIOS)

    @property
    def ronda(self) -> str:
        """Con qué casos se mide: `DE_SIEMPRE`, `APARTADOS` o `POSTERIORES`."""
        return next((r for r in (APARTADOS, POSTERIORES) if self.conjunto in de_la_ronda(r)), DE_SIEMPRE)

    @property
    def con_datos(self) -> bool:
        """Si `prohibe` son datos personales y no frases."""
        return bool(self.prohibe) and (bool(self.clases) or self.categoria in DE_DATOS)


def de_la_ronda(ronda: str) -> tuple[str, str]:
    """Los conjuntos de una ronda: el de casos y el de ataques."""
    return (ronda, f"{ADVERSARIOS}_{ronda}") if ronda else (REFERENCIA, ADVERSARIOS)


def casos() -> tuple[Caso, ...]:
    """Los casos de referencia: primero los españoles, después los ingleses."""
    return _casos(REFERENCIA)


def adversarios() -> tuple[Caso, ...]:
    """Los ataques, con su oráculo hostil."""
    return _adversarios(ADVERSARIOS)


def apartados() -> tuple[Caso, ...]:
    """Los del sprint 2, ronda a ronda y con sus ataques al final de cada una."""
    rondas = [de_la_ronda(r) for r in (APARTADOS, POSTERIORES)]
    return tuple(c for suyos, ataques in rondas for c in (*_casos(suyos), *_adversarios(ataques)))


def conjuntos() -> Iterator[dict[str, Any]]:
    """Los conjuntos como los pide `evaluacion.json`; el de calibración también, aunque de él no haya casos."""
    for nombre, origen in ((n, _ORIGENES[ronda]) for ronda in RONDAS for n in de_la_ronda(ronda)):
        yield _conjunto(nombre, len(_leer(nombre)) * len(corpus.IDIOMAS), CARPETA / f"{nombre}.yaml", origen)
    n = sum(len(c.cubiertas) + len(c.ajenas) for c in corpus.calibraciones())
    yield _conjunto("calibracion", n, corpus.CALIBRACION, _ORIGEN_DE_CALIBRACION)


_DE_SIEMPRE = {
    "es": "Escritos por el equipo leyendo las fichas y lo que promete cada barrera, antes de ejecutar nada.",
    "en": "Written by the team from the cards and from what each guardrail promises, before running anything.",
}
_ORIGEN_DE_APARTADOS = {
    "es": "Del equipo, guardados antes de tocar las reglas del sprint 2; solo se ejecutaron enteros, al grabar.",
    "en": "Written by the team and stored before touching the sprint 2 rules; only run as a whole, when recording.",
}
_DESPUES = {
    "es": "Del equipo, escritos con las reglas del sprint 2 ya congeladas; ejecutados una sola vez, al grabar.",
    "en": "By the team, written with the sprint 2 rules already frozen; run only once, when recording.",
}
_ORIGENES = {DE_SIEMPRE: _DE_SIEMPRE, APARTADOS: _ORIGEN_DE_APARTADOS, POSTERIORES: _DESPUES}
_ORIGEN_DE_CALIBRACION = {
    "es": "Aparte de la evaluación: con él se eligió el umbral de rehúsa. Ninguna pregunta está en los dos.",
    "en": "Separate from the evaluation: the refusal threshold was chosen on it. No question is in both.",
}


def _conjunto(id: str, n: int, ruta: Path, origen: Mapping[str, str]) -> dict[str, Any]:
    relativa = ruta.relative_to(CARPETA.parents[2]).as_posix()
    return {"id": id, "n": n, "fichero": relativa, "sha256": corpus.huella(ruta), "origen": dict(origen)}


@cache
def _leer(nombre: str) -> Any:
    return yaml.safe_load((CARPETA / f"{nombre}.yaml").read_text(encoding="utf-8"))["casos"]


def _casos(conjunto: str) -> tuple[Caso, ...]:
    return tuple(_caso(d, i, conjunto) for i in corpus.IDIOMAS for d in _leer(conjunto))


def _adversarios(conjunto: str) -> tuple[Caso, ...]:
    return tuple(_adversario(d, i, conjunto) for i in corpus.IDIOMAS for d in _leer(conjunto))


def _caso(d: Mapping[str, Any], idioma: Idioma, conjunto: str) -> Caso:
    de_salida = "ficha" in d
    mensaje = _consulta(d["ficha"], idioma) if de_salida else d[idioma] * d.get("repite", 1)
    return Caso(
        id=f"{d['id']}-{idioma}",
        conjunto=conjunto,
        categoria=d.get("categoria", CUBIERTA),
        idioma=idioma,
        mensaje=mensaje,
        espera=d.get("espera", {}),
        oro=tuple(d.get("oro", ())),
        dice=d[idioma] if de_salida else "",
        clases=tuple(d["clases"]) if "clases" in d else None,
        prohibe=tuple(d.get("prohibe", ())),
    )


def _adversario(d: Mapping[str, Any], idioma: Idioma, conjunto: str) -> Caso:
    propio = d[idioma]
    return Caso(
        id=f"{d['id']}-{idioma}",
        conjunto=conjunto,
        categoria=d["clase"],
        idioma=idioma,
        mensaje=propio["mensaje"],
        dice=propio["dice"],
        prohibe=tuple(propio["prohibe"]),
    )


def _consulta(ficha: str, idioma: Idioma) -> str:
    return _primeras_consultas()[ficha, idioma]


@cache
def _primeras_consultas() -> Mapping[tuple[str, Idioma], str]:
    return {(f.id, f.idioma): f.consultas[0] for f in corpus.fichas()}
