"""Lo que Vitrina ya sabe leer sin convertir: su traza v1 y el volcado de `graph.stream`. Se copia línea a línea.

Un volcado puede llevar llamadas de varios hilos: cada uno es una conversación, y se llama como él.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.tramos import Conversacion, Lectura
from generador.lectura.ajenas.valores import hilo_de, mapa
from generador.lectura.trazas import FORMATOS
from generador.lectura.trazas.flujo_langgraph import reconoce as es_flujo

NOMBRE = "traza v1 de Vitrina, y volcado de graph.stream con una emisión {call, ns, mode, payload} por línea"
_CABECERA = 64 * 1024


def reconoce(contenido: Contenido) -> bool:
    """Si lo reconoce alguno de los formatos que construir lee tal cual."""
    return any(f.reconoce(contenido.datos[:_CABECERA]) for f in FORMATOS)


def leer(contenido: Contenido) -> Lectura:
    """Una conversación con las mismas líneas, o una por hilo."""
    propias = [o for o in contenido.objetos if isinstance(o.valor, dict)]
    es_volcado = es_flujo(contenido.datos[:_CABECERA])
    origen = "stream" if es_volcado else "recorded"
    por_clave = _por_hilo(propias) if es_volcado else {_caso(propias): propias}
    conversaciones = tuple(
        Conversacion(
            clave=clave or contenido.ruta.stem,
            origen=origen,
            crudas=tuple(_cruda(contenido, o) for o in suyas),
            entrada=_entrada(suyas),
        )
        for clave, suyas in por_clave.items()
    )
    return Lectura(formato=NOMBRE, origen=origen, conversaciones=conversaciones, saltadas=contenido.saltadas)


def _por_hilo(emisiones: list[Objeto]) -> dict[str | None, list[Objeto]]:
    """Las emisiones de cada hilo. Una llamada que murió antes de decir el suyo es del anterior."""
    hilos: dict[Any, str] = {}
    for o in emisiones:
        if (hilo := _hilo(o.valor)) is not None:
            hilos.setdefault(repr(o.valor.get("call")), hilo)
    grupos: dict[str | None, list[Objeto]] = {}
    ultimo = next(iter(hilos.values()), None)
    for o in emisiones:
        ultimo = hilos.get(repr(o.valor.get("call")), ultimo)
        grupos.setdefault(ultimo, []).append(o)
    return grupos


def _hilo(emision: Mapping[str, Any]) -> str | None:
    """El `thread_id` que dice un checkpoint, también si viene por el modo `debug`."""
    carga = mapa(emision.get("payload"))
    for punto in (carga, mapa(carga.get("payload"))):
        hilo = hilo_de(mapa(mapa(punto.get("config")).get("configurable")))
        if hilo is not None:
            return hilo
    return None


def _cruda(contenido: Contenido, o: Objeto) -> tuple[bytes, Any]:
    """La línea tal como está en el fichero, y leída."""
    if not o.linea:
        return contenido.datos.strip(), o.valor
    return (contenido.lineas[o.linea - 1] if contenido.lineas else json.dumps(o.valor).encode()), o.valor


def _caso(lineas: list[Objeto]) -> str | None:
    """El caso que dice la cabecera."""
    caso = next((o.valor.get("case") for o in lineas if o.valor.get("t") == "trace"), None)
    return caso if isinstance(caso, str) and caso else None


def _entrada(lineas: list[Objeto]) -> Any:
    for o in lineas:
        if o.valor.get("mode") == "input":
            return o.valor.get("payload")
        if o.valor.get("t") == "run.start":
            return o.valor.get("input")
    return None
