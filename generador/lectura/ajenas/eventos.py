"""Lo que da `astream_events`: un suceso por línea o en lista, con su `run_id` y sus antepasados, y sin hora.

El orden del fichero es el único que hay. El nodo que pregunta no acaba nunca: lo dice el grafo, en un trozo con
`__interrupt__`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.ajenas import desenlaces
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.llamadas import procedencia_de
from generador.lectura.ajenas.tramos import CADENA, HERRAMIENTA, MODELO, RECUPERADOR, Desenlace, Lectura, Saltada, Tramo
from generador.lectura.ajenas.valores import hilo_de, lista, mapa, puesto_de, situar, texto, uso_de

NOMBRE = "sucesos de astream_events (v2)"
_CLASES = {"chat_model": MODELO, "llm": MODELO, "tool": HERRAMIENTA, "retriever": RECUPERADOR}
_PROPIO = "on_custom_event"


@dataclass(slots=True)
class _Run:
    """Lo que se va sabiendo de un `run_id`."""

    id: str
    orden: int
    clase: str = CADENA
    nombre: str = ""
    antepasados: list[str] = field(default_factory=list)
    etiquetas: Any = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    entrada: Any = None
    salida: Any = None
    desenlace: Desenlace = desenlaces.ABIERTO
    preguntas: list[Mapping[str, Any]] = field(default_factory=list)


def reconoce(contenido: Contenido) -> bool:
    """Si hay algún suceso `on_…_start` con su `run_id`."""
    return any(_es_suceso(o.valor) for o in contenido.sueltos()[:20])


def leer(contenido: Contenido) -> Lectura:
    """Un tramo por `run_id`. Lanza `ErrorDeEntrada` si los sucesos están revueltos o no dicen de quién cuelgan."""
    runs: dict[str, _Run] = {}
    saltadas = [*contenido.saltadas]
    sucesos = contenido.sueltos()
    for n, o in enumerate(sucesos):
        if not _es_suceso(o.valor):
            saltadas.append(Saltada(o.linea, "no es un suceso: le falta «event» o «run_id»"))
        elif o.valor["event"] == _PROPIO:
            saltadas.append(Saltada(o.linea, "un evento propio del agente no dice de qué llamada es"))
        else:
            _anotar(runs.setdefault(o.valor["run_id"], _Run(o.valor["run_id"], n)), o.valor)
    _comprobar(contenido, runs, sucesos)
    _repartir_preguntas(runs)
    return Lectura(formato=NOMBRE, origen="events", tramos=tuple(map(_tramo, runs.values())), saltadas=tuple(saltadas))


def _es_suceso(valor: Any) -> bool:
    if not isinstance(valor, dict) or texto(valor.get("run_id")) is None:
        return False
    dicho = valor.get("event")
    return isinstance(dicho, str) and dicho.startswith("on_") and isinstance(valor.get("data"), dict)


def _anotar(r: _Run, suceso: Mapping[str, Any]) -> None:
    cuerpo, _, momento = suceso["event"].removeprefix("on_").rpartition("_")
    datos = suceso["data"]
    r.clase, r.nombre = _CLASES.get(cuerpo, CADENA), texto(suceso.get("name")) or r.nombre
    r.antepasados = [str(p) for p in lista(suceso.get("parent_ids"))] or r.antepasados
    r.etiquetas, r.meta = suceso.get("tags"), mapa(suceso.get("metadata")) or r.meta
    r.entrada = datos.get("input", r.entrada)
    if momento == "stream":
        r.preguntas += _preguntas(datos.get("chunk"))
    elif momento == "end":
        r.salida, r.desenlace = datos.get("output"), desenlaces.BIEN
    elif momento == "error":
        r.desenlace = desenlaces.de_texto(str(datos.get("error")))


def _preguntas(trozo: Any) -> Iterator[Mapping[str, Any]]:
    for pregunta in lista(mapa(trozo).get("__interrupt__")):
        if isinstance(pregunta, dict):
            yield {"id": pregunta.get("id"), "value": pregunta.get("value")}
        else:
            yield from desenlaces.preguntas(str(pregunta))


def _comprobar(contenido: Contenido, runs: Mapping[str, _Run], sucesos: list[Objeto]) -> None:
    if any(_revuelto(r, runs) for r in runs.values()) or _acaba_antes(sucesos):
        que_pasa = "los sucesos no están en el orden en que salieron, y no llevan hora"
        raise ErrorDeEntrada([problema(contenido.ruta, que_pasa, "vuelve a guardarlos según llegan")])
    if len(runs) > 1 and not any(r.antepasados for r in runs.values()):
        que_pasa = "ningún suceso dice de quién cuelga: son de la versión v1"
        raise ErrorDeEntrada([problema(contenido.ruta, que_pasa, 'usa astream_events(…, version="v2")')])


def _revuelto(r: _Run, runs: Mapping[str, _Run]) -> bool:
    """Si algo empezó antes que quien lo llamó."""
    return any(runs[p].orden > r.orden for p in r.antepasados if p in runs)


def _acaba_antes(sucesos: list[Objeto]) -> bool:
    """Si algo acaba antes de empezar."""
    acabados: set[str] = set()
    for o in (o for o in sucesos if _es_suceso(o.valor)):
        if o.valor["event"].endswith("_start") and o.valor["run_id"] in acabados:
            return True
        if o.valor["event"].endswith(("_end", "_error", "_stream")):
            acabados.add(o.valor["run_id"])
    return False


def _repartir_preguntas(runs: Mapping[str, _Run]) -> None:
    """Las preguntas de un grafo son de lo que dejó sin acabar, si es un solo nodo (y los que lo contienen)."""
    for raiz in [r for r in runs.values() if r.preguntas and not r.antepasados]:
        if raiz.desenlace.estado == "ok":
            raiz.salida = {**mapa(raiz.salida), "__interrupt__": [dict(p) for p in raiz.preguntas]}
        dentro = [r for r in runs.values() if raiz.id in r.antepasados and not r.desenlace.estado and r.clase == CADENA]
        honda = max(dentro, key=lambda r: len(r.antepasados), default=None)
        if honda is not None and all(r is honda or r.id in honda.antepasados for r in dentro):
            for r in dentro:
                r.desenlace = Desenlace("interrupted", preguntas=tuple(raiz.preguntas))


def _tramo(r: _Run) -> Tramo:
    es_modelo = r.clase == MODELO
    return Tramo(
        traza=r.antepasados[0] if r.antepasados else r.id,
        id=r.id,
        padre=r.antepasados[-1] if r.antepasados else None,
        nombre=r.nombre,
        clase=r.clase,
        situacion=situar(r.meta),
        hilo=hilo_de(r.meta),
        puesto=puesto_de(r.etiquetas),
        orden=f"{r.orden:012}",
        entrada=_mensajes(r.entrada) if es_modelo else _entrada(r.entrada),
        salida=r.salida if r.desenlace.estado == "ok" else None,
        desenlace=r.desenlace,
        datos=_datos(r),
    )


def _mensajes(entrada: Any) -> Any:
    tandas = lista(mapa(entrada).get("messages"))
    return tandas[0] if len(tandas) == 1 and isinstance(tandas[0], list) else tandas or entrada


def _entrada(entrada: Any) -> Any:
    """Lo que se dio; un `Command` que se guardó como su texto vuelve a serlo."""
    campos = desenlaces.argumentos(entrada, "Command") if isinstance(entrada, str) else None
    return entrada if campos is None else {**dict.fromkeys(("graph", "update", "resume", "goto")), **campos}


def _datos(r: _Run) -> Mapping[str, Any]:
    dicho = mapa(r.salida)
    if r.clase == HERRAMIENTA:
        return {"call": texto(dicho.get("tool_call_id"))}
    if r.clase != MODELO:
        return {}
    return {
        "provider": texto(r.meta.get("ls_provider")),
        "model": texto(r.meta.get("ls_model_name")) or r.nombre,
        "usage": uso_de(dicho.get("usage_metadata")),
        "provenance": procedencia_de({}, r.salida),
    }
