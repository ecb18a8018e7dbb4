"""Dos conversaciones: qué mensajes entran, se reescriben o salen al pasar de una a la otra.

Se emparejan por su id y no por su sitio: insertar uno al principio no los cambia todos.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from generador.modelo.traza import Cambio, Carga
from generador.paginas import mensajes
from generador.paginas.grabado import compacto, iguales, leer
from generador.paginas.palabras import Fila, comparar_textos
from generador.paginas.recordar import si_es_pequena


class CambioDeMensaje(Struct, frozen=True, kw_only=True):
    """Un mensaje que entra, sale o se reescribe. `clase` es `anadido`, `reemplazado` o `borrado`.

    De un reemplazo, `filas` es la diferencia de su texto.
    """

    clase: str
    turno: mensajes.Turno
    filas: tuple[Fila, ...] = ()


@si_es_pequena
def conversacion_de(carga: Carga | None) -> tuple[mensajes.Turno, ...]:
    """Los mensajes que leyó o contestó un modelo."""
    return mensajes.conversacion(leer(carga))


@si_es_pequena
def cambios_de_mensajes(cambio: Cambio) -> tuple[CambioDeMensaje, ...]:
    """Los mensajes que entran, se reescriben o salen en esta clave; vacío si no guarda mensajes."""
    antes, despues = leer(cambio.antes) or [], leer(cambio.despues) or []
    try:
        return tuple(_entre_conversaciones(antes, despues)) if son_conversaciones(antes, despues) else ()
    except RecursionError:
        return ()


def _entre_conversaciones(antes: list[Any], despues: list[Any]) -> Iterator[CambioDeMensaje]:
    viejos, nuevos = por_identidad(antes), por_identidad(despues)
    for clave, nuevo in nuevos.items():
        cambio = _cambio_de_mensaje(viejos.get(clave), nuevo)
        if cambio:
            yield cambio
    yield from (CambioDeMensaje(clase="borrado", turno=mensajes.turno(v)) for k, v in viejos.items() if k not in nuevos)


def _cambio_de_mensaje(viejo: Any, nuevo: Any) -> CambioDeMensaje | None:
    turno = mensajes.turno(nuevo)
    if viejo is None:
        return CambioDeMensaje(clase="anadido", turno=turno)
    if iguales(viejo, nuevo):
        return None
    filas = comparar_textos(mensajes.turno(viejo).texto, turno.texto)
    return CambioDeMensaje(clase="reemplazado", turno=turno, filas=filas)


def son_conversaciones(antes: Any, despues: Any) -> bool:
    """Si los dos lados son listas de mensajes; una de las dos puede estar vacía."""
    listas = [x for x in (antes, despues) if isinstance(x, list)]
    llenas = [x for x in listas if x]
    return len(listas) == 2 and bool(llenas) and all(map(mensajes.son_mensajes, llenas))


def por_identidad(lista: list[Any]) -> dict[tuple[str, int], Any]:
    """Mensajes por su id; sin id, por su contenido. Los repetidos se distinguen por su orden."""
    vistos: Counter[str] = Counter()
    salida: dict[tuple[str, int], Any] = {}
    for m in lista:
        clave = mensajes.identidad(m) or compacto(m)
        salida[clave, vistos[clave]] = m
        vistos[clave] += 1
    return salida
