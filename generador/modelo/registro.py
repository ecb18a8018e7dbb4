"""El registro de citas de una corrida: entradas encadenadas por su hash, sus bytes y quién las cita.

El cálculo está aquí, y no en quien lee, porque el navegador tiene que repetirlo igual:
`hash = sha256(prefijo + JCS(entrada sin «hash»))` (RFC 8785), y cada entrada lleva en `previo` el hash de la anterior.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from generador.modelo.mensaje import Mensaje, mensaje

Json: TypeAlias = Any
PREFIJO_DE_ID = "sha256:"
"""Con esto y su SHA-256 se cita una entrada."""
ENTERO_MAXIMO = 2**53 - 1
"""Los enteros que JavaScript y JSON canónico representan sin perder cifras."""


class Entrada(Struct, frozen=True, kw_only=True):
    """Un renglón. `campos` son todos los publicados, que es lo que entra en el hash; `contenido`, sus bytes exactos.

    `sha256` es el de los bytes y `clase` y `tipo_de_medio` dicen qué son; están también en `campos`.
    """

    campos: Mapping[str, Json]
    contenido: bytes | None
    sha256: str
    clase: str
    tipo_de_medio: str

    @property
    def id(self) -> str:
        """Con lo que se cita."""
        return PREFIJO_DE_ID + self.sha256


def entrada_de(campos: Mapping[str, Json], contenido: bytes | None) -> Entrada:
    """La entrada que dicen unos campos ya validados."""
    sueltos = {k: str(campos[k]) for k in ("sha256", "clase", "tipo_de_medio")}
    return Entrada(campos=campos, contenido=contenido, **sueltos)


class Fragmento(Struct, frozen=True, kw_only=True):
    """Unos bytes citados: de `inicio` a `fin` (sin incluirlo) de la entrada `ledger_id`, y qué hecho se leyó ahí."""

    ledger_id: str
    inicio: int
    fin: int
    texto: str
    sujeto: str = ""
    atributo: str = ""
    unidad: str = ""


class Afirmacion(Struct, frozen=True, kw_only=True):
    """Un juicio: afirmación → proposición → fragmentos → veredicto. `paso` es el superstep de LangGraph, si se sabe."""

    id: str
    proposicion: str
    pred: str
    args: Json
    entailment: str
    motivo: str
    texto: str = ""
    clase: str = ""
    enunciado: str = ""
    ledger_ids: tuple[str, ...] = ()
    missing_evidence: tuple[Json, ...] = ()
    nodo: str = ""
    paso: int | None = None
    fragmentos: tuple[Fragmento, ...] = ()


class Cadena(Struct, frozen=True, kw_only=True):
    """El registro de un caso. `cabeza` es el último hash, publicado por un camino que no son las entradas."""

    caso: str
    variante: str
    run_id: str
    cabeza: str
    entradas: tuple[Entrada, ...]
    afirmaciones: tuple[Afirmacion, ...] = ()


class Registro(Struct, frozen=True, kw_only=True):
    """`registro.json`. `origen` es el `previo` de cada primera entrada."""

    prefijo: str
    origen: str
    cadenas: tuple[Cadena, ...]
    otros: Mapping[str, Json] = field(default_factory=dict)


class Alterado(Struct, frozen=True):
    """Lo primero que no cuadra en una cadena. `entrada` es su posición desde 0; `None`, la cabeza."""

    entrada: int | None
    campo: str
    motivo: Mensaje


def canonico(valor: Json) -> bytes:
    """JSON canónico (RFC 8785) de un valor sin decimales. Lanza `ValueError` si trae un decimal o un entero enorme."""
    return _escribir(valor).encode("utf-8")


def hash_de(prefijo: str, campos: Mapping[str, Json]) -> str:
    """El hash que le toca a una entrada por todos sus campos menos el propio `hash`."""
    sin_hash = {k: v for k, v in campos.items() if k != "hash"}
    return hashlib.sha256(prefijo.encode("utf-8") + canonico(sin_hash)).hexdigest()


def comprobar(cadena: Cadena, prefijo: str, origen: str) -> Alterado | None:
    """Recalcula una cadena entera y devuelve lo primero que no cuadra, o `None`."""
    previo = origen
    for i, entrada in enumerate(cadena.entradas):
        mal = _de_entrada(entrada, i + 1, previo, prefijo)
        if mal:
            return Alterado(i, *mal)
        previo = entrada.campos["hash"]
    if previo != cadena.cabeza:
        return Alterado(None, "cabeza", mensaje("la última entrada no lleva a la cabeza publicada"))
    return None


def _de_entrada(entrada: Entrada, n: int, previo: str, prefijo: str) -> tuple[str, Mensaje] | None:
    campos, contenido = entrada.campos, entrada.contenido
    if campos["seq"] != n or campos["previo"] != previo:
        return "previo", mensaje("no sigue a la entrada anterior")
    if hash_de(prefijo, campos) != campos["hash"]:
        return "hash", mensaje("su hash no es el de sus campos")
    if contenido is None:
        return "sha256", mensaje("sus bytes no están")
    if hashlib.sha256(contenido).hexdigest() != campos["sha256"] or len(contenido) != campos["n_bytes"]:
        return "sha256", mensaje("sus bytes no son los que se escribieron")
    return None


def _escribir(valor: Json) -> str:
    if isinstance(valor, float) or (isinstance(valor, int) and abs(valor) > ENTERO_MAXIMO):
        raise ValueError(f"{valor} no tiene una sola forma canónica")
    if isinstance(valor, Mapping):
        claves = sorted(valor, key=lambda c: c.encode("utf-16-be"))
        return "{" + ",".join(f"{_texto(c)}:{_escribir(valor[c])}" for c in claves) + "}"
    if isinstance(valor, list | tuple):
        return "[" + ",".join(map(_escribir, valor)) + "]"
    return _texto(valor)


def _texto(valor: Json) -> str:
    return json.dumps(valor, ensure_ascii=False)
