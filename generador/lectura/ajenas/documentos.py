"""El contenido de un fichero ajeno: sus primeros bytes, o los objetos JSON que lleva con su número de línea.

Un fichero se abre una vez y se le ofrece a todos los formatos; reconocerlo es mirar lo que hay, nunca el nombre.
"""

from __future__ import annotations

import codecs
import json
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

import msgspec
from msgspec import Struct

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.ajenas.seguidos import elemento, es_corchete, seguidos
from generador.lectura.ajenas.tramos import Saltada
from generador.lectura.ficheros import leer_bytes, tamano

MAXIMO = 1024**3
"""Bytes de un fichero."""
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_BINARIOS = (b"SQLite format 3\x00", _ZIP)


class Objeto(Struct, frozen=True):
    """Un valor JSON y la línea en que empieza (0 si el fichero es un solo documento)."""

    linea: int
    valor: Any


class Contenido(Struct, frozen=True):
    """`objetos` está vacío en un fichero binario. `lineas`, si no va por líneas."""

    ruta: Path
    datos: bytes
    objetos: tuple[Objeto, ...] = ()
    saltadas: tuple[Saltada, ...] = ()
    lineas: tuple[bytes, ...] = ()

    @property
    def primero(self) -> Any:
        """El primer objeto que se pudo leer."""
        return self.objetos[0].valor if self.objetos else None

    def sueltos(self) -> list[Objeto]:
        """Los objetos, abriendo las listas: da igual una lista que un objeto por línea."""
        abiertos: list[Objeto] = []
        for o in self.objetos:
            abiertos += [Objeto(o.linea, v) for v in o.valor] if isinstance(o.valor, list) else [o]
        return abiertos


def abrir(ruta: Path, admitidos: str) -> Contenido:
    """El contenido. Lanza `ErrorDeEntrada` si no se puede leer, está vacío o no es ni JSON ni algo conocido.

    `admitidos` es lo que se le dice de qué formatos valen a quien trae otra cosa.
    """
    datos = _descomprimidos(ruta, leer_bytes(ruta, MAXIMO))
    if datos.startswith(_PARQUET):
        raise ErrorDeEntrada(
            [problema(ruta, "es Parquet, y solo se lee JSON", "expórtalo como JSON o JSON por líneas")]
        )
    if datos.startswith(_ZIP) and not is_zipfile(BytesIO(datos)):
        raise ErrorDeEntrada([problema(ruta, "es un zip cortado o dañado", "vuelve a copiarlo o a exportarlo")])
    if datos.startswith(_BINARIOS):
        return Contenido(ruta, datos)
    datos = _en_utf8(datos)
    if not datos.strip():
        raise ErrorDeEntrada([problema(ruta, "está vacío", "exporta la traza otra vez")])
    entero = _leer(datos)
    if not isinstance(entero, _Fallo):
        return Contenido(ruta, datos, (Objeto(0, entero),))
    por_lineas = not isinstance(_leer(elemento(datos.lstrip().partition(b"\n")[0])), _Fallo)
    juntos = None if por_lineas else seguidos(datos)
    if juntos:
        objetos = tuple(Objeto(linea, valor) for linea, valor in juntos[0])
        return Contenido(ruta, datos, objetos, tuple(juntos[1]))
    return _por_lineas(ruta, datos, f"no es JSON ni JSON por líneas: {entero.motivo}", admitidos)


def _descomprimidos(ruta: Path, datos: bytes) -> bytes:
    """Lo que hay dentro de un gzip (que puede ser varios pegados); lo demás, tal cual."""
    partes: list[bytes] = []
    quedan = MAXIMO
    while datos.startswith(_GZIP):
        lector = zlib.decompressobj(wbits=31)
        try:
            partes.append(lector.decompress(datos, quedan))
        except zlib.error as error:
            raise ErrorDeEntrada([problema(ruta, "es un gzip dañado", "vuelve a copiarlo o a exportarlo")]) from error
        quedan -= len(partes[-1])
        if not lector.eof and (quedan <= 0 or lector.unconsumed_tail):
            que_pasa = f"descomprimido pasa de {tamano(MAXIMO)}"
            raise ErrorDeEntrada([problema(ruta, que_pasa, "exporta menos de una vez")])
        if not lector.eof:
            raise ErrorDeEntrada([problema(ruta, "es un gzip cortado", "vuelve a copiarlo o a exportarlo")])
        datos = lector.unused_data
        if quedan <= 0:
            break
    return b"".join(partes) if partes else datos


def _en_utf8(datos: bytes) -> bytes:
    """Sin marca de orden de bytes. Lo que una consola de Windows guarda con `>` va en UTF-16 con la suya."""
    if not datos.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return datos.removeprefix(codecs.BOM_UTF8)
    try:
        return datos.decode("utf-16").encode("utf-8")
    except UnicodeError:
        return datos


def _por_lineas(ruta: Path, datos: bytes, que_pasa: str, admitidos: str) -> Contenido:
    objetos: list[Objeto] = []
    saltadas: list[Saltada] = []
    lineas = datos.split(b"\n")
    for numero, linea in enumerate(lineas, 1):
        if not linea.strip() or es_corchete(linea):
            continue
        leido = _leer(linea)
        if isinstance(leido, _Fallo) and (sin_coma := elemento(linea)) != linea:
            leido, lineas[numero - 1] = _leer(sin_coma), sin_coma
        if isinstance(leido, _Fallo):
            saltadas.append(Saltada(numero, leido.motivo))
        elif isinstance(leido, dict | list):
            objetos.append(Objeto(numero, leido))
        else:
            saltadas.append(Saltada(numero, "no es un objeto JSON"))
    if not objetos:
        raise ErrorDeEntrada([problema(ruta, que_pasa, admitidos)])
    return Contenido(ruta, datos, tuple(objetos), tuple(saltadas), tuple(lineas))


class _Fallo(Struct, frozen=True):
    motivo: str


def _leer(texto: bytes) -> Any:
    """El valor, o un `_Fallo` con su motivo."""
    try:
        return msgspec.json.decode(texto)
    except RecursionError:
        return _Fallo("está demasiado anidado")
    except msgspec.DecodeError as error:
        rara = _con_la_estandar(texto)
        return _Fallo(f"no es JSON ({error})"[:200]) if isinstance(rara, _Fallo) else rara
    except UnicodeDecodeError:
        return _Fallo("no es UTF-8")


def _con_la_estandar(texto: bytes) -> Any:
    """`NaN`, `Infinity`, enteros que no caben: Python los escribe y msgspec no los lee."""
    try:
        return json.loads(texto.decode("utf-8"))
    except (ValueError, RecursionError):
        return _Fallo("")
