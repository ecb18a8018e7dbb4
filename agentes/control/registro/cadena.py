"""La cadena de hashes, sin disco. El mismo cálculo se repite en el navegador: `docs/formatos/registro.md`.

`hash(entrada) = sha256("vitrina/registro/1\\n" + JCS(entrada sin «hash»))`, y cada entrada lleva el hash de la previa.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from agentes.control.canonico import PREFIJO_DE_ID, canonico, sha256
from agentes.control.errores import RegistroAlterado

VERSION = 1
PREFIJO = b"vitrina/registro/1\n"
ORIGEN = "0" * 64
"""Lo que la primera entrada lleva como `previo`."""

Clase = Literal["herramienta", "humano"]


@dataclass(frozen=True, slots=True)
class Entrada:
    """Un renglón del registro. `sha256` es el de sus bytes; `meta`, cómo se obtuvieron; `hash`, el de la cadena."""

    run_id: str
    seq: int
    clase: Clase
    sha256: str
    tipo_de_medio: str
    n_bytes: int
    meta: Mapping[str, Any]
    previo: str
    hash: str = ""

    @property
    def id(self) -> str:
        """Con lo que se cita."""
        return PREFIJO_DE_ID + self.sha256

    def como_dato(self) -> dict[str, Any]:
        """Los campos publicados, con `v`."""
        return {"v": VERSION, **asdict(self), "meta": dict(self.meta)}

    def sellada(self) -> Entrada:
        """La misma con su `hash` calculado."""
        return Entrada(**{**asdict(self), "hash": hash_de(self.como_dato())})


def hash_de(dato: Mapping[str, Any]) -> str:
    """El hash de una entrada publicada: todos sus campos menos `hash`, en JSON canónico y tras el prefijo."""
    return sha256(PREFIJO + canonico({k: v for k, v in dato.items() if k != "hash"}))


def comprobar(entradas: Sequence[Mapping[str, Any]], bytes_de: Mapping[str, bytes], cabeza: str) -> None:
    """Recalcula una cadena publicada entera. Lanza `RegistroAlterado` en el primer desacuerdo, con su entrada."""
    previo = ORIGEN
    for n, e in enumerate(entradas, 1):
        donde = f"entrada {n}"
        if e["seq"] != n or e["previo"] != previo:
            raise RegistroAlterado(f"{donde}: no sigue a la anterior")
        if hash_de(e) != e["hash"]:
            raise RegistroAlterado(f"{donde}: su hash no es el de sus campos")
        contenido = bytes_de.get(e["sha256"])
        if contenido is None or sha256(contenido) != e["sha256"] or len(contenido) != e["n_bytes"]:
            raise RegistroAlterado(f"{donde}: sus bytes no son los que se escribieron")
        previo = e["hash"]
    if previo != cabeza:
        raise RegistroAlterado(f"la cabeza es {previo[:12]}… y se publicó {cabeza[:12]}…")


def publicados(contenido: bytes) -> dict[str, str]:
    """Unos bytes como JSON: `{"texto": …}` si son UTF-8 exacto, y si no `{"base64": …}`."""
    try:
        return {"texto": contenido.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(contenido).decode("ascii")}


def de_publicados(dato: Mapping[str, str]) -> bytes:
    """Los bytes de vuelta."""
    return dato["texto"].encode("utf-8") if "texto" in dato else base64.b64decode(dato["base64"], validate=True)
