"""`fuentes.json`: de cada nodo de cada variante, su código o el motivo por el que no lo hay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from generador.errores import ErrorDeEntrada
from generador.lectura.forma import Forma
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.validar import examinar_tolerante
from generador.modelo.corrida import Fuente

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class FuenteEnDisco:
    """El código de un nodo. `lineas` es [primera, última], desde 1; `ajena`, que el fichero es de una biblioteca."""

    __pydantic_config__ = _ESTRICTO
    fichero: str | None = None
    lineas: tuple[int, int] | None = None
    codigo: str = ""
    sha256: str = ""
    revision: str | None = None
    nombre: str = ""
    ajena: bool = False
    motivo: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FuentesEnDisco:
    """De variante a id de nodo a su fuente."""

    __pydantic_config__ = _ESTRICTO
    v: Literal[1]
    variantes: Mapping[str, Mapping[str, FuenteEnDisco]]


FORMA: Forma[FuentesEnDisco] = Forma(FuentesEnDisco)


def leer_fuentes(ruta: Path) -> Mapping[str, Mapping[str, Fuente]]:
    """De variante a id de nodo a `Fuente`. Lanza `ErrorDeEntrada` con todos los problemas juntos."""
    leidas, problemas, _avisos = examinar_tolerante(FORMA, leer_json(ruta))
    if leidas is None:
        raise ErrorDeEntrada(problemas)
    return {v: {id: _fuente(id, f) for id, f in nodos.items()} for v, nodos in leidas.valor.variantes.items()}


def _fuente(nodo: str, disco: FuenteEnDisco) -> Fuente:
    return Fuente(
        nodo=nodo,
        fichero=disco.fichero,
        lineas=disco.lineas,
        codigo=disco.codigo,
        sha256=disco.sha256,
        revision=disco.revision,
        nombre=disco.nombre,
        ajena=disco.ajena,
        motivo=disco.motivo,
    )
