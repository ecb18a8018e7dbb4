"""Leer un valor dentro de un estado grabado por su ruta (`decisiones.ambito.resultado`, `mensajes.-1.content`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from generador.modelo.traza import Carga

FALTA = object()
"""Lo que devuelve una ruta que no lleva a nada; distinto de `null`."""
_HONDURA = 100
_CON_VALOR = frozenset({"enum", "dt", "decimal", "uuid", "path", "obj", "set", "int", "float", "complex"})
"""Las etiquetas que la grabadora pone a lo que JSON no sabe decir y que llevan dentro, en `v`, cómo se escribe."""


def valor_en(estado: Mapping[str, Carga], ruta: str) -> Any:
    """El valor al final de la ruta, o `FALTA`. Una clave que lleva puntos se prueba antes entera."""
    for clave, resto in _cortes(ruta):
        if clave in estado:
            valor = estado[clave].valor()
            encontrado = valor if resto is None else _dentro(valor, resto)
            if encontrado is not FALTA:
                return encontrado
    return FALTA


def clave_de(estado: Mapping[str, Carga], ruta: str) -> str:
    """La clave de primer nivel por la que empieza la ruta."""
    return next((clave for clave, _ in _cortes(ruta) if clave in estado), ruta.partition(".")[0])


def llano(valor: Any, hondura: int = _HONDURA) -> Any:
    """El valor como lo escribiría quien hizo el plan: sin etiquetas. Un decimal es su texto y un objeto, sus campos."""
    if hondura == 0 or not isinstance(valor, list | dict):
        return valor
    if isinstance(valor, list):
        return [llano(v, hondura - 1) for v in valor]
    if _etiquetado(valor):
        return llano(valor["v"], hondura - 1)
    return {k: llano(v, hondura - 1) for k, v in valor.items()}


def _etiquetado(valor: Any) -> bool:
    return isinstance(valor, dict) and "v" in valor and valor.get("$t") in _CON_VALOR


def texto_de(valor: Any) -> str:
    """El valor como texto: tal cual si ya lo es, y si no su JSON."""
    return valor if isinstance(valor, str) else msgspec.json.encode(valor, order="sorted").decode()


def iguales(uno: Any, otro: Any) -> bool:
    """Igualdad de valores JSON: `1` y `1.0` son lo mismo; `1` y `true`, no."""
    if isinstance(uno, bool) or isinstance(otro, bool):
        return uno is otro
    if isinstance(uno, dict) and isinstance(otro, Mapping):
        return uno.keys() == otro.keys() and all(iguales(v, otro[k]) for k, v in uno.items())
    if isinstance(uno, list) and isinstance(otro, list | tuple):
        return len(uno) == len(otro) and all(map(iguales, uno, otro))
    return bool(uno == otro)


def _dentro(valor: Any, ruta: str) -> Any:
    if isinstance(valor, list):
        clave, _, resto = ruta.partition(".")
        return _seguir(_elemento(valor, clave), resto)
    if isinstance(valor, dict):
        for clave, siguiente in _cortes(ruta):
            if clave in valor and (encontrado := _seguir(valor[clave], siguiente or "")) is not FALTA:
                return encontrado
    return _dentro(valor["v"], ruta) if _etiquetado(valor) else FALTA


def _seguir(valor: Any, resto: str) -> Any:
    return valor if valor is FALTA or not resto else _dentro(valor, resto)


def _elemento(lista: list[Any], clave: str) -> Any:
    try:
        return lista[int(clave)]
    except (ValueError, IndexError):
        return FALTA


def _cortes(ruta: str) -> list[tuple[str, str | None]]:
    """Las formas de partir una ruta en clave y resto, de la clave más larga a la más corta."""
    partes = ruta.split(".")
    return [(".".join(partes[:i]), ".".join(partes[i:]) or None) for i in range(len(partes), 0, -1)]
