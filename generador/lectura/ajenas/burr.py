"""El registro por líneas de Burr: cada acción es un nodo; cada `sequence_id`, un paso, con el estado que dejó.

No dice si la aplicación terminó: que no haya más líneas puede ser que acabó, que espera o que murió.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas.desenlaces import sin_rutas
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.tramos import Conversacion, Lectura, Saltada
from generador.lectura.ajenas.valores import nombre_de_nodo, segundos, texto

NOMBRE = "Burr (log.jsonl)"
_EMPIEZA, _ACABA = "begin_entry", "end_entry"
_DE_FUERA = ("begin_span", "end_span", "attribute", "first_item_stream", "begin_stream", "end_stream")
_INTERNO = "__"
_MAXIMO = 10**9
_COMPLETITUD = {"state": "partial", "updates": "partial", "routes": "none", "attempts": "full", "calls": "none"}


def reconoce(contenido: Contenido) -> bool:
    """Si alguna línea empieza o acaba una acción."""
    return any(_es_accion(o.valor) for o in contenido.sueltos()[:50])


def leer(contenido: Contenido) -> Lectura:
    """Una conversación: el registro es de una sola aplicación."""
    saltadas = [*contenido.saltadas]
    acciones: list[Objeto] = []
    interiores = 0
    for o in contenido.sueltos():
        if _es_accion(o.valor):
            acciones.append(o)
        elif isinstance(o.valor, dict) and o.valor.get("type") in _DE_FUERA:
            interiores += o.valor.get("type") == "begin_span"
        else:
            saltadas.append(Saltada(o.linea, "no es una línea de Burr que se conozca"))
    avisos: tuple[str, ...] = ("Burr no anota si la aplicación terminó",)
    if interiores:
        avisos += (f"{interiores} spans de dentro de las acciones no dicen qué se llamó: no se convierten",)
    conversacion = Conversacion(
        clave=_nombre(contenido),
        origen="burr",
        lineas=tuple(_lineas(acciones)),
        completitud=_COMPLETITUD,
        entrada=next((o.valor.get("inputs") for o in acciones if o.valor["type"] == _EMPIEZA), None),
        avisos=avisos,
    )
    return Lectura(formato=NOMBRE, origen="burr", conversaciones=(conversacion,), saltadas=tuple(saltadas))


def _es_accion(valor: Any) -> bool:
    if not isinstance(valor, dict) or valor.get("type") not in (_EMPIEZA, _ACABA):
        return False
    orden = valor.get("sequence_id")
    return type(orden) is int and 0 <= orden < _MAXIMO and texto(valor.get("action")) is not None


def _nombre(contenido: Contenido) -> str:
    """Burr lo llama siempre `log.jsonl` y pone el id de la aplicación en la carpeta."""
    ruta = contenido.ruta
    return ruta.parent.name if ruta.stem == "log" and ruta.parent.name else ruta.stem


def _lineas(acciones: list[Objeto]) -> Iterator[Mapping[str, Any]]:
    if acciones:
        primera = acciones[0].valor
        inicio = segundos(primera.get("start_time"))
        yield _linea("run.start", inicio, kind="input", input=primera.get("inputs"))
    for o in acciones:
        yield from _inicio(o.valor) if o.valor["type"] == _EMPIEZA else _fin(o.valor)


def _linea(clase: str, hora: float | None, **campos: Any) -> dict[str, Any]:
    return {"t": clase, "ts": hora, "run": "r0", **{k: v for k, v in campos.items() if v is not None}}


def _donde(valor: Mapping[str, Any]) -> dict[str, Any]:
    orden = valor["sequence_id"]
    return {"task": f"accion-{orden}", "node": nombre_de_nodo(valor["action"]), "ns": [], "step": orden + 1}


def _inicio(valor: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    hora = segundos(valor.get("start_time"))
    yield _linea("task.start", hora, at=hora, input=valor.get("inputs"), **_donde(valor))
    yield _linea("attempt.start", hora, at=hora, id=f"intento-{valor['sequence_id']}", **_donde(valor))


def _fin(valor: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    hora, error = segundos(valor.get("end_time")), texto(valor.get("exception"))
    estado = valor.get("state")
    fallo = None if error is None else _fallo(error)
    acabo = {"at": hora, "status": "error" if error else "ok", "error": fallo}
    donde = _donde(valor)
    yield _linea("attempt.end", hora, id=f"intento-{valor['sequence_id']}", task=donde["task"], **acabo)
    yield _linea("task.end", hora, update=valor.get("result"), **acabo, **donde)
    if isinstance(estado, dict) and error is None:
        visible = {k: v for k, v in estado.items() if not str(k).startswith(_INTERNO)}
        yield _linea("state", hora, ns=[], step=donde["step"], phase="after", state=visible)
    if error is not None:
        yield _linea("run.end", hora, status="error", error=fallo)


def _fallo(traza: str) -> Mapping[str, Any]:
    """La clase y el mensaje están en la última línea de la traza de Python."""
    ultima = traza.strip().rpartition("\n")[2]
    clase, hay, mensaje = ultima.partition(": ")
    return {"cls": clase if hay else "", "msg": mensaje if hay else ultima, "traceback": sin_rutas(traza)}
