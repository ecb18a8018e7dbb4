"""Las plantillas ya compiladas, en la misma caché que el código coloreado.

Compilarlas cuesta tanto como pintar medio sitio, y los dos idiomas usan las mismas: la segunda vez no se paga. Jinja
comprueba la huella de la fuente y la versión de Python antes de usar una; si no coinciden, la compila de nuevo.
"""

from __future__ import annotations

from collections.abc import MutableMapping

import jinja2
from jinja2.bccache import Bucket, BytecodeCache


class Compiladas(BytecodeCache):
    """`cache` guarda texto: los bytes van en latin-1, un carácter por byte."""

    def __init__(self, cache: MutableMapping[str, str]) -> None:
        self._cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        guardado = self._cache.get(self._clave(bucket))
        if guardado is not None:
            bucket.bytecode_from_string(guardado.encode("latin-1"))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._cache[self._clave(bucket)] = bucket.bytecode_to_string().decode("latin-1")

    def _clave(self, bucket: Bucket) -> str:
        return f"plantilla {jinja2.__version__} {bucket.key}"
