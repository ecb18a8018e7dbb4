"""Lo que comparar saca de cada traza por separado: con eso basta, así que la que no ha cambiado no se vuelve a leer."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import TypeAlias

from msgspec import Struct

from generador.comparacion.conformidad import conformidad_de
from generador.comparacion.esperado import evaluar
from generador.comparacion.observado import Observado, Observador
from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import Salidas
from generador.modelo.hallazgo import Conformidad, Resultado
from generador.modelo.plan import Caso
from generador.modelo.traza import Traza


class Pasada(Struct, frozen=True):
    """Lo que una traza prueba del grafo, si lo sigue y, si su caso se evalúa, si cumple lo esperado."""

    observado: Observado
    conformidad: Conformidad
    resultados: tuple[Resultado, ...] | None


Recuerdo: TypeAlias = MutableMapping[str, Pasada]
"""Clave de una traza, del grafo por el que se sigue y de lo que se espera → su pasada."""


class Grabada(Struct, frozen=True):
    """Una traza que se lee si hace falta. `clave` la distingue de cualquier otra; vacía, no se recuerda."""

    caso: str
    traza: Callable[[], Traza]
    clave: str = ""


def pasar(traza: Traza, salidas: Salidas | None, caso: Caso | None) -> Pasada:
    """Recorre una traza una vez."""
    recorrido = recorrer(traza, salidas)
    observador = Observador()
    observador.sumar(traza, recorrido)
    conformidad = conformidad_de(traza, recorrido, salidas)
    return Pasada(observador.observado(), conformidad, None if caso is None else evaluar(caso, traza))
