"""Una traza explicada: qué causó cada tarea, qué tenía que ocurrir en cada paso y cómo acabó cada ámbito."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generador.modelo.hallazgo import Causa
from generador.modelo.traza import Paso


@dataclass(frozen=True, slots=True, kw_only=True)
class PasoExplicado:
    """Un paso y por qué ocurrió.

    `debidos` son los nodos que tenían que correr en él, y `faltan`, los que no corrieron; `sin_explicar`, los ids de
    las tareas a las que nada lleva; `dudosas`, los de las que no se sabe cuál de varias las causó.
    """

    paso: Paso
    causas: Mapping[str, tuple[Causa, ...]]
    debidos: tuple[str, ...] = ()
    faltan: tuple[str, ...] = ()
    sin_explicar: tuple[str, ...] = ()
    dudosas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cierre:
    """El último paso de una ejecución de un ámbito que acabó bien, y los nodos que aún tenían que correr."""

    ultimo: Paso
    faltan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recorrido:
    """La traza explicada. `finales` son las salidas a `__end__`, con el paso en que ocurren."""

    pasos: tuple[PasoExplicado, ...]
    cierres: tuple[Cierre, ...]
    finales: tuple[tuple[int, Causa], ...]
