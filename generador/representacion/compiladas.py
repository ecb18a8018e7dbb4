"""Las plantillas ya compiladas, guardadas donde Python guarda lo suyo: en el `__pycache__` de su carpeta.

Compilarlas es la cuarta parte de construir un sitio pequeño. Jinja comprueba la huella de la fuente antes de usar una;
lo demás de lo que depende (versiones y entorno) va en el sello. Si ahí no se deja escribir, van a la caché del sitio.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache


class Compiladas(BytecodeCache):
    """`cache` guarda texto: los bytes van en latin-1, un carácter por byte. Sin `carpeta`, todo va a ella."""

    def __init__(self, cache: MutableMapping[str, str], carpeta: Path | None = None) -> None:
        self._cache = cache
        self._carpeta = None if carpeta is None else carpeta / "__pycache__"
        self._sello = _sello()

    def load_bytecode(self, bucket: Bucket) -> None:
        guardado = self._leer(bucket) or self._cache.get(self._clave(bucket), "").encode("latin-1")
        if guardado:
            bucket.bytecode_from_string(guardado)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not self._escribir(bucket):
            self._cache[self._clave(bucket)] = bucket.bytecode_to_string().decode("latin-1")

    def _clave(self, bucket: Bucket) -> str:
        return f"plantilla {self._sello.hex()} {bucket.key}"

    def _ruta(self, bucket: Bucket) -> Path | None:
        return self._carpeta and self._carpeta / f"{bucket.key}.{sys.implementation.cache_tag}.pyc"

    def _leer(self, bucket: Bucket) -> bytes:
        """Lo guardado, si es de este entorno y está entero."""
        ruta, datos = self._ruta(bucket), b""
        if ruta is not None:
            with suppress(OSError):
                datos = ruta.read_bytes()
        largo = len(self._sello)
        sello, suma, cuerpo = datos[:largo], datos[largo : 2 * largo], datos[2 * largo :]
        return cuerpo if sello == self._sello and suma == hashlib.sha256(cuerpo).digest() else b""

    def _escribir(self, bucket: Bucket) -> bool:
        """De una vez, como Python: y si a él se le pide que no lo haga, tampoco."""
        ruta, cuerpo = self._ruta(bucket), bucket.bytecode_to_string()
        if ruta is None or sys.dont_write_bytecode:
            return False
        temporal = ruta.with_suffix(f".{os.getpid()}.pyc")
        try:
            ruta.parent.mkdir(exist_ok=True)
            temporal.write_bytes(self._sello + hashlib.sha256(cuerpo).digest() + cuerpo)
            temporal.replace(ruta)
        except OSError:
            with suppress(OSError):
                temporal.unlink()
            return False
        return True


@cache
def _sello() -> bytes:
    """Compilar depende de las opciones del entorno, y hasta de sus filtros, que se aplican ya a lo que no varía."""
    sello = hashlib.sha256(f"{jinja2.__version__} {sys.version}".encode())
    for fuente in sorted(Path(__file__).parent.glob("*.py")):
        sello.update(fuente.read_bytes())
    return sello.digest()
