"""Una traza explicada: qué causó cada tarea, qué tenía que ocurrir en cada paso y cómo acabó cada ámbito."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generador.modelo.hallazgo import Causa
from generador.modelo.traza import Tarea


class PasoExplicado(Struct, frozen=True, kw_only=True):
    """El paso `n` y por qué ocurrió. `tareas` solo se conservan si algo no cuadra: son millares de pasos.

    `debidos` son los nodos que tenían que correr en él, y `faltan`, los que no corrieron; `sin_explicar`, los ids de
    las tareas a las que nada lleva; `dudosas`, los de las que no se sabe cuál de varias las causó.
    """

    n: int
    causas: Mapping[str, tuple[Causa, ...]]
    debidos: tuple[str, ...] = ()
    faltan: tuple[str, ...] = ()
    sin_explicar: tuple[str, ...] = ()
    dudosas: tuple[str, ...] = ()
    tareas: tuple[Tarea, ...] = ()


class Cierre(Struct, frozen=True, kw_only=True):
    """El número del último paso de una ejecución de un ámbito que acabó bien, y los nodos que aún tenían que correr."""

    ultimo: int
    faltan: tuple[str, ...]


class Recorrido(Struct, frozen=True):
    """La traza explicada. `finales` son las salidas a `__end__`, con el paso en que ocurren."""

    pasos: tuple[PasoExplicado, ...]
    cierres: tuple[Cierre, ...]
    finales: tuple[tuple[int, Causa], ...]
