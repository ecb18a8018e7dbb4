"""Dónde viven los datos de un caso del plan, y cómo pasa el tiempo entre sus tramos.

La base de datos se siembra al lado de los checkpoints. Cada tramo abre de nuevo todo, como en otro proceso: si ya
estaba sembrada, es que han pasado unas horas, y entonces ocurre lo que el caso diga que ocurrió mientras tanto.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from agentes.soporte.base.motor import abrir
from agentes.soporte.cola.cola import Cola
from agentes.soporte.entorno import Entorno, Limites
from agentes.soporte.herramientas.esquemas import BUSCAR_PEDIDO
from agentes.soporte.herramientas.lectores import Lector, LectorLocal, LectorQueFalla
from agentes.soporte.politica.lectura import politica
from agentes.soporte.reloj import fijo
from agentes.soporte.servicios import ALMACEN, PAGOS, Servicio, crear_tablas
from agentes.soporte.tienda.repositorio import cambiar, datos_de_partida, sembrar

HORAS = 5.0
_ESPERA = 0.02
_FICHEROS = _SOPORTE, _SERVICIOS = ("soporte.sqlite", "servicios.sqlite")


@dataclass(frozen=True, slots=True)
class Circunstancias:
    """Lo que rodea a un caso. Todo es simulado y se publica en el plan.

    `horas` pasan entre tramo y tramo. `mientras` es lo que otros sistemas le hacen al pedido en la primera espera:
    `[{pedido, …columnas}]`. `pagos` dice cómo acaba cada llamada a pagos. `averias` son las lecturas de pedido que
    fallan.
    """

    horas: float = HORAS
    mientras: Sequence[Mapping[str, Any]] = ()
    pagos: Sequence[str] = ()
    averias: int = 0
    pasos: int = 8


def montar(checkpointer: Any, circunstancias: Circunstancias) -> Entorno:
    """El entorno de un caso, sembrado la primera vez y tal como quedó las siguientes."""
    carpeta, guarda = _carpeta(checkpointer)
    if not (carpeta / _SOPORTE).exists():
        _sembrar_en(carpeta)
    soporte, servicios = (abrir(f"sqlite:///{carpeta / nombre}") for nombre in _FICHEROS)
    tramo = _tramo(carpeta, soporte, circunstancias)
    ahora = datetime.fromisoformat(datos_de_partida()["hoy"]) + timedelta(hours=circunstancias.horas * tramo)
    cola = Cola(soporte, politica(), fijo(ahora))
    lector: Lector = LectorLocal(soporte, politica(), cola.reloj)
    if circunstancias.averias:
        lector = LectorQueFalla(lector, BUSCAR_PEDIDO, _cuenta_atras(circunstancias.averias))
    return Entorno(
        cola=cola,
        lector=lector,
        pagos=Servicio(PAGOS, servicios, tuple(circunstancias.pagos)),
        almacen=Servicio(ALMACEN, servicios),
        limites=Limites(pasos=circunstancias.pasos, espera=_ESPERA),
        guarda=guarda,
    )


def _tramo(carpeta: Path, soporte: Engine, circunstancias: Circunstancias) -> int:
    """Cuántas veces se había abierto ya; la segunda, aplica lo que pasó mientras se esperaba."""
    cuaderno = carpeta / "tramo.json"
    tramo = json.loads(cuaderno.read_text("utf-8")) + 1 if cuaderno.exists() else 0
    if tramo == 1:
        _mientras(soporte, circunstancias.mientras)
    cuaderno.write_text(json.dumps(tramo), "utf-8")
    return tramo


def _sembrar_en(carpeta: Path) -> None:
    for nombre, contenido in zip(_FICHEROS, _plantillas(), strict=True):
        (carpeta / nombre).write_bytes(contenido)


@cache
def _plantillas() -> tuple[bytes, bytes]:
    """Las dos bases de datos recién creadas. Se hacen una vez por proceso: sembrar cuesta más que copiar."""
    with tempfile.TemporaryDirectory(prefix="soporte-") as temporal:
        soporte, servicios = (abrir(f"sqlite:///{Path(temporal, nombre)}") for nombre in _FICHEROS)
        sembrar(soporte)
        crear_tablas(servicios)
        soporte.dispose()
        servicios.dispose()
        return Path(temporal, _SOPORTE).read_bytes(), Path(temporal, _SERVICIOS).read_bytes()


def _mientras(soporte: Engine, sucesos: Sequence[Mapping[str, Any]]) -> None:
    with soporte.begin() as c:
        for suceso in sucesos:
            cambiar(c, suceso["pedido"], {k: v for k, v in suceso.items() if k != "pedido"})


def _carpeta(checkpointer: Any) -> tuple[Path, Any]:
    """La carpeta de los checkpoints si están en un fichero; si no, una temporal que dura lo que el entorno."""
    conexion = getattr(checkpointer, "conn", None)
    fichero = conexion.execute("PRAGMA database_list").fetchone()[2] if conexion is not None else ""
    if fichero:
        return Path(fichero).parent, None
    temporal = tempfile.TemporaryDirectory(prefix="soporte-")
    return Path(temporal.name), temporal


def _cuenta_atras(veces: int) -> Any:
    quedan = iter(range(veces))
    return lambda: next(quedan, None) is not None
