"""En qué orden salieron las emisiones de un volcado, cuando el fichero no lo dice.

Una emisión no lleva hora: su sitio en el fichero es lo único que dice cuándo salió, y un volcado que pasó por un `sort`
o por una base de datos lo pierde. Que lo perdió se nota (una tarea que acaba antes de empezar, un paso tras el
siguiente). El orden se recupera entero si los `checkpoints` o el modo `debug` dicen en qué paso va cada tarea; si no,
no se adivina.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from generador.lectura.trazas.emisiones import Depuracion, Emision, PuntoEmitido, TareaEmitida

_ENTRADA, _EMPIEZA, _DENTRO, _ACABA, _PUNTO, _EXCEPCION = range(6)
_TRAS_TODO = 10**12
_LARGO_DE_ID = 36
_EN_UNA_LLAMADA = {"input": 0, "exception": 2}
_Espacio = tuple[str, ...]
_Tarea = tuple[_Espacio, str]
_Sitio = tuple[int, int]
"""El paso de una tarea y qué puesto ocupa entre las de su paso."""
_Clave = tuple[int | str, ...]


class SinOrden(Exception):  # noqa: N818
    """El orden se perdió y lo que queda no basta para recuperarlo."""


class _Suceso(Struct):
    """Lo que hace falta de una emisión para ponerla en su sitio. `punto` es el id del checkpoint."""

    emision: Emision
    clase: int
    ns: _Espacio = ()
    tarea: str = ""
    paso: int | None = None
    punto: str = ""
    abre: tuple[str, ...] = ()
    hora: str = ""


def ordenadas(emisiones: Sequence[Emision]) -> tuple[list[Emision], set[int]]:
    """Las emisiones en el orden en que salieron, y las líneas de las que no se sabe cuándo lo hicieron.

    Lanza `SinOrden` si el fichero está revuelto y no se puede deshacer.
    """
    por_llamadas = sorted(emisiones, key=lambda e: (e.call, _EN_UNA_LLAMADA.get(e.mode, 1)))
    leidos = [(e, _suceso(e)) for e in por_llamadas]
    sucesos = [s for _, s in leidos if s is not None]
    if not (_revueltas(sucesos) or _dos_entradas(emisiones)):
        return por_llamadas, set()
    sitios = _sitios(sucesos)
    if _dos_vueltas(sucesos):
        raise SinOrden
    sucesos.sort(key=lambda s: _clave(s, sitios))
    return [s.emision for s in sucesos], {e.linea for e, s in leidos if s is None and _importa(e)}


def _importa(e: Emision) -> bool:
    """Si sin saber cuándo salió se pierde algo: un evento del agente, o lo que vino de la caché."""
    return e.mode == "custom" or (e.mode == "updates" and b'"cached"' in bytes(e.payload))


def _suceso(e: Emision) -> _Suceso | None:
    """`None` si no es de las que tienen un sitio, o si su carga no se entiende (y entonces ya se contará)."""
    try:
        match e.mode:
            case "input":
                return _Suceso(e, _ENTRADA)
            case "exception":
                return _Suceso(e, _EXCEPCION)
            case "tasks":
                return _de_tarea(e, msgspec.json.decode(e.payload, type=TareaEmitida))
            case "checkpoints":
                return _de_punto(e, msgspec.json.decode(e.payload, type=PuntoEmitido))
            case "debug":
                return _de_depuracion(e, msgspec.json.decode(e.payload, type=Depuracion))
    except (msgspec.DecodeError, RecursionError):
        pass
    return None


def _de_depuracion(e: Emision, d: Depuracion) -> _Suceso | None:
    suceso: _Suceso | None = None
    if d.type == "checkpoint":
        suceso = _de_punto(e, msgspec.json.decode(d.payload, type=PuntoEmitido))
    elif d.type in ("task", "task_result"):
        suceso = _de_tarea(e, msgspec.json.decode(d.payload, type=TareaEmitida))
        suceso.paso = d.step
    if suceso is not None:
        suceso.hora = d.timestamp or ""
    return suceso


def _de_tarea(e: Emision, t: TareaEmitida) -> _Suceso:
    return _Suceso(e, _ACABA if t.triggers is None else _EMPIEZA, _espacio(e), t.id)


def _de_punto(e: Emision, p: PuntoEmitido) -> _Suceso | None:
    paso, configurable = p.metadata.get("step"), p.config.get("configurable")
    if type(paso) is not int:
        return None
    id = configurable.get("checkpoint_id") if isinstance(configurable, dict) else None
    tareas: Any = msgspec.json.decode(p.tasks)
    abre = [t["id"] for t in tareas if isinstance(t, dict) and isinstance(t.get("id"), str)] if tareas else []
    return _Suceso(e, _PUNTO, _espacio(e), paso=paso, punto=str(id or ""), abre=tuple(abre))


def _espacio(e: Emision) -> _Espacio:
    return tuple(e.ns)


def _revueltas(sucesos: Sequence[_Suceso]) -> bool:
    """Si hay algo que no pudo salir en el orden en que está."""
    por_llamada: dict[int, list[_Suceso]] = {}
    for s in sucesos:
        por_llamada.setdefault(s.emision.call, []).append(s)
    return any(any(_imposibles(suyos)) for suyos in por_llamada.values())


def _dos_entradas(emisiones: Sequence[Emision]) -> bool:
    """Si una llamada, ya empezada, vuelve a entrar: son dos con el mismo número."""
    seguidas = [(e.call, e.mode == "input") for e in emisiones]
    cambios = [b for a, b in zip([None, *seguidas], seguidas, strict=False) if a != b]
    entradas = [call for call, entra in cambios if entra]
    return len(set(entradas)) < len(entradas)


def _imposibles(sucesos: Sequence[_Suceso]) -> Iterator[bool]:
    """Por cada emisión de una llamada, si contradice a las que lleva delante."""
    empezadas = {(s.ns, s.tarea) for s in sucesos if s.clase == _EMPIEZA}
    abiertas: set[_Tarea] = set()
    ultimos: dict[_Espacio, _Suceso] = {}
    horas: dict[_Espacio, str] = {}
    for s in sucesos:
        suya = (s.ns, s.tarea)
        if s.clase == _EMPIEZA:
            abiertas.add(suya)
        elif s.clase == _ACABA:
            yield suya in empezadas and suya not in abiertas
        elif s.clase == _PUNTO:
            antes = ultimos.get(s.ns)
            yield antes is not None and _retrocede(antes, s)
            yield any((s.ns, t) in abiertas for t in s.abre if antes is None or t not in antes.abre)
            ultimos[s.ns] = s
        if s.hora:
            yield s.hora < horas.get(s.ns, "")
            horas[s.ns] = s.hora


def _retrocede(antes: _Suceso, s: _Suceso) -> bool:
    """Si un checkpoint es anterior al que lleva delante: sus ids crecen, y los pasos del grafo raíz no se repiten."""
    if not s.ns and (s.paso or 0) < (antes.paso or 0):
        return True
    return len(s.punto) == len(antes.punto) == _LARGO_DE_ID and s.punto < antes.punto


def _sitios(sucesos: Iterable[_Suceso]) -> dict[_Tarea, _Sitio]:
    """El sitio de cada tarea, según quien lo dice: `debug`, o el checkpoint que las abre, que además las ordena."""
    sitios: dict[_Tarea, _Sitio] = {}
    for s in sucesos:
        if s.clase in (_EMPIEZA, _ACABA) and s.paso is not None:
            sitios.setdefault((s.ns, s.tarea), (s.paso, 0))
        if s.clase == _PUNTO and s.paso is not None:
            sitios.update({(s.ns, t): (s.paso + 1, n) for n, t in enumerate(s.abre)})
    return sitios


def _dos_vueltas(sucesos: Iterable[_Suceso]) -> bool:
    """Si un subgrafo repitió sus pasos en un mismo espacio: qué fue de cada vuelta solo lo decía el orden."""
    vistos: dict[tuple[int, _Espacio, int | None], str] = {}
    puntos = (s for s in sucesos if s.clase == _PUNTO)
    return any(vistos.setdefault((s.emision.call, s.ns, s.paso), s.punto) != s.punto for s in puntos)


def _clave(s: _Suceso, sitios: Mapping[_Tarea, _Sitio]) -> _Clave:
    """El sitio de una emisión: su llamada y, de fuera a dentro, en qué paso y en qué momento de él."""
    clave: list[int | str] = [s.emision.call]
    for i, tramo in enumerate(s.ns):
        tarea = tramo.partition(":")[2]
        paso, puesto = _sitio(sitios, s.ns[:i], tarea) if tarea else (_TRAS_TODO, 0)
        clave += [paso, _DENTRO, puesto, tramo.zfill(9)]
    if s.clase == _ENTRADA:
        return (*clave, -_TRAS_TODO)
    if s.clase == _EXCEPCION:
        return (*clave, _TRAS_TODO)
    if s.clase == _PUNTO:
        return (*clave, s.paso or 0, _PUNTO)
    paso, puesto = _sitio(sitios, s.ns, s.tarea)
    return (*clave, paso, s.clase, puesto, s.tarea)


def _sitio(sitios: Mapping[_Tarea, _Sitio], ns: _Espacio, tarea: str) -> _Sitio:
    if (ns, tarea) not in sitios:
        raise SinOrden
    return sitios[ns, tarea]
