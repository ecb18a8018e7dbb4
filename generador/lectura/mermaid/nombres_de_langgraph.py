"""Los ids que escribe `draw_mermaid()` de LangGraph: `my\\20node` es «my node».

Cada carácter fuera de `[A-Za-z0-9_-]` sale como una barra y su código en hexadecimal sin relleno, así que
`a\\20bad` puede ser «a bad» o una «a» y U+20BAD. El rótulo que sigue al id lleva el nombre tal cual (sin
escapar, con paréntesis y saltos de línea), y con él la duda se resuelve siempre; solo sin rótulo hay que elegir.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from generador.lectura.mermaid.rotulos import sin_entidades

_LIBRES = frozenset(string.ascii_letters + string.digits + "_-")
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})")
_RARO = re.compile(r"[^a-zA-Z_0-9\-]")
_SEPARADOR = r"\3a"
_METADATOS = re.compile(r"<hr/><small><em>(.*?)</em></small>", re.DOTALL)
_FORMAS = (("(", ")"), ("([", "])"))


class Rotulado(Struct, frozen=True):
    """Un nodo de LangGraph reconocido: su nombre entero, los metadatos del rótulo y cuánto ocupa la forma entera."""

    nombre: str
    metadatos: tuple[tuple[str, str], ...]
    largo: int


def escapar(nombre: str) -> str:
    """Lo mismo que hace LangGraph con un nombre de nodo."""
    return "".join(c if c in _LIBRES else f"\\{ord(c):x}" for c in nombre)


def es_de_langgraph_viejo(texto: str) -> bool:
    """Si lo escribió un LangGraph de antes de las barras, o el de JavaScript: todo lo raro es un guion bajo."""
    return "%%{init: {'flowchart'" in texto and "classDef default fill:#f2f0ff" in texto


def nombre_viejo(id: str, rotulo: str) -> str:
    """El id jerárquico de un nodo de ese LangGraph: su id dice «sub_1_p» y solo su rótulo, que es «p».

    `id` lleva ya delante los subgrafos en que está. Si el rótulo no casa con el id es que alguien lo cambió. Para
    JavaScript un carácter de fuera del plano básico son dos.
    """
    dentro, separador, ultimo = id.rpartition(":")
    entero = f"{dentro}{separador}{rotulo}"
    posibles = {_RARO.sub("_", entero), _RARO.sub(lambda m: "__" if m[0] > "\uffff" else "_", entero)}
    return entero if rotulo and ultimo in posibles else id


def desescapar(crudo: str) -> str:
    """El nombre más probable de un id sin rótulo. Un id sin barras es él mismo."""
    partes: list[str] = []
    posicion = 0
    for escape in _ESCAPE.finditer(crudo):
        cifras = escape[1]
        n = _cifras_probables(cifras)
        partes += [crudo[posicion : escape.start()], chr(int(cifras[:n], 16))] if n else []
        posicion = escape.start() + 1 + n if n else posicion
    return "".join([*partes, crudo[posicion:]])


def rotulado(crudo: str, resto: str, ambito: Sequence[str]) -> Rotulado | None:
    """Lee el rótulo que sigue a `crudo` si es el que LangGraph le pone; `None` si el nodo no lo escribió LangGraph.

    `resto` es el texto desde el paréntesis y `ambito`, los nombres de los `subgraph` abiertos. Un nombre puede
    empezar por corchete, así que se prueban las dos formas de abrir.
    """
    cortes = [0, *(m.end() for m in re.finditer(re.escape(_SEPARADOR), crudo))]
    for abre, cierre in _FORMAS:
        for corte in cortes if resto.startswith(abre) else ():
            leido = _tras_abrir(crudo[:corte], crudo[corte:], resto, (abre, cierre), ambito)
            if leido:
                return leido
    return None


def _tras_abrir(prefijo: str, crudo: str, resto: str, forma: tuple[str, str], ambito: Sequence[str]) -> Rotulado | None:
    for antes, despues in (("<p>", "</p>"), ("", "")):
        inicio = len(forma[0]) + len(antes)
        largo = _literal(crudo, resto, inicio) if resto.startswith(antes, len(forma[0])) else None
        if largo is None or not resto.startswith(despues, largo):
            continue
        fin, metadatos = _metadatos(resto, largo + len(despues))
        if resto.startswith(forma[1], fin):
            return Rotulado(_con_prefijo(prefijo, resto[inicio:largo], ambito), metadatos, fin + len(forma[1]))
    return None


def _literal(crudo: str, resto: str, desde: int) -> int | None:
    """Hasta dónde llega en `resto` el texto que, escapado, es exactamente `crudo`."""
    i, j = 0, desde
    while i < len(crudo):
        if j >= len(resto):
            return None
        paso = escapar(resto[j])
        if not crudo.startswith(paso, i):
            return None
        i, j = i + len(paso), j + 1
    return j


def _con_prefijo(prefijo: str, nombre: str, ambito: Sequence[str]) -> str:
    if not prefijo:
        return nombre
    entero = ":".join(ambito)
    if escapar(entero) + _SEPARADOR == prefijo:
        return f"{entero}:{nombre}"
    return desescapar(prefijo.removesuffix(_SEPARADOR)) + ":" + nombre


def _metadatos(resto: str, desde: int) -> tuple[int, tuple[tuple[str, str], ...]]:
    hallado = _METADATOS.match(resto, desde)
    if not hallado:
        return desde, ()
    pares = (linea.partition(" = ") for linea in hallado[1].split("\n"))
    return hallado.end(), tuple((sin_entidades(k), sin_entidades(v)) for k, igual, v in pares if igual)


def _cifras_probables(cifras: str) -> int:
    """Cuántas cifras son el código: nunca un carácter libre, y mejor uno corriente (ASCII, latino, CJK…)."""
    posibles = [n for n in range(1, len(cifras) + 1) if _vale(cifras[:n])]
    return min(posibles, key=lambda n: (_rareza(int(cifras[:n], 16)), -n), default=0)


def _vale(cifras: str) -> bool:
    codigo = int(cifras, 16)
    if cifras[0] == "0" or codigo > 0x10FFFF or 0xD800 <= codigo <= 0xDFFF:
        return False
    c = chr(codigo)
    return c not in _LIBRES and (c in "\t\n" or unicodedata.category(c) != "Cc")


def _rareza(codigo: int) -> int:
    c = chr(codigo)
    if codigo in (0x20, 0x3A):
        return 0
    if 0x4E00 <= codigo <= 0x9FFF or 0x3040 <= codigo <= 0x30FF or 0xAC00 <= codigo <= 0xD7A3 or codigo >= 0x1F000:
        return 1
    if 0x21 <= codigo <= 0x7E or (0xA0 <= codigo <= 0x17F and c.isalnum()):
        return 2
    return 3 if unicodedata.category(c)[0] in "LMNPS" else 4
