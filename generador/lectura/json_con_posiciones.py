"""JSON estricto y con posiciones: ni claves repetidas, ni `NaN`, ni profundidades que agoten la pila.

Lo que está bien, que es casi todo, lo lee la biblioteca estándar, y sus posiciones se buscan si hacen falta. De lo que
no, ella comprueba la sintaxis y un recorrido por los símbolos dice dónde están las claves repetidas y lo demás.
"""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path
from typing import Any

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.documento import PROFUNDIDAD, VALORES, Armador, Documento, Sitio
from generador.lectura.ficheros import LIMITE_DE_JSON, leer_texto

_SIMBOLO = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
_MEDIA_PAREJA = re.compile("[\ud800-\udfff]")
_MEDIA_PAREJA_ESCRITA = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_CIFRAS = 300


def leer_json(ruta: Path) -> Documento:
    """Lee un fichero JSON. Lanza `ErrorDeEntrada` con su línea y columna si no es JSON estricto."""
    return json_de_texto(leer_texto(ruta, LIMITE_DE_JSON), str(ruta))


def json_de_texto(texto: str, fichero: str) -> Documento:
    """Lee JSON ya en memoria; `fichero` es el nombre que llevan los problemas."""
    try:
        return Documento(_de_una_vez(texto), fichero, cache(lambda: _por_simbolos(texto, fichero).posiciones()))
    except (ValueError, RecursionError):
        return _por_simbolos(texto, fichero)


def _de_una_vez(texto: str) -> Any:
    """El valor. Lanza `ValueError` o `RecursionError` si hay algo que decir, aunque sepa qué."""
    if _MEDIA_PAREJA_ESCRITA.search(texto):
        raise ValueError(texto)
    valor = json.loads(
        texto, object_pairs_hook=_objeto, parse_int=_entero, parse_float=_decimal, parse_constant=_constante
    )
    _medir(valor)
    return valor


def _objeto(pares: list[tuple[str, Any]]) -> dict[str, Any]:
    objeto = dict(pares)
    if len(objeto) != len(pares):
        raise ValueError(pares)
    return objeto


def _entero(cifras: str) -> int:
    if len(cifras) > _CIFRAS:
        raise ValueError(cifras)
    return int(cifras)


def _decimal(cifras: str) -> float:
    if len(cifras) > _CIFRAS or not math.isfinite(valor := float(cifras)):
        raise ValueError(cifras)
    return valor


def _constante(nombre: str) -> None:
    raise ValueError(nombre)


def _medir(valor: Any) -> None:
    nivel, hondo, cuantos = [valor], 0, 0
    while nivel:
        cuantos += len(nivel)
        dentro = [v.values() if type(v) is dict else v for v in nivel if type(v) in (dict, list)]
        nivel, hondo = [v for hijos in dentro for v in hijos], hondo + bool(dentro)
        if hondo > PROFUNDIDAD or cuantos > VALORES:
            raise ValueError(cuantos)


def _por_simbolos(texto: str, fichero: str) -> Documento:
    _acotar(texto, fichero)
    _comprobar_sintaxis(texto, fichero)
    armador = Armador(fichero)
    _recorrer(texto, armador)
    if armador.problemas:
        raise ErrorDeEntrada(armador.problemas)
    return armador.acabar()


def _acotar(texto: str, fichero: str) -> None:
    hondo = 0
    for simbolo in _SIMBOLO.finditer(texto):
        hondo += (simbolo[0] in "[{") - (simbolo[0] in "]}")
        if hondo > PROFUNDIDAD:
            sitio = _sitio(texto, simbolo.start())
            que_pasa = f"hay más de {PROFUNDIDAD} niveles unos dentro de otros"
            p = problema(fichero, que_pasa, "aplana la estructura", linea=sitio.linea, columna=sitio.columna)
            raise ErrorDeEntrada([p])


def _comprobar_sintaxis(texto: str, fichero: str) -> None:
    try:
        json.loads(texto, parse_constant=_nada, parse_int=_nada, parse_float=_nada)
    except json.JSONDecodeError as causa:
        que_pasa = f"no es JSON ({_CAUSAS.get(causa.msg, causa.msg)})"
        p = problema(fichero, que_pasa, "corrige la sintaxis", linea=causa.lineno, columna=causa.colno)
        raise ErrorDeEntrada([p]) from None


def _recorrer(texto: str, armador: Armador) -> None:
    linea, inicio, visto = 1, 0, 0
    for simbolo in _SIMBOLO.finditer(texto):
        saltos = texto.count("\n", visto, simbolo.start())
        if saltos:
            linea, inicio = linea + saltos, texto.rfind("\n", visto, simbolo.start()) + 1
        visto = simbolo.start()
        _atender(simbolo[0], Sitio(linea, visto - inicio + 1), armador)


def _atender(simbolo: str, sitio: Sitio, armador: Armador) -> None:
    match simbolo[0]:
        case "{":
            armador.abrir({}, sitio)
        case "[":
            armador.abrir([], sitio)
        case "}" | "]":
            armador.cerrar()
        case "," | ":":
            pass
        case '"' if armador.espera_clave:
            armador.clave(_texto(simbolo, sitio, armador), sitio)
        case '"':
            armador.escalar(_texto(simbolo, sitio, armador), sitio)
        case _:
            armador.escalar(_suelto(simbolo, sitio, armador), sitio)


def _texto(simbolo: str, sitio: Sitio, armador: Armador) -> str:
    valor: str = json.loads(simbolo)
    if _MEDIA_PAREJA.search(valor):
        armador.anotar(sitio, "un escape «\\ud…» es media pareja y no un carácter", "escribe el carácter entero")
    return valor


def _suelto(simbolo: str, sitio: Sitio, armador: Armador) -> Any:
    if len(simbolo) > _CIFRAS:
        armador.anotar(sitio, f"el número tiene más de {_CIFRAS} cifras", "ponlo entre comillas")
        return simbolo
    valor = json.loads(simbolo)
    if isinstance(valor, float) and not math.isfinite(valor):
        armador.anotar(sitio, f"«{simbolo}» no es un número de JSON", "usa null, o ponlo entre comillas")
    return valor


def _sitio(texto: str, posicion: int) -> Sitio:
    return Sitio(texto.count("\n", 0, posicion) + 1, posicion - texto.rfind("\n", 0, posicion))


def _nada(_cifras: str) -> None:
    return None


_CAUSAS = {
    "Expecting value": "falta un valor",
    "Expecting ',' delimiter": "falta una coma",
    "Expecting ':' delimiter": "faltan dos puntos",
    "Expecting property name enclosed in double quotes": "falta una clave entre comillas dobles",
    "Illegal trailing comma before end of object": "sobra una coma",
    "Illegal trailing comma before end of array": "sobra una coma",
    "Unterminated string starting at": "unas comillas no se cierran",
    "Invalid control character at": "hay un carácter de control sin escapar",
    "Invalid \\escape": "un escape con «\\» no existe",
    "Invalid \\uXXXX escape": "un escape «\\u» no es un carácter",
    "Extra data": "sobra texto después del valor",
}
