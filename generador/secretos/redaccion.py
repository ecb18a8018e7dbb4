"""Tapa secretos en un valor antes de que llegue al disco. Lo usa la grabadora.

Dos clases de cosas: los valores exactos de las variables de entorno con nombre de secreto (`[secret:NOMBRE]`) y
todo lo que las reglas reconocen como credencial (`[secret:regla]`). Los datos personales no se tocan: son la
entrada del agente, y quien decide si se publican es la compuerta.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from generador.secretos.claves import es_delicada
from generador.secretos.detector import reemplazar, tramos
from generador.secretos.reglas import ASIGNACION

Redactor: TypeAlias = Callable[[Any], Any]

_VARIABLES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_MINIMO = 8
_HONDURA = 200


def redactar(valor: Any, entorno: Mapping[str, str]) -> Any:
    """`valor` sin secretos. Solo entra en textos, listas, tuplas y diccionarios; lo demás vuelve tal cual."""
    return crear_redactor(entorno)(valor)


def crear_redactor(entorno: Mapping[str, str]) -> Redactor:
    """Un `redactar` con el entorno ya mirado, para llamarlo por cada suceso."""
    exactos = _valores_de(entorno)

    def redactar_texto(texto: str) -> str:
        for secreto, nombre in exactos:
            texto = texto.replace(secreto, _marca(nombre))
        return tapar(texto)

    return lambda valor: _redactar(valor, redactar_texto, _HONDURA)


def tapar(texto: str) -> str:
    """`texto` con cada credencial cambiada por `[secret:regla]`; entero, si está disfrazada y no se puede recortar."""
    hallados = [t for t in tramos(texto) if t.regla.al_grabar]
    if disfrazados := [t for t in hallados if t.capa]:
        return _marca(disfrazados[0].regla.nombre)
    return reemplazar(texto, hallados, lambda t: _marca(t.regla.nombre))


def _marca(nombre: str) -> str:
    return f"[secret:{nombre}]"


def _valores_de(entorno: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Los valores que tapar, del más largo al más corto: uno puede contener a otro."""
    delicados = ((v, n) for n, v in entorno.items() if _VARIABLES.search(n) and len(v) >= _MINIMO)
    return tuple(sorted(delicados, key=lambda par: (-len(par[0]), par)))


def _redactar(valor: Any, en_texto: Callable[[str], str], hondura: int) -> Any:
    if isinstance(valor, str):
        return en_texto(valor)
    if not isinstance(valor, dict | list | tuple):
        return valor
    if hondura == 0:
        return _marca("demasiado-hondo")
    if isinstance(valor, dict):
        return _redactar_objeto(valor, en_texto, hondura - 1)
    return type(valor)(_redactar(v, en_texto, hondura - 1) for v in valor)


def _redactar_objeto(objeto: dict[Any, Any], en_texto: Callable[[str], str], hondura: int) -> dict[Any, Any]:
    nuevo: dict[Any, Any] = {}
    for clave, valor in objeto.items():
        limpia = _libre(_redactar(clave, en_texto, hondura), nuevo)
        nuevo[limpia] = _redactar(valor, en_texto, hondura)
        if isinstance(valor, str) and es_delicada(clave) and ASIGNACION.vale(nuevo[limpia]):
            nuevo[limpia] = _marca(ASIGNACION.nombre)
    return nuevo


def _libre(clave: Any, usadas: dict[Any, Any]) -> Any:
    """Dos claves que tapadas son iguales no pueden pisarse: se perdería un valor."""
    libre, n = clave, 2
    while libre in usadas:
        libre, n = f"{clave}#{n}", n + 1
    return libre
