"""Traer la fábrica de un agente por su nombre y llamarla solo con lo que acepta."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from langgraph.graph import StateGraph

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.configuracion_de_langgraph import es_configuracion, modulo_de, problema_de
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.validar import parecido

_FORMA = "escribe «paquete.modulo:funcion»"


def fabrica(referencia: str, donde: object = "fábrica") -> Callable[..., Any]:
    """La función `paquete.modulo:funcion`. `donde` es el fichero que la nombra, para el mensaje de error.

    Vale también el nombre de un grafo ya hecho, compilado o no.
    """
    modulo, nombre = _partes(referencia, donde)
    try:
        encontrada: Any = importlib.import_module(modulo)
        for parte in nombre.split("."):
            encontrada = _atributo(encontrada, parte)
    except (ImportError, AttributeError) as fallo:
        que_hacer = "comprueba el nombre, la carpeta desde la que grabas y las dependencias del agente"
        raise ErrorDeEntrada([problema(donde, f"no se puede importar «{referencia}»: {fallo}", que_hacer)]) from fallo
    except KeyboardInterrupt:
        raise
    except BaseException as fallo:  # importar es ejecutar código ajeno: una errata, un `sys.exit`…
        que_pasa = f"al importar «{modulo}» falla su código: {_texto(fallo)}"
        que_hacer = f"pruébalo a mano con «python -c 'import {modulo}'» y corrígelo"
        raise ErrorDeEntrada([problema(donde, que_pasa, que_hacer)]) from fallo
    if isinstance(encontrada, StateGraph):
        return encontrada.compile
    if hasattr(encontrada, "get_graph"):
        return lambda: encontrada
    if not callable(encontrada):
        raise ErrorDeEntrada([problema(donde, f"«{referencia}» no es una función", _FORMA)])
    return encontrada  # type: ignore[no-any-return]


def _partes(referencia: str, donde: object) -> tuple[str, str]:
    """El módulo y el nombre. Un fichero en su lugar es un error que dice qué escribir."""
    modulo, separador, nombre = referencia.rpartition(":") if ":" in referencia else (referencia, "", "")
    if modulo.endswith(".json"):
        raise ErrorDeEntrada([_de_un_json(Path(modulo), donde)])
    if not (modulo and separador and nombre):
        raise ErrorDeEntrada([problema(donde, f"«{referencia}» no nombra una fábrica", _FORMA)])
    if modulo.endswith(".py"):
        es = modulo_de(modulo)
        que_hacer = f"escribe el módulo: «{es}:{nombre}»" if es else f"ponte en su carpeta y {_FORMA}"
        raise ErrorDeEntrada([problema(donde, f"«{modulo}» es un fichero", que_hacer)])
    return modulo, nombre


def _de_un_json(ruta: Path, donde: object) -> Problema:
    """Un fichero en lugar de un módulo. Si es el `langgraph.json`, dice cómo se nombran sus grafos."""
    try:
        documento = leer_json(ruta)
    except ErrorDeEntrada as error:
        return error.problemas[0]
    if es_configuracion(documento):
        return problema_de(documento, "una fábrica")
    return problema(donde, f"«{ruta}» es un fichero, no una fábrica", _FORMA)


def _atributo(objeto: Any, nombre: str) -> Any:
    try:
        return getattr(objeto, nombre)
    except AttributeError:
        publicos = [n for n in dir(objeto) if not n.startswith("_")]
        raise AttributeError(f"no tiene «{nombre}»{parecido(nombre, publicos)}") from None


def acepta(hacer: Callable[..., Any], nombre: str) -> bool:
    """Si la fábrica admite ese argumento por nombre. De una que no dice su firma se supone que no."""
    try:
        parametros = inspect.signature(hacer).parameters
    except ValueError:
        return False
    return nombre in parametros or any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parametros.values())


def construir(
    referencia: str, ofrecidos: Mapping[str, Any], parametros: Mapping[str, Any], donde: object = "fábrica"
) -> Any:
    """El grafo compilado. De `ofrecidos` la fábrica recibe lo que acepte por nombre; `parametros`, siempre enteros.

    Un fallo de la propia fábrica, o que no dé un grafo, es un error de entrada: dice cuál y conserva la causa.
    """
    hacer = fabrica(referencia, donde)
    if sobran := [p for p in parametros if not acepta(hacer, p)]:
        que_pasa = f"la fábrica «{referencia}» no acepta {', '.join(f'«{p}»' for p in sobran)}"
        raise ErrorDeEntrada([problema(donde, que_pasa, "quita esos parámetros del caso o añádelos a la fábrica")])
    aceptados = {k: v for k, v in ofrecidos.items() if acepta(hacer, k)}
    try:
        compilado = hacer(**{**aceptados, **parametros})
    except KeyboardInterrupt:
        raise
    except BaseException as fallo:
        que_pasa = f"la fábrica «{referencia}» falló: {_texto(fallo)}"
        raise ErrorDeEntrada([problema(donde, que_pasa, "pruébala a mano con esos parámetros")]) from fallo
    if not (hasattr(compilado, "get_graph") and hasattr(compilado, "stream")):
        que_pasa = f"«{referencia}» no da un grafo compilado, sino {_que_es(compilado)}"
        que_hacer = "nombra el grafo ya compilado, o una función que devuelva «builder.compile()»"
        raise ErrorDeEntrada([problema(donde, que_pasa, que_hacer)])
    return compilado


def _texto(fallo: BaseException) -> str:
    """El tipo y lo que dice, si sabe decirlo: su `__str__` también es código ajeno."""
    try:
        return f"{type(fallo).__name__}: {fallo}"
    except Exception:
        return type(fallo).__name__


def _que_es(objeto: Any) -> str:
    if inspect.isawaitable(objeto):
        if inspect.iscoroutine(objeto):
            objeto.close()
        return "una corrutina (la fábrica es asíncrona)"
    return "un grafo sin compilar" if hasattr(objeto, "compile") else f"un «{type(objeto).__name__}»"
