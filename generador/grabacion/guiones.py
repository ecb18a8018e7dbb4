"""`oraculo.yaml`: lo que contesta el oráculo en cada caso, por clave y por nodo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generador.grabacion.oraculo import Oraculo
from generador.lectura.forma import Forma
from generador.lectura.validar import validar
from generador.lectura.yaml_con_posiciones import leer_yaml

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Llamada:
    """Una llamada a herramienta que el guion hace pedir al modelo."""

    __pydantic_config__ = _ESTRICTO
    nombre: str
    argumentos: Mapping[str, Any] = field(default_factory=dict)
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Respuesta:
    """Una respuesta con más que texto. `uso` son fichas `{entrada, salida}`."""

    __pydantic_config__ = _ESTRICTO
    contenido: str = ""
    llamadas: tuple[Llamada, ...] = ()
    uso: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guiones:
    """`guiones`: clave → nodo (o `*`) → respuestas en orden."""

    __pydantic_config__ = _ESTRICTO
    guiones: Mapping[str, Mapping[str, tuple[str | Respuesta, ...]]]

    def oraculo(self, clave: str) -> Oraculo:
        """Un oráculo nuevo, por la primera respuesta. El plan ya comprobó que la clave existe."""
        guion = {nodo: [_dato(r) for r in respuestas] for nodo, respuestas in self.guiones[clave].items()}
        return Oraculo(guion=guion)


_FORMA: Forma[Guiones] = Forma(Guiones)


def leer_guiones(ruta: Path) -> Guiones:
    """Lee y comprueba `oraculo.yaml`. Lanza `ErrorDeEntrada` con todos los problemas y su línea."""
    return validar(_FORMA, leer_yaml(ruta))


def _dato(respuesta: str | Respuesta) -> Any:
    if isinstance(respuesta, str):
        return respuesta
    llamadas = [{"nombre": x.nombre, "argumentos": x.argumentos, "id": x.id} for x in respuesta.llamadas]
    return {"contenido": respuesta.contenido, "llamadas": llamadas, "uso": respuesta.uso}
