"""De un objeto ejecutable a la función que lo implementa y al trozo exacto de fichero donde está escrita.

`inspect.getsource` no basta: de una lambda devuelve la línea entera, y dos lambdas en una línea se confunden. Aquí
se busca el nodo del árbol sintáctico que corresponde al código compilado, por su posición.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from msgspec import Struct

from generador.modelo import nuestros

Definicion: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef

_VUELTAS = 50


class Localizado(Struct, frozen=True):
    """Dónde está escrito algo. `lineas` es (primera, última) desde 1; `fichero`, absoluto; `nodo`, su árbol."""

    fichero: str
    lineas: tuple[int, int]
    codigo: str
    nombre: str
    nodo: Definicion


class SinFuente(Struct, frozen=True):
    """No hay código que enseñar, y por qué."""

    motivo: str
    nombre: str = ""


def funcion_de(ejecutable: Any) -> Any:
    """La función, método o clase que hay debajo de `Runnable`, `partial`, secuencias y decoradores con `wraps`."""
    actual = ejecutable
    for _ in range(_VUELTAS):
        siguiente = _una_capa(actual)
        if siguiente is actual:
            return actual
        actual = siguiente
    return actual


def _una_capa(o: Any) -> Any:
    if isinstance(o, functools.partial):
        return o.func
    if inspect.ismethod(o):
        return o.__func__
    if inspect.isfunction(o) or inspect.isclass(o):
        return inspect.unwrap(o)
    for atributo in ("func", "afunc", "bound"):
        dentro = getattr(o, atributo, None)
        if dentro is not None and (callable(dentro) or atributo == "bound"):
            return dentro
    pasos = getattr(o, "steps", None)
    if isinstance(pasos, list) and pasos:
        return next((p for p in pasos if _tiene_funcion(p)), pasos[0])
    return _implementacion(o)


def _tiene_funcion(o: Any) -> bool:
    return any(getattr(o, a, None) is not None for a in ("func", "afunc"))


def _implementacion(o: Any) -> Any:
    """El `__call__` que escribió la clase, o la clase."""
    llamada = type(o).__dict__.get("__call__")
    if llamada is None:
        llamada = next((c.__dict__["__call__"] for c in type(o).__mro__ if "__call__" in c.__dict__), None)
    return llamada if isinstance(llamada, FunctionType) else type(o)


def localizar(objeto: Any) -> Localizado | SinFuente:
    """El código de una función, lambda o clase. Nunca lanza: si no se encuentra, dice por qué."""
    nombre = str(getattr(objeto, "__qualname__", type(objeto).__qualname__))
    try:
        fichero = inspect.getsourcefile(objeto)
        lineas = _lineas(objeto, fichero)
        if fichero is None or not lineas:
            return SinFuente(str(nuestros.SIN_FICHERO), nombre)
        nodo = _nodo(objeto, _arbol("".join(lineas)))
    except (TypeError, OSError, SyntaxError, ValueError, RecursionError):
        return SinFuente(str(nuestros.SIN_LEER), nombre)
    if nodo is None:
        return SinFuente(str(nuestros.YA_NO_COINCIDE), nombre)
    return _recortar(fichero, lineas, nodo, nombre)


@functools.lru_cache(maxsize=32)
def _arbol(texto: str) -> ast.Module:
    """Los nodos de un agente suelen compartir fichero: se analiza una vez."""
    return ast.parse(texto)


def _lineas(objeto: Any, fichero: str | None) -> list[str]:
    modulo = inspect.getmodule(objeto)
    return linecache.getlines(fichero, getattr(modulo, "__dict__", None)) if fichero else []


def _recortar(fichero: str, lineas: list[str], nodo: Definicion, nombre: str) -> Localizado:
    primera, ultima = _primera_linea(nodo), nodo.end_lineno or nodo.lineno
    codigo = textwrap.dedent("".join(lineas[primera - 1 : ultima]))
    if isinstance(nodo, ast.Lambda):
        codigo = ast.get_source_segment("".join(lineas), nodo) or codigo
    return Localizado(fichero, (primera, ultima), codigo.rstrip("\n"), nombre, nodo)


def _nodo(objeto: Any, arbol: ast.Module) -> Definicion | None:
    if inspect.isclass(objeto):
        return _clase(arbol, objeto.__qualname__)
    codigo = getattr(objeto, "__code__", None)
    if not isinstance(codigo, CodeType):
        return None
    if codigo.co_name == "<lambda>":
        return _lambda(arbol, codigo)
    definiciones = (n for n in ast.walk(arbol) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return next((n for n in definiciones if n.name == codigo.co_name and _empieza(n, codigo)), None)


def _empieza(nodo: Definicion, codigo: CodeType) -> bool:
    return codigo.co_firstlineno in (_primera_linea(nodo), nodo.lineno)


def _primera_linea(nodo: Definicion) -> int:
    decoradores = [] if isinstance(nodo, ast.Lambda) else nodo.decorator_list
    return min([nodo.lineno, *(d.lineno for d in decoradores)])


def _clase(arbol: ast.Module, nombre: str) -> ast.ClassDef | None:
    actual: ast.AST = arbol
    for parte in nombre.split("."):
        if parte != "<locals>":
            hijos: Iterator[ast.AST] = ast.walk(actual)
            encontrada = next((h for h in hijos if getattr(h, "name", None) == parte), None)
            if encontrada is None:
                return None
            actual = encontrada
    return actual if isinstance(actual, ast.ClassDef) else None


def _lambda(arbol: ast.Module, codigo: CodeType) -> ast.Lambda | None:
    """La lambda más pequeña cuyo cuerpo contiene todas las posiciones del código compilado."""
    desde, hasta = _alcance(codigo)
    if desde is None or hasta is None:
        return None
    candidatas = [
        n for n in ast.walk(arbol) if isinstance(n, ast.Lambda) and _inicio(n.body) <= desde and hasta <= _final(n.body)
    ]
    return max(candidatas, key=lambda n: _inicio(n.body), default=None)


def _alcance(codigo: CodeType) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    posiciones = [
        ((l0, c0), (l1, c1))
        for l0, l1, c0, c1 in codigo.co_positions()
        if l0 is not None and l1 is not None and c0 is not None and c1 is not None and (c0, c1) != (0, 0)
    ]
    return min((p[0] for p in posiciones), default=None), max((p[1] for p in posiciones), default=None)


def _inicio(nodo: ast.expr) -> tuple[int, int]:
    return nodo.lineno, nodo.col_offset


def _final(nodo: ast.expr) -> tuple[int, int]:
    return nodo.end_lineno or nodo.lineno, nodo.end_col_offset or nodo.col_offset
