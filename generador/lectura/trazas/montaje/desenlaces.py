"""Cómo acabó lo que la traza no cierra.

Empezar sin terminar suele ser inocente: un acierto de caché, un salto al grafo padre, una hermana cancelada. Solo si
la ejecución tampoco dice cómo acabó se queda `SIN_CERRAR`: ahí murió el proceso.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from msgspec import Raw

from generador.lectura.trazas.montaje.ambitos import PasoEnObra, Vuelta, tarea_que_contiene
from generador.lectura.trazas.montaje.fichas import FichaDeEjecucion, FichaDeTarea
from generador.lectura.trazas.montaje.registro import Registro
from generador.lectura.trazas.montaje.valores import objeto
from generador.modelo.traza import Fin

_SIGUE_FUERA = (Fin.BIEN, Fin.SALTO_AL_PADRE)
TRUNCADAS = (Fin.ERROR, Fin.CANCELADO, Fin.SIN_PASOS)
"""Cómo acaba una ejecución que deja a medias lo que tuviera abierto."""


def cerrar(registro: Registro, vueltas: list[Vuelta], *, truncada: bool = False) -> None:
    """Decide el fin de cada tarea e intento abiertos. `truncada` es que las ejecuciones acabarán mal, y no se ve."""
    ejecuciones = {e.indice: copy(e) for e in registro.ejecuciones.values()}
    for e in ejecuciones.values() if truncada else ():
        e.fin = Fin.CANCELADO
    _aplicar_cache(registro, vueltas)
    for vuelta in sorted(vueltas, key=lambda v: len(v.ns)):
        _saltar_al_padre(registro, vuelta)
        for paso in vuelta.pasos.values():
            siguio = paso.superstep < vuelta.maximo
            for tarea in paso.tareas:
                _cerrar_intentos(tarea, ejecuciones)
                _cerrar_tarea(tarea, ejecuciones[tarea.ultima], siguio)


def _saltar_al_padre(registro: Registro, vuelta: Vuelta) -> None:
    """Si quien ejecutó este subgrafo acabó y en su último paso quedó una sola tarea abierta, fue ella la que salió."""
    fuera = registro.tareas.get(tarea_que_contiene(vuelta.ns))
    if fuera is None or fuera.fin not in _SIGUE_FUERA:
        return
    abiertas = [t for t in vuelta.pasos[vuelta.maximo].tareas if t.fin is None]
    if len(abiertas) == 1 and all(i.fin is None for i in abiertas[0].intentos[-1:]):
        abiertas[0].fin = Fin.SALTO_AL_PADRE
        for intento in abiertas[0].intentos[-1:]:
            intento.fin = Fin.SALTO_AL_PADRE


def _aplicar_cache(registro: Registro, vueltas: list[Vuelta]) -> None:
    """Marca las tareas que una línea `cached` dice que no se ejecutaron."""
    pasos: dict[tuple[tuple[str, ...], int], list[PasoEnObra]] = {}
    for v in vueltas:
        for paso in v.pasos.values():
            pasos.setdefault((v.ns, paso.superstep), []).append(paso)
    for ns, linea, ejecucion in registro.en_cache:
        escritos = objeto(linea.update) or {}
        for paso in pasos.get((ns, linea.step if linea.step is not None else -1), ()):
            for tarea in paso.tareas:
                if tarea.nodo in linea.nodes and tarea.cerrada_en != ejecucion:
                    _reutilizar(registro, tarea, linea.why, escritos.get(tarea.nodo))


def _reutilizar(registro: Registro, tarea: FichaDeTarea, porque: str, escrito: Raw | None) -> None:
    if any(i.ejecucion == tarea.ultima for i in tarea.intentos):
        return
    tarea.reutilizada = "resume" if tarea.fin is Fin.BIEN or tarea.reabierta else porque
    tarea.fin, tarea.reabierta = Fin.BIEN, False
    if tarea.actualizacion is None and escrito is not None:
        tarea.actualizacion = registro.cargas.de(escrito)
        tarea.trae_actualizacion = True


def _cerrar_intentos(tarea: FichaDeTarea, ejecuciones: Mapping[int, FichaDeEjecucion]) -> None:
    for intento in tarea.intentos:
        if intento.fin is None:
            intento.fin = _fin_de_lo_abierto(ejecuciones[intento.ejecucion])


def _cerrar_tarea(tarea: FichaDeTarea, ejecucion: FichaDeEjecucion, siguio: bool) -> None:
    if tarea.reabierta:
        _cerrar_reabierta(tarea, ejecucion, siguio)
    elif tarea.fin is None:
        tarea.fin = _fin_de_abierta(tarea, ejecucion, siguio)


def _cerrar_reabierta(tarea: FichaDeTarea, ejecucion: FichaDeEjecucion, siguio: bool) -> None:
    """Otra ejecución la anunció y no hizo nada con ella: si ya estaba hecha, se aprovechó."""
    if tarea.fin is Fin.BIEN:
        tarea.reutilizada = tarea.reutilizada or "resume"
    else:
        tarea.fin = _fin_de_abierta(tarea, ejecucion, siguio)


def _fin_de_abierta(tarea: FichaDeTarea, ejecucion: FichaDeEjecucion, siguio: bool) -> Fin:
    ultimo = tarea.intentos[-1].fin if tarea.intentos else None
    if ultimo is Fin.SALTO_AL_PADRE:
        return ultimo
    if siguio:  # LangGraph no pasa de paso con una tarea sin acabar: si no se ejecutó, se reutilizó
        if ultimo is None:
            tarea.reutilizada = tarea.reutilizada or ("cache" if ejecucion.clase == "input" else "resume")
        return Fin.BIEN
    return _fin_de_lo_abierto(ejecucion)


def _fin_de_lo_abierto(ejecucion: FichaDeEjecucion) -> Fin:
    return Fin.CANCELADO if ejecucion.fin in TRUNCADAS else Fin.SIN_CERRAR
