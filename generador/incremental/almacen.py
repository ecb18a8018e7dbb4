"""Entradas de caché en disco, cada una con su suma. Lo que no cuadra es un fallo de caché, nunca un error.

La caché recuerda decisiones de seguridad (esta página ya pasó la compuerta), así que no puede venir de fuera: un
repositorio hostil podría traer su `.cache/`. La suma es un HMAC cuya llave sale del fichero `sal`: su inodo y la hora,
al nanosegundo, en que este sistema de ficheros lo creó. Copiada a otra máquina u otra carpeta, no vale.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import pickle
import zlib
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

_SAL = "sal"
_SUMA = 32
_PROPIOS = ("generador.",)
_REHACER = ("msgspec._utils", "rebuild")
"""Con qué se rehace un `Struct`: recibe su clase, que también tiene que ser nuestra, y sus campos."""


class Almacen:
    """Las entradas de una carpeta, que se crea al guardar la primera. Ningún método lanza por culpa del disco."""

    def __init__(self, carpeta: Path) -> None:
        self._carpeta = carpeta

    def cargar(self, nombre: str) -> Any:
        """Lo guardado con ese nombre, o `None` si no está, está roto o no se escribió aquí."""
        llave = self._llave()
        try:
            datos = (self._carpeta / nombre).read_bytes()
        except OSError:
            return None
        suma, cuerpo = datos[:_SUMA], datos[_SUMA:]
        if llave is None or not hmac.compare_digest(suma, _firmar(llave, nombre, cuerpo)):
            return None
        try:
            return _leer(cuerpo)
        except Exception:  # otra versión de una clase: da igual por qué no se deja leer
            return None

    def guardar(self, nombre: str, valor: object) -> bool:
        """Guarda `valor` de una vez. `False` si el disco no deja: la próxima construcción será más lenta, nada más."""
        try:
            cuerpo = pickle.dumps(valor, pickle.HIGHEST_PROTOCOL)
            llave = self._llave() or self._crear()
            self._escribir(self._carpeta / nombre, _firmar(llave, nombre, cuerpo) + cuerpo)
        except (OSError, pickle.PicklingError, TypeError, RecursionError):
            return False
        return True

    def tiene(self, nombre: str) -> bool:
        """Si hay una entrada con ese nombre; no dice si vale."""
        return (self._carpeta / nombre).is_file()

    def barrer(self, vivos: Collection[str]) -> None:
        """Borra las entradas que no están en `vivos`."""
        with suppress(OSError):
            for fichero in self._carpeta.iterdir():
                if fichero.name != _SAL and fichero.name not in vivos and fichero.is_file():
                    fichero.unlink()

    def _llave(self) -> bytes | None:
        try:
            e = os.lstat(self._carpeta / _SAL)
            sal = (self._carpeta / _SAL).read_bytes()
        except OSError:
            return None
        quien = (e.st_dev, e.st_ino, e.st_ctime_ns, e.st_uid, e.st_nlink)
        return hashlib.sha256(repr((sal, quien)).encode()).digest() if e.st_uid == os.geteuid() else None

    def _crear(self) -> bytes:
        self._carpeta.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            self._nuevo(self._carpeta / _SAL, os.urandom(_SUMA))
        llave = self._llave()
        if llave is None:
            raise PermissionError(str(self._carpeta))
        return llave

    def _escribir(self, ruta: Path, datos: bytes) -> None:
        temporal = ruta.with_name(f"{ruta.name}.{os.getpid()}.nuevo")
        with suppress(FileNotFoundError):
            temporal.unlink()
        self._nuevo(temporal, datos)
        temporal.replace(ruta)

    @staticmethod
    def _nuevo(ruta: Path, datos: bytes) -> None:
        descriptor = os.open(ruta, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as fichero:
            fichero.write(datos)


def empaquetar(valor: object) -> bytes:
    """`valor` comprimido, para que espere en memoria o dentro de una entrada."""
    return zlib.compress(pickle.dumps(valor, pickle.HIGHEST_PROTOCOL), 1)


def desempaquetar(paquete: bytes) -> Any:
    """El valor que se empaquetó."""
    return _leer(zlib.decompress(paquete))


def _leer(cuerpo: bytes) -> Any:
    return _Lector(io.BytesIO(cuerpo)).load()


class _Lector(pickle.Unpickler):
    """Solo nuestros datos: segunda barrera, tras la suma."""

    def find_class(self, modulo: str, nombre: str) -> Any:
        if (modulo, nombre) == _REHACER:
            return super().find_class(modulo, nombre)
        if modulo.startswith(_PROPIOS) and "." not in nombre:
            clase = super().find_class(modulo, nombre)
            if isinstance(clase, type):
                return clase
        raise pickle.UnpicklingError(f"{modulo}.{nombre}")


def _firmar(llave: bytes, nombre: str, cuerpo: bytes) -> bytes:
    return hmac.digest(llave, nombre.encode() + b"\0" + cuerpo, "sha256")
