"""De una conversación ajena al fichero de una traza v1: cabecera, líneas numeradas y nada que no se pueda publicar."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from generador import __version__
from generador.lectura.ajenas.sano import sano
from generador.lectura.ajenas.tramos import Conversacion
from generador.secretos import crear_redactor

_MARCA = "[secret:"
VERSION = 1


class Escrita(Struct, frozen=True):
    """Los bytes de la traza y cuántos secretos se taparon en ellos."""

    datos: bytes
    redacciones: int


class Amanuense:
    """Escribe valores ajenos sin secretos. Con el entorno de quien importa se tapan también los suyos."""

    def __init__(self, entorno: Mapping[str, str]) -> None:
        self._redactar = crear_redactor(entorno)

    def limpio(self, valor: Any) -> Any:
        """El valor acotado y sin secretos."""
        return self._redactar(sano(valor))

    def traza(self, c: Conversacion, *, demo: str, caso: str, variante: str) -> Escrita:
        """El fichero de un caso."""
        if c.crudas:
            return self._copiada(c)
        cabecera = {"v": VERSION, "graph": demo, "case": caso, "variant": variante, "origin": c.origen}
        cabecera |= {"vitrina": __version__, "completeness": dict(c.completitud)}
        filas: list[dict[str, Any]] = [{"t": "trace", "seq": 1, **cabecera}]
        tapados = 0
        for n, linea in enumerate(c.lineas, 2):
            fila, nuevos = self._fila({"t": linea["t"], "seq": n, **linea})
            filas.append(fila)
            tapados += nuevos
        ultima = next((f for f in reversed(filas) if f["t"] == "run.end"), None)
        if ultima is not None and tapados:
            ultima["redactions"] = tapados
        return Escrita(b"".join(_lineas(filas)), tapados)

    def _copiada(self, c: Conversacion) -> Escrita:
        """Línea a línea: la que no lleva nada que tapar, con los bytes que traía."""
        escritas: list[bytes] = []
        tapados = 0
        for cruda, valor in c.crudas:
            tal_cual = self._redactar(valor) == valor and not _repite_claves(cruda)
            limpia, nuevos = (None, 0) if tal_cual else self._fila(valor)
            escritas += [cruda.rstrip(b"\r") + b"\n"] if limpia is None else _lineas([limpia])
            tapados += nuevos
        return Escrita(b"".join(escritas), tapados)

    def _fila(self, linea: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
        antes = sano(dict(linea))
        despues = self._redactar(antes)
        return despues, _marcas(despues) - _marcas(antes) if despues != antes else 0


def _marcas(valor: Any) -> int:
    return json.dumps(valor, ensure_ascii=False).count(_MARCA)


def _repite_claves(cruda: bytes) -> bool:
    """Si sus bytes dicen más que su valor: de una clave repetida vale la última, y las otras no las mira nadie."""
    repite = False

    def juntar(pares: list[tuple[str, Any]]) -> None:
        nonlocal repite
        repite = repite or len({k for k, _ in pares}) < len(pares)

    try:
        json.loads(cruda, object_pairs_hook=juntar, parse_int=len)
    except RecursionError:
        return True  # tan hondo no se puede saber
    return repite


def _lineas(filas: list[dict[str, Any]]) -> Iterator[bytes]:
    for fila in filas:
        yield json.dumps(fila, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8") + b"\n"
