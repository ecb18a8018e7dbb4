"""El estado antes y después de cada paso, y qué claves cambió.

Vale el del `checkpoint` si lo hay (es exacto) y, si no, el último `values` del paso. El que LangGraph emite al
interrumpirse es especulativo (lleva escrituras de hermanas que aún no cuentan) y se descarta, igual que el que
llega tras un paso que falló.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from generador.lectura.trazas.montaje.ambitos import PasoEnObra, Vuelta
from generador.lectura.trazas.montaje.cargas import Cargas
from generador.lectura.trazas.montaje.fichas import EstadoAnotado, FichaDeTarea
from generador.modelo.traza import Cambio, Carga, Fin, Grado

Valores = Mapping[str, Carga]
_VACIO: Valores = {}
_COMPLETAS = (Fin.BIEN, Fin.SALTO_AL_PADRE)


class EstadosDeVuelta(Struct):
    """`cambios` va de superstep a sus cambios; `faltan`, si algún paso escribió y nadie grabó el resultado.

    `al_dia` es que `final` es el estado de ahora y no solo el último que se supo; `mudo`, que la traza nunca dice lo
    que se escribió, y entonces no verlo no es que no se escribiera. `exactos`, `tras` e `iniciales` son lo anotado de
    los pasos por los que aún se puede preguntar: es lo que hace falta para seguir por el siguiente.
    """

    inicial: Valores
    final: Valores
    cambios: dict[int, tuple[Cambio, ...] | None]
    hay: bool
    faltan: bool
    al_dia: bool
    mudo: bool
    exactos: dict[int, Valores] = {}
    tras: frozenset[int] = frozenset()
    iniciales: dict[int, Valores] = {}


def estados_por_vuelta(
    vueltas: list[Vuelta], anotados: Mapping[tuple[str, ...], list[EstadoAnotado]]
) -> dict[int, list[EstadoAnotado]]:
    """Los estados de cada vuelta, por su `id()`: cada uno es de la última vuelta que había empezado."""
    de_ns: dict[tuple[str, ...], list[Vuelta]] = {}
    for v in vueltas:
        de_ns.setdefault(v.ns, []).append(v)
    reparto: dict[int, list[EstadoAnotado]] = {}
    for ns, suyas in de_ns.items():
        for e in anotados.get(ns, ()):
            reparto.setdefault(id(_vuelta_de(suyas, e)), []).append(e)
    return reparto


def _vuelta_de(vueltas: list[Vuelta], estado: EstadoAnotado) -> Vuelta:
    if len(vueltas) == 1:
        return vueltas[0]
    en_ejecucion = [v for v in vueltas if estado.ejecucion in v.ejecuciones] or vueltas
    empezadas = [v for v in en_ejecucion if estado.t is None or v.t <= estado.t]
    return (empezadas or en_ejecucion[:1])[-1]


def estados_de(
    vuelta: Vuelta,
    anotados: list[EstadoAnotado],
    cargas: Cargas,
    *,
    mudo: bool = False,
    previo: EstadosDeVuelta | None = None,
) -> EstadosDeVuelta:
    """El estado de una vuelta, paso a paso. `mudo` es que la traza declara que no trae lo escrito.

    `previo` es el de los pasos anteriores de la misma vuelta, si se monta por partes.
    """
    pasos, tras = vuelta.ordenados(), _tras_cada_paso(vuelta, anotados)
    r = _de_lo_anotado(anotados, tras, previo, mudo=mudo)
    actual = previo.final if previo is not None else _VACIO if pasos else next(iter(r.iniciales.values()), _VACIO)
    r.inicial = actual if previo is None else r.inicial
    for i, paso in enumerate(pasos):
        anterior = _anterior(r, paso)
        if anterior is not None:
            actual, r.al_dia = anterior, True
        r.inicial = actual if i == 0 and previo is None else r.inicial
        actual = _avanzar(r, paso, actual, tras, cargas)
    ultimo = next((e.valores for e in reversed(anotados) if not e.inicial), actual)
    r.final = actual if pasos else ultimo
    r.exactos = {n: v for n, v in r.exactos.items() if n >= vuelta.maximo}
    r.tras = frozenset(n for n in r.tras if n >= vuelta.maximo)
    return r


def _de_lo_anotado(
    anotados: list[EstadoAnotado], tras: Mapping[int, Valores], previo: EstadosDeVuelta | None, *, mudo: bool
) -> EstadosDeVuelta:
    """Lo que se sabe de la vuelta antes de recorrer sus pasos, sumado a lo de los anteriores."""
    r = previo or EstadosDeVuelta(_VACIO, _VACIO, {}, False, False, False, mudo)
    exactos = {e.superstep: e.valores for e in anotados if e.exacto and e.superstep is not None}
    return replace(
        r,
        cambios={},
        hay=r.hay or bool(anotados),
        exactos={**r.exactos, **exactos},
        tras=r.tras | frozenset(tras),
        iniciales={**r.iniciales, **{e.ejecucion: e.valores for e in anotados if e.inicial}},
    )


def _anterior(r: EstadosDeVuelta, paso: PasoEnObra) -> Valores | None:
    """El estado anotado justo antes de un paso. El inicial de su ejecución se usa una vez."""
    anterior = r.exactos.get(paso.superstep - 1)
    if anterior is None and paso.superstep - 1 not in r.tras:
        return r.iniciales.pop(paso.ejecucion, None)
    return anterior


def _avanzar(
    r: EstadosDeVuelta, paso: PasoEnObra, antes: Valores, tras: Mapping[int, Valores], cargas: Cargas
) -> Valores:
    despues = tras.get(paso.superstep)
    if despues is not None:
        r.cambios[paso.superstep] = cambios(antes, despues, cargas) if r.al_dia else None
        r.al_dia = True
        return despues
    acabado = all(t.fin in _COMPLETAS for t in paso.tareas)
    escribe = r.mudo or any(_escribe(t) for t in paso.tareas)
    r.faltan |= acabado and escribe
    r.al_dia &= not (acabado and escribe)
    r.cambios[paso.superstep] = () if acabado and not escribe and r.hay else None
    return antes


def cambios(antes: Valores, despues: Valores, cargas: Cargas) -> tuple[Cambio, ...]:
    """Las claves cuyo texto difiere, en el orden del estado nuevo y, al final, las que ya no están."""
    if antes is despues:
        return ()
    nuevos = [
        Cambio(clave=k, antes=previa, despues=v)
        for k, v in despues.items()
        if (previa := antes.get(k)) is not v and (previa is None or not cargas.iguales(previa, v))
    ]
    return (*nuevos, *(Cambio(clave=k, antes=v, despues=None) for k, v in antes.items() if k not in despues))


def _tras_cada_paso(vuelta: Vuelta, anotados: list[EstadoAnotado]) -> dict[int, Valores]:
    tras: dict[int, Valores] = {}
    exactos: set[int] = set()
    for e in anotados:
        if e.inicial or e.superstep not in vuelta.pasos:
            continue
        if not e.exacto and (e.superstep in exactos or not _vale(vuelta.pasos[e.superstep], e)):
            continue
        tras[e.superstep] = e.valores
        if e.exacto:
            exactos.add(e.superstep)
    return tras


def _vale(paso: PasoEnObra, estado: EstadoAnotado) -> bool:
    if any(estado.ejecucion in t.interrumpida_en for t in paso.tareas):
        return False
    fallida = any(t.fin is Fin.ERROR and t.cerrada_en == estado.ejecucion for t in paso.tareas)
    return not fallida or any(t.clase == "error_handler" for t in paso.tareas)


def _escribe(tarea: FichaDeTarea) -> bool:
    return tarea.actualizacion is not None and tarea.actualizacion.crudo != b"{}"


def grado_de_los_estados(estados: list[EstadosDeVuelta]) -> Grado:
    """Cuánto estado trae la traza entera."""
    if not any(e.hay for e in estados):
        return Grado.NADA
    return Grado.PARCIAL if any(e.faltan or not e.hay for e in estados) else Grado.COMPLETO
