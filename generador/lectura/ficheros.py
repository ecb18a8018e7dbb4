"""Abrir un fichero del autor sin sorpresas: tamaño, clase de fichero, codificación y que no se salga de su carpeta.

Existe para que ningún lector tenga que pensar en FIFO, ficheros de 5 GB, UTF-16 o enlaces que apuntan fuera:
aquí se convierte todo eso en un `Problema` con su sitio.
"""

from __future__ import annotations

import os
import stat
from itertools import accumulate, islice
from pathlib import Path, PurePosixPath

from generador import sistema
from generador.errores import ErrorDeEntrada, Problema, problema

KIB = 1024
MIB = 1024 * KIB
LIMITE_DE_PLAN = 256 * KIB
LIMITE_DE_DOCUMENTO = MIB
LIMITE_DE_JSON = 8 * MIB

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"


def leer_bytes(ruta: Path, limite: int) -> bytes:
    """El contenido de un fichero corriente de `limite` bytes como mucho.

    Lanza `ErrorDeEntrada` si no existe, no se puede leer, no es un fichero corriente o pasa del límite.
    """
    try:
        descriptor = os.open(ruta, os.O_RDONLY | sistema.SIN_ESPERAR)
    except (OSError, ValueError) as causa:
        raise ErrorDeEntrada([_no_se_abre(ruta, causa)]) from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ErrorDeEntrada([problema(ruta, "no es un fichero corriente", "pon ahí un fichero de texto")])
        with open(descriptor, "rb", closefd=False) as fichero:
            contenido = fichero.read(limite + 1)
    except OSError as causa:
        raise ErrorDeEntrada([_no_se_abre(ruta, causa)]) from None
    finally:
        os.close(descriptor)
    if len(contenido) > limite:
        raise ErrorDeEntrada([problema(ruta, f"pasa de {tamano(limite)}", "divídelo o quita lo que no haga falta")])
    return contenido


def leer_texto(ruta: Path, limite: int) -> str:
    """El texto UTF-8 de un fichero, sin BOM y con los fines de línea en `\\n`."""
    return texto_de(leer_bytes(ruta, limite), str(ruta))


def texto_de(contenido: bytes, fichero: str) -> str:
    """Descodifica UTF-8; `fichero` es el nombre con que se informa del byte que no lo es."""
    if contenido.startswith(_UTF16):
        raise ErrorDeEntrada([problema(fichero, "está en UTF-16", "guárdalo como UTF-8")])
    try:
        texto = contenido.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as causa:
        raise ErrorDeEntrada([_byte_invalido(contenido.removeprefix(_BOM), causa.start, fichero)]) from None
    return texto.replace("\r\n", "\n").replace("\r", "\n")


def ruta_dentro(base: Path, relativa: str) -> Path | None:
    """`base/relativa` si de verdad queda dentro de `base` (enlaces simbólicos resueltos); si no, `None`."""
    pieza = PurePosixPath(relativa)
    if not relativa or "\0" in relativa or "\\" in relativa or pieza.is_absolute():
        return None
    if ".." not in pieza.parts and not _hay_enlaces(str(base), pieza):
        return base / pieza
    try:
        dentro = (base / pieza).resolve().is_relative_to(base.resolve())
    except (OSError, RuntimeError):
        return None
    return base / pieza if dentro else None


def _hay_enlaces(base: str, relativa: PurePosixPath) -> bool:
    """Sin ninguno por el camino no hay nada que resolver: es lo corriente, y resolver cuesta diez veces más."""
    sitios = accumulate(relativa.parts, "{}/{}".format, initial=base)
    return any(map(os.path.islink, islice(sitios, 1, None)))


def existe(ruta: Path) -> bool:
    """Si hay un fichero corriente en `ruta`; un nombre imposible es que no lo hay."""
    try:
        return ruta.is_file()
    except (OSError, ValueError):
        return False


def puede_haber(ruta: Path) -> bool:
    """Si hay algo con ese nombre, o no se deja saber: lo que no se puede mirar no se da por ausente."""
    try:
        os.lstat(ruta)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True


def tamano(octetos: int) -> str:
    """Un número de bytes en la unidad que mejor se lee."""
    return f"{octetos // MIB} MiB" if octetos >= MIB else f"{octetos // KIB} KiB"


def _no_se_abre(ruta: Path, causa: OSError | ValueError) -> Problema:
    match causa:
        case FileNotFoundError():
            return problema(ruta, "no existe", "créalo o corrige la ruta")
        case NotADirectoryError():
            return problema(ruta, "no existe: algo de la ruta no es una carpeta", "corrige la ruta")
        case PermissionError():
            return problema(ruta, "no hay permiso para leerlo", "da permiso de lectura")
    motivo = causa.strerror if isinstance(causa, OSError) and causa.strerror else "ruta imposible"
    return problema(ruta, f"no se puede leer ({motivo})", "comprueba la ruta y el disco")


def _byte_invalido(contenido: bytes, posicion: int, fichero: str) -> Problema:
    antes = contenido[:posicion]
    linea = antes.count(b"\n") + 1
    columna = len(antes[antes.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    valor = contenido[posicion]
    return problema(
        fichero, f"el byte 0x{valor:02x} no es UTF-8", "guarda el fichero como UTF-8", linea=linea, columna=columna
    )
