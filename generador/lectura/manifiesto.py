"""`manifiesto.json`: qué casos se grabaron en una corrida, con qué versiones y dónde está cada fichero."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Documento, raiz
from generador.lectura.forma import Forma
from generador.lectura.validar import examinar_tolerante
from generador.modelo.corrida import CasoGrabado, Manifiesto

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}
_HUELLA = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CasoEnDisco:
    """Un caso grabado. `traza` es su fichero, relativo a la corrida; `sha256`, el de sus bytes."""

    __pydantic_config__ = _ESTRICTO
    caso: str
    variante: str
    traza: str
    sha256: str
    estado: str
    duracion: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifiestoEnDisco:
    """El manifiesto. `creada` es ISO 8601; `grafos` va de variante a fichero; `anexos`, de nombre a fichero.

    `cabezas` va de caso al último hash de su registro de citas.
    """

    __pydantic_config__ = _ESTRICTO
    v: Literal[1]
    demo: str
    corrida: str
    sprint: str
    creada: str
    casos: tuple[CasoEnDisco, ...]
    grafos: Mapping[str, str]
    versiones: Mapping[str, str] = field(default_factory=dict)
    revision: str | None = None
    fuentes: str | None = None
    anexos: Mapping[str, str] = field(default_factory=dict)
    cabezas: Mapping[str, str] = field(default_factory=dict)


FORMA: Forma[ManifiestoEnDisco] = Forma(ManifiestoEnDisco)


def manifiesto_de(documento: Documento) -> Manifiesto:
    """El manifiesto de un documento. Lanza `ErrorDeEntrada` con todos los problemas juntos."""
    leido, problemas, _avisos = examinar_tolerante(FORMA, documento)
    problemas += _incoherencias(documento)
    if leido is None or problemas:
        raise ErrorDeEntrada(problemas)
    disco = leido.valor
    return Manifiesto(
        demo=disco.demo,
        corrida=disco.corrida,
        sprint=disco.sprint,
        creada=disco.creada,
        versiones=disco.versiones,
        casos=tuple(_caso(c) for c in disco.casos),
        grafos=disco.grafos,
        revision=disco.revision,
        fuentes=disco.fuentes,
        anexos=disco.anexos,
        cabezas=disco.cabezas,
    )


def _caso(disco: CasoEnDisco) -> CasoGrabado:
    return CasoGrabado(
        caso=disco.caso,
        variante=disco.variante,
        traza=disco.traza,
        sha256=disco.sha256,
        estado=disco.estado,
        duracion=disco.duracion,
    )


def _incoherencias(documento: Documento) -> Iterator[Problema]:
    manifiesto = raiz(documento)
    creada = manifiesto["creada"]
    if creada.texto is not None and not _es_fecha(creada.texto):
        yield creada.problema(f"«{creada.texto[:40]}» no es una fecha ISO 8601", "escribe «2026-01-31T09:00:00+00:00»")
    corrida = manifiesto["corrida"]
    if corrida.texto is not None and not corrida.texto.strip():
        yield corrida.problema("«corrida» está vacía", "ponle el nombre de su carpeta")
    vistos: set[str] = set()
    for caso in manifiesto["casos"].elementos():
        id, huella = caso["caso"], caso["sha256"]
        if id.texto is not None and id.texto in vistos:
            yield id.problema(f"el caso «{id.texto[:60]}» está repetido", "deja uno")
        vistos.add(id.texto or "")
        if huella.texto is not None and not _HUELLA.fullmatch(huella.texto):
            yield huella.problema("«sha256» no son 64 cifras hexadecimales", "vuelve a grabar la corrida")


def _es_fecha(texto: str) -> bool:
    try:
        return datetime.fromisoformat(texto).tzinfo is not None
    except ValueError:
        return False
