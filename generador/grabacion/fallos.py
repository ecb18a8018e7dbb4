"""Una excepción del agente como dato: clase, mensaje, traza y notas, sin rutas de la máquina que grabó."""

from __future__ import annotations

import asyncio
import sys
import traceback
from pathlib import Path
from typing import Any

from langgraph.errors import GraphBubbleUp, GraphInterrupt, GraphRecursionError

from generador.grabacion.serializar import Serializador, nombre_de_clase, sin_direcciones

_ULTIMOS = 12


def fallo(excepcion: BaseException, serializar: Serializador) -> dict[str, Any]:
    """`{cls, msg, traceback, notes}`; las rutas van relativas al proyecto o a su biblioteca."""
    datos = {
        "cls": nombre_de_clase(type(excepcion)),
        "msg": serializar(sin_direcciones(_texto(excepcion))),
        "traceback": serializar(_traza(excepcion)),
        "notes": serializar([str(n) for n in getattr(excepcion, "__notes__", ())]),
    }
    return {k: v for k, v in datos.items() if v not in ("", [])}


def estado_de_intento(excepcion: BaseException) -> str:
    """Cómo acabó un intento que lanzó: una interrupción y un salto al grafo padre no son errores."""
    if isinstance(excepcion, GraphInterrupt):
        return "interrupt"
    if isinstance(excepcion, GraphBubbleUp):
        return "bubble"
    return "cancelled" if _es_cancelacion(excepcion) else "error"


def estado_de_ejecucion(excepcion: BaseException) -> str:
    """Cómo acabó la llamada entera al agente."""
    if isinstance(excepcion, GraphRecursionError):
        return "out_of_steps"
    if isinstance(excepcion, GraphInterrupt):
        return "interrupted"
    return "cancelled" if _es_cancelacion(excepcion) else "error"


def _es_cancelacion(excepcion: BaseException) -> bool:
    return isinstance(excepcion, asyncio.CancelledError | KeyboardInterrupt | SystemExit | GeneratorExit)


def _texto(excepcion: BaseException) -> str:
    try:
        return str(excepcion)
    except Exception:
        return ""


def _traza(excepcion: BaseException) -> str:
    marcos = traceback.extract_tb(excepcion.__traceback__)[-_ULTIMOS:]
    return "".join(f"{_corta(m.filename)}:{m.lineno} {m.name}\n    {m.line or ''}\n" for m in marcos)


def _corta(fichero: str) -> str:
    """La ruta sin nada de esta máquina: relativa al directorio de trabajo o a una carpeta de bibliotecas."""
    ruta = Path(fichero)
    for raiz in sorted([str(Path.cwd()), *(r for r in sys.path if r)], key=len, reverse=True):
        if ruta.is_relative_to(raiz):
            return ruta.relative_to(raiz).as_posix()
    return ruta.name
