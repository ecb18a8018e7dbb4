"""Lo que da la API de Langfuse: una traza con sus `observations`, o las observaciones en lista o por líneas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas import desenlaces
from generador.lectura.ajenas.atributos import modelo_de, ofertas
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.llamadas import herramientas_de, procedencia_de
from generador.lectura.ajenas.tramos import CADENA, HERRAMIENTA, MODELO, RECUPERADOR, Desenlace, Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import de_json, hilo_de, mapa, puesto_de, segundos, situar, texto, uso_de

NOMBRE = "Langfuse (traza con observaciones de su API)"
_CLASES = {"GENERATION": MODELO, "TOOL": HERRAMIENTA, "RETRIEVER": RECUPERADOR, "EMBEDDING": RECUPERADOR}
_CLAVES = ("observations", "data")
_GUION_BAJO = re.compile(r"(?<=[a-z0-9])_([a-z])")


def reconoce(contenido: Contenido) -> bool:
    """Si hay alguna observación, o trazas que las nombran."""
    return any(_es_observacion(o.valor) or _solo_las_nombra(o.valor) for o, _ in _observaciones(contenido))


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por observación."""
    tramos: list[Tramo] = []
    saltadas = [*contenido.saltadas]
    for o, sesion in _observaciones(contenido):
        if _es_observacion(o.valor):
            tramos.append(_tramo(o.valor, sesion))
        elif _solo_las_nombra(o.valor):
            saltadas.append(Saltada(o.linea, "la traza solo nombra sus observaciones: pídela entera, por su id"))
        else:
            saltadas.append(Saltada(o.linea, "no es una observación: le falta «id», «type» o «startTime»"))
    return Lectura(formato=NOMBRE, origen="langfuse", tramos=tuple(tramos), saltadas=tuple(saltadas))


def _es_observacion(valor: Any) -> bool:
    return (
        isinstance(valor, dict)
        and isinstance(valor.get("type"), str)
        and "startTime" in valor
        and bool(texto(valor.get("id")))
    )


def _solo_las_nombra(valor: Any) -> bool:
    """Si es una traza de la lista de trazas, que de sus observaciones da los ids."""
    nombradas = valor.get("observations") if isinstance(valor, dict) and "timestamp" in valor else None
    return isinstance(nombradas, list) and bool(nombradas) and all(isinstance(n, str) for n in nombradas)


def _observaciones(contenido: Contenido) -> Iterator[tuple[Objeto, Any]]:
    """Cada observación con la sesión de su traza. La interfaz exporta dos listas: una entera y otra resumida."""
    for o in contenido.sueltos():
        fuera = mapa(o.valor)
        traza = mapa(fuera.get("trace")) or fuera
        listas = [x[c] for x in (fuera, traza) for c in _CLAVES if isinstance(x.get(c), list)]
        if not listas:
            yield Objeto(o.linea, _en_camello(o.valor)), None
        vistas: set[str] = set()
        for lista in listas:
            nuevas = [x for x in lista if not (isinstance(x, dict) and str(x.get("id")) in vistas)]
            vistas |= {str(x.get("id")) for x in nuevas if isinstance(x, dict)}
            sesion = traza.get("sessionId") or traza.get("session_id")
            yield from ((Objeto(o.linea, _en_camello(x)), sesion) for x in nuevas)


def _en_camello(valor: Any) -> Any:
    """Una observación con las claves de la API, también si las escribió el SDK de Python (`parent_observation_id`)."""
    if not isinstance(valor, dict) or "start_time" not in valor:
        return valor
    return {(_GUION_BAJO.sub(lambda m: m[1].upper(), k) if isinstance(k, str) else k): v for k, v in valor.items()}


def _tramo(o: Mapping[str, Any], sesion: Any) -> Tramo:
    meta = mapa(o.get("metadata"))
    clase = _CLASES.get(o["type"].upper(), CADENA)
    if (
        clase == CADENA
        and "langgraph_node" in meta
        and ("tool_call_id" in meta or ("inputs" in meta and "color" in meta))
    ):
        clase = HERRAMIENTA  # el SDK 3.3 aún no tenía el tipo TOOL: lo delata lo que solo pone `on_tool_start`
    entrada, salida = de_json(o.get("input")), de_json(o.get("output"))
    desenlace = _desenlace(o)
    ofrecidas = ofertas(entrada)
    if clase == MODELO:
        entrada, salida = modelo_de({}, entrada, salida)
    return Tramo(
        traza=texto(o.get("traceId")) or str(o["id"]),
        id=o["id"],
        padre=texto(o.get("parentObservationId")),
        nombre=texto(o.get("name")) or "",
        clase=clase,
        t0=segundos(o.get("startTime")),
        t1=segundos(o.get("endTime")),
        situacion=situar(meta),
        hilo=hilo_de(meta, o.get("sessionId"), sesion),
        puesto=puesto_de(meta.get("tags")),
        entrada=entrada,
        salida=salida if desenlace.estado == "ok" else None,
        desenlace=desenlace,
        datos=_datos(clase, o, meta, ofrecidas, salida),
    )


def _desenlace(o: Mapping[str, Any]) -> Desenlace:
    mensaje = texto(o.get("statusMessage")) or ""
    if o.get("level") == "ERROR" or mensaje.startswith(("(Interrupt(", "GraphInterrupt(")):
        return desenlaces.de_texto(mensaje or "Error")
    return desenlaces.ABIERTO if o.get("endTime") is None and o.get("type") != "EVENT" else desenlaces.BIEN


def _datos(
    clase: str, o: Mapping[str, Any], meta: Mapping[str, Any], ofrecidas: list[Any], salida: Any
) -> Mapping[str, Any]:
    if clase == HERRAMIENTA:
        return {"call": texto(meta.get("tool_call_id")) or texto(mapa(salida).get("tool_call_id"))}
    if clase != MODELO:
        return {}
    parametros = mapa(o.get("modelParameters"))
    return {
        "provider": texto(meta.get("ls_provider")),
        "model": texto(o.get("model")) or texto(meta.get("ls_model_name")),
        "params": dict(parametros),
        "tools": herramientas_de(ofrecidas),
        "usage": uso_de(o.get("usageDetails")) or uso_de(o.get("usage")),
        "first_token": segundos(o.get("completionStartTime")),
        "provenance": procedencia_de(parametros, salida),
    }
