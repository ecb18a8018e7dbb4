"""Qué parte de cada cosa trae una traza. Lo que falta se dice; nunca se rellena."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generador.lectura.trazas.montaje.fichas import FichaDeTarea
from generador.lectura.trazas.montaje.lineas import Cabecera
from generador.modelo.traza import Completitud, Fin, Grado

_GRADOS: Mapping[str, Grado] = {
    "full": Grado.COMPLETO,
    "partial": Grado.PARCIAL,
    "none": Grado.NADA,
    **{g.value: g for g in Grado},
}


class Presencias:
    """De cada cosa, si alguna tarea la trae y si alguna no. Las tareas se suman por partes."""

    __slots__ = ("_actualizaciones", "_intentos", "_tiempos")

    def __init__(self) -> None:
        self._actualizaciones: set[bool] = set()
        self._intentos: set[bool] = set()
        self._tiempos: set[bool] = set()

    def sumar(self, tareas: Iterable[FichaDeTarea]) -> None:
        """Añade unas tareas ya cerradas."""
        for t in tareas:
            if t.reutilizada is None:
                self._intentos.add(bool(t.intentos))
                self._tiempos.add(t.t is not None)
                if t.fin is Fin.BIEN:
                    self._actualizaciones.add(t.trae_actualizacion)

    def completitud(self, cabecera: Cabecera, estado: Grado) -> Completitud:
        """La que se ve en las tareas, salvo lo que quien escribió la traza declare en `completeness`."""
        intentos = _grado(self._intentos)
        declarado = {k: _GRADOS[v] for k, v in (cabecera.completeness or {}).items() if v in _GRADOS}
        return Completitud(
            estado=declarado.get("state", estado),
            actualizaciones=declarado.get("updates", _grado(self._actualizaciones)),
            rutas=declarado.get("routes", intentos),
            tiempos=declarado.get("times", _grado(self._tiempos)),
            intentos=declarado.get("attempts", intentos),
            llamadas=declarado.get("calls", intentos),
        )


def _grado(presentes: set[bool]) -> Grado:
    """De lo que se vio de algo: que está siempre, a veces o nunca. Sin nada que mirar no falta nada."""
    if False not in presentes:
        return Grado.COMPLETO
    return Grado.PARCIAL if True in presentes else Grado.NADA
