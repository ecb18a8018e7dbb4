"""De lo que un trazador escribe como error a lo que de verdad pasó: una pausa no es un fallo.

LangGraph se para lanzando `GraphInterrupt`, y cada trazador lo cuenta a su manera: como error, como éxito con una
excepción o con un mensaje suelto. La pregunta solo viaja en el `repr` de la excepción, que aquí se lee sin ejecutarlo.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas.tramos import Desenlace

_LARGO = 64 * 1024
_HONDO = 60
_PREGUNTA = re.compile(r"\AGraphInterrupt\(|\ANodeInterrupt\(|\A\(*\[?Interrupt\(")
_CLASE = re.compile(r"\A([A-Za-z_][\w.]{0,200})(?:\(|:\s|\Z)")
_ID = re.compile(r"\bid='([0-9a-f]{8,64})'")
_FICHERO = re.compile(r'File "([^"\n]*)"')
_ENVIO = re.compile(r"""\ASend\(node=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")[,)]""", re.DOTALL)
_INTERRUPCIONES = ("GraphInterrupt", "NodeInterrupt")
_SALTOS = ("ParentCommand", "GraphBubbleUp")
_CANCELADAS = ("CancelledError", "KeyboardInterrupt", "GraphDrained")

BIEN = Desenlace("ok")
ABIERTO = Desenlace()


def de_error(clase: str, mensaje: str, traza: str = "") -> Desenlace:
    """El desenlace de una excepción de la que se sabe la clase (con módulo o sin él), el mensaje y la traza."""
    corta = clase.rpartition(".")[2]
    if corta in _INTERRUPCIONES or _PREGUNTA.match(mensaje):
        return Desenlace("interrupted", preguntas=preguntas(mensaje))
    if corta in _SALTOS:
        return Desenlace("bubble")
    fallo = {"cls": clase, "msg": mensaje, "traceback": sin_rutas(traza)}
    return Desenlace("cancelled" if corta in _CANCELADAS else "error", {k: v for k, v in fallo.items() if v})


def de_texto(error: str) -> Desenlace:
    """El desenlace de un `repr(excepción)` con su traza detrás, que es como lo escriben LangSmith y OpenInference."""
    cabeza, _, traza = error.partition("Traceback (most recent call last):")
    cabeza = cabeza.strip()
    if _PREGUNTA.match(cabeza):
        return Desenlace("interrupted", preguntas=preguntas(cabeza))
    clase = _CLASE.match(cabeza)
    nombre = clase[1] if clase else ""
    dentro = cabeza[len(nombre) :]
    return de_error(nombre, _argumento(dentro), traza.strip("\n"))


def _argumento(dentro: str) -> str:
    """El mensaje de `('texto')`, o lo que haya."""
    valor = _literal(dentro) if dentro.startswith("(") else None
    return valor if isinstance(valor, str) else dentro.removeprefix(":").strip()


def sin_rutas(traza: str) -> str:
    """La traza de Python sin las rutas de la máquina en que ocurrió: desde su biblioteca, o solo el fichero."""
    return _FICHERO.sub(lambda m: f'File "{_corta(m[1])}"', traza)


def _corta(ruta: str) -> str:
    ruta = ruta.replace("\\", "/")
    _, hay, dentro = ruta.rpartition("site-packages/")
    return dentro if hay else ruta.rpartition("/")[2]


def preguntas(dicho: str) -> tuple[Mapping[str, Any], ...]:
    """Las `Interrupt` de un `repr`, como `{id, value}`. Un valor que no es un literal queda como su texto."""
    arbol = _arbol(dicho)
    halladas = tuple(_preguntas(arbol)) if arbol is not None else ()
    if halladas:
        return halladas
    ids = _ID.findall(dicho[:_LARGO])
    valor = {"$t": "repr", "cls": "Interrupt", "v": dicho[:500]}
    return tuple({"id": i, "value": valor} for i in dict.fromkeys(ids)) or ({"id": None, "value": valor},)


def argumentos(dicho: str, clase: str) -> Mapping[str, Any] | None:
    """Los argumentos por nombre del `repr` de un objeto de esa clase; `None` si no lo es."""
    arbol = _arbol(dicho) if dicho.startswith(f"{clase}(") else None
    llamada = arbol.body if arbol is not None else None
    if not isinstance(llamada, ast.Call):
        return None
    return {k.arg: _valor(k.value) for k in llamada.keywords if k.arg}


def destino(dicho: str) -> str | None:
    """El nodo del `repr` de un `Send`, por largo que sea lo que lleva; `None` si no lo es."""
    hallado = _ENVIO.match(dicho)
    return str(_literal(hallado[1])) if hallado else None


def _preguntas(arbol: ast.AST) -> Iterator[Mapping[str, Any]]:
    for nodo in ast.walk(arbol):
        if isinstance(nodo, ast.Call) and isinstance(nodo.func, ast.Name) and nodo.func.id == "Interrupt":
            campos = {k.arg: _valor(k.value) for k in nodo.keywords if k.arg}
            id = campos.get("id") or campos.get("interrupt_id")
            yield {"id": id if isinstance(id, str) else None, "value": campos.get("value")}


def _valor(nodo: ast.AST) -> Any:
    try:
        return ast.literal_eval(nodo)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return {"$t": "repr", "cls": "", "v": ast.unparse(nodo)[:500]}


def _literal(dicho: str) -> Any:
    arbol = _arbol(dicho)
    return _valor(arbol.body) if isinstance(arbol, ast.Expression) else None


def _arbol(dicho: str) -> ast.Expression | None:
    """El árbol de una expresión corta y poco honda: `ast` puede tirar el intérprete con una que no lo sea."""
    abiertos = hondo = 0
    for c in dicho[: _LARGO + 1]:
        abiertos += (c in "([{") - (c in ")]}")
        hondo = max(hondo, abiertos)
    if len(dicho) > _LARGO or hondo > _HONDO:
        return None
    try:
        return ast.parse(dicho.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
