"""Traer la fábrica de un agente por su nombre y llamarla solo con lo que acepta."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from generador.errores import ErrorDeEntrada, problema

_FORMA = "escribe «paquete.modulo:funcion»"


def fabrica(referencia: str, donde: object = "fábrica") -> Callable[..., Any]:
    """La función `paquete.modulo:funcion`. `donde` es el fichero que la nombra, para el mensaje de error.

    La carpeta de trabajo entra en el camino de importación, como al ejecutar `python -m`.
    """
    modulo, separador, nombre = referencia.partition(":")
    if not (modulo and separador and nombre):
        raise ErrorDeEntrada([problema(donde, f"«{referencia}» no nombra una fábrica", _FORMA)])
    if os.getcwd() not in sys.path and "" not in sys.path:  # noqa: PTH109 — se compara con textos de sys.path
        sys.path.insert(0, "")
    try:
        encontrada: Any = importlib.import_module(modulo)
        for parte in nombre.split("."):
            encontrada = getattr(encontrada, parte)
    except (ImportError, AttributeError) as fallo:
        que_hacer = "comprueba el nombre, la carpeta desde la que grabas y las dependencias del agente"
        raise ErrorDeEntrada([problema(donde, f"no se puede importar «{referencia}»: {fallo}", que_hacer)]) from fallo
    if not callable(encontrada):
        raise ErrorDeEntrada([problema(donde, f"«{referencia}» no es una función", _FORMA)])
    return encontrada  # type: ignore[no-any-return]


def construir(
    referencia: str, ofrecidos: Mapping[str, Any], parametros: Mapping[str, Any], donde: object = "fábrica"
) -> Any:
    """El grafo compilado. De `ofrecidos` la fábrica recibe lo que acepte por nombre; `parametros`, siempre enteros."""
    hacer = fabrica(referencia, donde)
    acepta = inspect.signature(hacer).parameters
    todo = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in acepta.values())
    sobran = [] if todo else [p for p in parametros if p not in acepta]
    if sobran:
        que_pasa = f"la fábrica «{referencia}» no acepta {', '.join(f'«{p}»' for p in sobran)}"
        raise ErrorDeEntrada(
            [problema(donde, que_pasa, f"quita esos parámetros del caso; acepta: {', '.join(acepta)}")]
        )
    aceptados = {k: v for k, v in ofrecidos.items() if k in acepta or todo}
    return hacer(**aceptados, **parametros)
