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


def completitud_de(cabecera: Cabecera, estado: Grado, tareas: Iterable[FichaDeTarea]) -> Completitud:
    """La que se ve en las tareas, salvo lo que quien escribió la traza declare en `completeness`."""
    ejecutadas = [t for t in tareas if t.reutilizada is None]
    intentos = _grado(bool(t.intentos) for t in ejecutadas)
    declarado = {k: _GRADOS[v] for k, v in (cabecera.completeness or {}).items() if v in _GRADOS}
    acabadas = (t for t in ejecutadas if t.fin is Fin.BIEN)
    return Completitud(
        estado=declarado.get("state", estado),
        actualizaciones=declarado.get("updates", _grado(t.trae_actualizacion for t in acabadas)),
        rutas=declarado.get("routes", intentos),
        tiempos=declarado.get("times", _grado(t.t is not None for t in ejecutadas)),
        intentos=declarado.get("attempts", intentos),
        llamadas=declarado.get("calls", intentos),
    )


def _grado(presentes: Iterable[bool]) -> Grado:
    """De una serie de «está»: todas, algunas o ninguna. Sin nada que mirar no falta nada."""
    vistos = list(presentes)
    if all(vistos):
        return Grado.COMPLETO
    return Grado.PARCIAL if any(vistos) else Grado.NADA
