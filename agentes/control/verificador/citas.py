"""Si una cita literal está de verdad en un texto: normalización con mapa de posiciones, cortes limpios y salvedades.

Se igualan mayúsculas, espacios, comillas y guiones tipográficos; nunca tildes ni cifras. Una cita que deja fuera de su
párrafo una negación o una excepción no es una cita: dice otra cosa.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

MINIMO = 12
"""Caracteres normalizados: menos no identifica nada."""

_SALVEDADES = frozenset(
    (
        *("no", "ni", "nunca", "jamás", "tampoco", "sin", "nada", "nadie", "ningún", "ninguno", "ninguna"),
        *("salvo", "excepto", "excepción", "excluido", "excluida", "excluidos", "excluidas", "menos", "pero", "aunque"),
        *("únicamente", "solo", "sólo", "solamente", "siempre", "cuando", "si"),
    )
)
_IGUALES = {
    "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\t": " ", "\n": " ", "\r": " ", "«": '"', "»": '"', "“": '"',
    "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u2011": "-", "\u00ad": "",
}  # fmt: skip
_CORTE = re.compile(r"\n[ \t]*\n|\n(?=\d+\.)")
_PALABRA = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Cita:
    """Dónde está: caracteres del original."""

    inicio: int
    fin: int


@lru_cache(maxsize=64)
def normalizado(texto: str) -> tuple[str, tuple[int, ...]]:
    """El texto normalizado y, de cada carácter suyo, la posición del original de la que sale."""
    salida: list[str] = []
    mapa: list[int] = []
    for i, grupo in _grupos(texto):
        for c in unicodedata.normalize("NFC", grupo).casefold():
            igual = _IGUALES.get(c, c)
            if igual and not (igual == " " and (not salida or salida[-1] == " ")):
                salida.append(igual)
                mapa.append(i)
    return "".join(salida), tuple(mapa)


def _grupos(texto: str) -> Iterator[tuple[int, str]]:
    """Cada carácter base con los combinantes que lo siguen: NFC los junta en uno."""
    i = 0
    while i < len(texto):
        j = i + 1
        while j < len(texto) and unicodedata.combining(texto[j]):
            j += 1
        yield i, texto[i:j]
        i = j


def buscar(texto: str, cita: str) -> Cita | str:
    """La cita en el texto, o el motivo por el que no lo es: `corta`, `no_esta`, `cortada` o `trunca_salvedad`."""
    buscada = normalizado(cita)[0].strip()
    if len(buscada) < MINIMO:
        return "corta"
    llano, mapa = normalizado(texto)
    motivo = "no_esta"
    donde = llano.find(buscada)
    while donde >= 0:
        hasta = donde + len(buscada)
        original = Cita(mapa[donde], mapa[hasta] if hasta < len(mapa) else len(texto))
        motivo = _reparo(texto, llano, donde, hasta, original)
        if not motivo:
            return original
        donde = llano.find(buscada, donde + 1)
    return motivo


def _reparo(texto: str, llano: str, desde: int, hasta: int, original: Cita) -> str:
    if _parte(llano, desde) or _parte(llano, hasta):
        return "cortada"
    parrafo = _parrafo(texto, original)
    fuera = f"{texto[parrafo.inicio : original.inicio]} {texto[original.fin : parrafo.fin]}"
    palabras = set(_PALABRA.findall(normalizado(fuera)[0]))
    return "trunca_salvedad" if palabras & _SALVEDADES else ""


def _parte(llano: str, corte: int) -> bool:
    """Si cortar ahí parte una palabra o un número, o le quita el signo."""
    if corte in (0, len(llano)):
        return False
    antes, despues = llano[corte - 1], llano[corte]
    if antes.isalnum() and despues.isalnum():
        return True
    if antes in ".,/-" and despues.isdigit():
        return antes == "-" or llano[corte - 2 : corte - 1].isdigit()
    return antes.isdigit() and despues in ".,/-" and llano[corte + 1 : corte + 2].isdigit()


def _parrafo(texto: str, cita: Cita) -> Cita:
    """El párrafo o la cláusula numerada que contiene la cita; varios, si los cruza."""
    cortes = [0, *(m.end() for m in _CORTE.finditer(texto)), len(texto)]
    inicio = max(c for c in cortes if c <= cita.inicio)
    fin = min((c for c in cortes if c >= cita.fin), default=len(texto))
    return Cita(inicio, fin)
