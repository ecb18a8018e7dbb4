"""Los errores de entrada: qué fichero, qué línea, qué pasa y qué hacer.

Una entrada mala nunca se enseña como traza de Python ni se informa a medias: cada etapa junta sus
`Problema` y lanza una sola `ErrorDeEntrada` con todos. Un *hallazgo* (un contrato incumplido) no es un
error: es un resultado, vive en `modelo.hallazgo` y nunca se lanza.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any


class Codigo(IntEnum):
    """Códigos de salida de la orden `vitrina`, documentados en `docs/codigos.md`."""

    BIEN = 0
    DIFERENCIAS = 1
    ENTRADA_INVALIDA = 2
    PRUEBAS_INSUFICIENTES = 3
    SECRETO = 4
    COMPUERTA_ROTA = 5
    OTRO_CONSTRUYENDO = 6
    DISCO = 7


def imprimible(texto: str) -> str:
    """Devuelve `texto` apto para una terminal: sin ANSI, controles ni inversores de escritura."""
    return "".join(_visible(c) for c in texto)


def _visible(c: str) -> str:
    if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs"):
        return c
    return f"\\u{ord(c):04x}"


@dataclass(frozen=True, slots=True, order=True)
class Problema:
    """Un error de entrada con su sitio y su remedio. `linea` y `columna` empiezan en 1; 0 es «no aplica»."""

    fichero: str
    linea: int
    columna: int
    que_pasa: str
    que_hacer: str

    def __str__(self) -> str:
        sitio = ":".join([self.fichero, *(str(n) for n in (self.linea, self.columna) if n)])
        return imprimible(f"{sitio}: {self.que_pasa} → {self.que_hacer}").replace("\n", "\\n")

    def en(self, fichero: str) -> Problema:
        """El mismo, dicho de otro fichero: el que el autor conoce."""
        return replace(self, fichero=fichero)


class ErrorDeVitrina(Exception):  # noqa: N818
    """Todo lo que Vitrina lanza a propósito. La CLI lo convierte en mensaje y código, sin traza de Python."""

    codigo = Codigo.ENTRADA_INVALIDA

    def __reduce__(self) -> tuple[Any, ...]:
        """Cruza entero de un proceso hijo a su padre: Python rehace un error llamándolo con su texto, que no basta."""
        return _rehacer, (type(self), self.args, self.__dict__)


def _rehacer(clase: type[ErrorDeVitrina], args: tuple[Any, ...], atributos: dict[str, Any]) -> ErrorDeVitrina:
    error = clase.__new__(clase)
    error.args = args
    error.__dict__.update(atributos)
    return error


class ErrorDeEntrada(ErrorDeVitrina):
    """Una o varias entradas no valen. Lleva todos los problemas, en orden de fichero y línea."""

    def __init__(self, problemas: Iterable[Problema]) -> None:
        self.problemas = tuple(sorted(set(problemas)))
        super().__init__("\n".join(map(str, self.problemas)))


class ErrorDeSalida(ErrorDeVitrina):
    """No se puede publicar sin riesgo de perder algo; la salida anterior queda intacta."""

    def __init__(self, que_pasa: str, que_hacer: str, codigo: Codigo = Codigo.ENTRADA_INVALIDA) -> None:
        self.codigo = codigo
        super().__init__(imprimible(f"{que_pasa} → {que_hacer}"))


def problema(fichero: object, que_pasa: str, que_hacer: str, *, linea: int = 0, columna: int = 0) -> Problema:
    """Atajo para el caso común: `problema("plan.yaml", "falta «demo»", "añádelo", linea=3)`."""
    return Problema(str(fichero), linea, columna, que_pasa, que_hacer)
