"""Una base de `SqliteSaver` → conversaciones: cada hilo, con sus pasos, sus escrituras y sus pausas.

Es lo más exacto que hay sobre el estado y lo más pobre en lo demás: no trae horas de tareas, intentos ni llamadas. Un
hilo con historia ramificada (`fork`) son varias conversaciones que comparten el principio.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.ajenas.base_de_checkpoints import Hilo, Punto, hay_checkpoints, leer_hilos
from generador.lectura.ajenas.documentos import Contenido
from generador.lectura.ajenas.historia import contar
from generador.lectura.ajenas.tramos import Conversacion, Lectura, Saltada

NOMBRE = "checkpoints de LangGraph en SQLite (SqliteSaver)"
_RAMAS = 20
_COMPLETITUD = {
    "state": "full",
    "updates": "full",
    "routes": "none",
    "times": "none",
    "attempts": "none",
    "calls": "none",
}


def reconoce(contenido: Contenido) -> bool:
    """Si es una base de SQLite con checkpoints."""
    return hay_checkpoints(contenido)


def leer(contenido: Contenido) -> Lectura:
    """Una conversación por rama de cada hilo."""
    try:
        hilos, saltadas = leer_hilos(contenido)
    except sqlite3.Error as error:
        que_hacer = "copia la base con el agente parado, o con «sqlite3 base .backup»"
        raise ErrorDeEntrada([problema(contenido.ruta, f"la base no se puede leer: {error}", que_hacer)]) from error
    perdidas: list[Saltada] = [*saltadas]
    leidas = [c for h in hilos for c in conversaciones(h, perdidas, "sqlite")]
    return Lectura(formato=NOMBRE, origen="sqlite", conversaciones=tuple(leidas), saltadas=tuple(perdidas))


def conversaciones(hilo: Hilo, saltadas: list[Saltada], origen: str) -> Iterator[Conversacion]:
    """Una por rama del hilo. A `saltadas` se añade lo que no se convierte."""
    ramas = list(_ramas(hilo.puntos.get("", [])))
    if len(ramas) > _RAMAS:
        saltadas.append(Saltada(0, f"el hilo «{hilo.id[:60]}» tiene {len(ramas)} ramas y solo se importan {_RAMAS}"))
    for n, rama in enumerate(ramas[:_RAMAS], 1):
        relato = contar(hilo, rama)
        lineas = relato.lineas
        avisos = [f"es la rama {n} de {len(ramas)} de su hilo: comparten el principio"] if len(ramas) > 1 else []
        avisos += [
            f"de «{d[:60]}» no se sabe qué tarea saltó al grafo de fuera: ninguna escribió" for d in relato.dudas
        ]
        yield Conversacion(
            clave=hilo.id if n == 1 else f"{hilo.id} rama {n}",
            origen=origen,
            lineas=lineas,
            completitud={**_COMPLETITUD, "updates": "partial"} if relato.dudas else _COMPLETITUD,
            entrada=next((x["input"] for x in lineas if "input" in x and x["t"] == "run.start"), None),
            avisos=tuple(avisos),
        )


def _ramas(puntos: Sequence[Punto]) -> Iterator[tuple[Punto, ...]]:
    """Cada camino del principio a una punta, por orden de la punta. Los ids de LangGraph se ordenan por su hora."""
    por_id = {p.id: p for p in puntos}
    con_hijos = {p.padre for p in puntos if p.id != p.padre}
    for punta in (p for p in puntos if p.id not in con_hijos):
        rama: list[Punto] = []
        vistos: set[str] = set()
        actual: Punto | None = punta
        while actual is not None and actual.id not in vistos:
            vistos.add(actual.id)
            rama.append(actual)
            actual = por_id.get(actual.padre or "")
        yield tuple(reversed(rama))
