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
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from generador import sistema

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
        partes = self.cargar_partes(nombre)
        return partes[0] if partes else None

    def cargar_partes(self, nombre: str) -> tuple[Any, ...]:
        """Lo que dejó `guardar_partes`, o nada si `cargar` daría `None`."""
        llave = self._llave()
        try:
            datos = memoryview((self._carpeta / nombre).read_bytes())
        except OSError:
            return ()
        suma, cuerpo = datos[:_SUMA], datos[_SUMA:]
        if llave is None or not hmac.compare_digest(suma, _firma(llave, nombre, cuerpo).digest()):
            return ()
        try:
            return tuple(_leer(cuerpo))
        except Exception:  # otra versión de una clase: da igual por qué no se deja leer
            return ()

    def guardar(self, nombre: str, valor: object) -> bool:
        """Guarda `valor` de una vez. `False` si el disco no deja: la próxima construcción será más lenta, nada más."""
        return self.guardar_partes(nombre, (valor,))

    def guardar_partes(self, nombre: str, partes: Iterable[object]) -> bool:
        """Como `guardar`, de varios valores seguidos. De uno enorme, apuntar qué se ha escrito ya ocupa tanto como él:
        por partes, se olvida al acabar cada una.
        """
        try:
            llave = self._llave() or self._crear()
            with self._nueva(self._carpeta / nombre) as fichero:
                _escribir(fichero, partes, _firma(llave, nombre))
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
        return hashlib.sha256(repr((sal, quien)).encode()).digest() if sistema.es_mio(e) else None

    def _crear(self) -> bytes:
        self._carpeta.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError), _abrir_nuevo(self._carpeta / _SAL) as fichero:
            fichero.write(os.urandom(_SUMA))
        llave = self._llave()
        if llave is None:
            raise PermissionError(str(self._carpeta))
        return llave

    @contextmanager
    def _nueva(self, ruta: Path) -> Iterator[BinaryIO]:
        """Un fichero que solo toma ese nombre si se escribe entero."""
        temporal = ruta.with_name(f"{ruta.name}.{os.getpid()}.nuevo")
        temporal.unlink(missing_ok=True)
        try:
            with _abrir_nuevo(temporal) as fichero:
                yield fichero
            temporal.replace(ruta)
        finally:
            temporal.unlink(missing_ok=True)


def _abrir_nuevo(ruta: Path) -> BinaryIO:
    return os.fdopen(os.open(ruta, os.O_RDWR | os.O_CREAT | os.O_EXCL | sistema.NO_SEGUIR, 0o600), "w+b")


def _escribir(fichero: BinaryIO, partes: Iterable[object], firma: hmac.HMAC) -> None:
    """Cada parte según se escribe, y delante la suma de todas, que solo se sabe al final."""
    fichero.write(bytes(_SUMA))
    destino = _ConSuma(fichero, firma)
    for parte in partes:
        pickle.Pickler(destino, pickle.HIGHEST_PROTOCOL).dump(parte)
    fichero.seek(0)
    fichero.write(firma.digest())


class _ConSuma:
    """Un fichero del que se lleva la suma de lo que se escribe."""

    def __init__(self, fichero: BinaryIO, firma: hmac.HMAC) -> None:
        self._fichero, self._firma = fichero, firma

    def write(self, datos: bytes) -> int:
        self._firma.update(datos)
        return self._fichero.write(datos)


def empaquetar(valor: object) -> bytes:
    """`valor` comprimido, para que espere en memoria o dentro de una entrada."""
    return zlib.compress(pickle.dumps(valor, pickle.HIGHEST_PROTOCOL), 1)


def desempaquetar(paquete: bytes) -> Any:
    """El valor que se empaquetó."""
    return next(_leer(zlib.decompress(paquete)))


def _leer(cuerpo: bytes | memoryview) -> Iterator[Any]:
    fichero = io.BytesIO(cuerpo)
    while fichero.tell() < len(cuerpo):
        yield _Lector(fichero).load()


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


def _firma(llave: bytes, nombre: str, cuerpo: bytes | memoryview = b"") -> hmac.HMAC:
    firma = hmac.new(llave, nombre.encode() + b"\0", "sha256")
    firma.update(cuerpo)
    return firma
