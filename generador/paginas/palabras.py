"""Dos textos, lado a lado: qué líneas y qué palabras cambian.

Un estado de agente guarda sobre todo textos (borradores, respuestas), y un diff que solo dice «antes esto,
ahora esto otro» obliga a buscar la palabra con los ojos. El coste está acotado: primero se quita lo que
coincide por los extremos, y solo el centro, si es pequeño, se alinea de verdad.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypeAlias

from msgspec import Struct

from generador.modelo.secuencias import extremos_comunes

_PALABRAS = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
_CENTRO = 64
_PARECIDO = 0.4
_ALREDEDOR = 1
_LINEAS = 400

TEXTO_MAXIMO = 20_000
"""Caracteres de cada lado que se comparan; lo que sigue no se mira."""

Tramo: TypeAlias = tuple[str, int, int, int, int]
"""`(igual|cambia, i, j, k, m)`: lo que va de `i` a `j` a un lado y de `k` a `m` al otro."""


class Parte(Struct, frozen=True):
    """Un trozo de una fila. `cambia` es que está de más o de menos frente al otro lado."""

    texto: str
    cambia: bool = False


class Fila(Struct, frozen=True):
    """Una o varias líneas seguidas del mismo signo: `+` añadido, `-` quitado, espacio igual, `…` omitido."""

    signo: str
    partes: tuple[Parte, ...]

    @property
    def texto(self) -> str:
        """El contenido de la fila, sin marcas."""
        return "".join(p.texto for p in self.partes)


def fila(signo: str, texto: str) -> Fila:
    """Una fila sin palabras resaltadas."""
    return Fila(signo, (Parte(texto),))


def con_signos(filas: Iterable[Fila]) -> tuple[Fila, ...]:
    """Las mismas filas con su signo escrito al principio de cada línea: se lee sin color y se copia entero."""
    return tuple(map(_con_signo, filas))


def _con_signo(f: Fila) -> Fila:
    if f.signo == "…":
        return f
    margen = f"{f.signo} "
    return Fila(f.signo, (Parte(margen), *(_con_margen(p, margen) for p in f.partes)))


def _con_margen(p: Parte, margen: str) -> Parte:
    return Parte(p.texto.replace("\n", f"\n{margen}"), p.cambia) if "\n" in p.texto else p


def comparar_textos(antes: str, despues: str) -> tuple[Fila, ...]:
    """Las filas que llevan de `antes` a `despues`, con una línea de contexto alrededor de cada cambio."""
    antes, despues = antes[:TEXTO_MAXIMO], despues[:TEXTO_MAXIMO]
    viejas, nuevas = antes.split("\n"), despues.split("\n")
    if len(viejas) == len(nuevas) == 1:
        return _sustituir(antes, despues)
    return tuple(_por_lineas(viejas, nuevas))


def _por_lineas(viejas: list[str], nuevas: list[str]) -> Iterator[Fila]:
    for nombre, i, j, k, m in alinear(viejas, nuevas, _LINEAS):
        if nombre == "igual":
            yield from _contexto(viejas[i:j], principio=i == 0, final=j == len(viejas))
        elif nombre == "cambia" and j - i == m - k:
            for vieja, nueva in zip(viejas[i:j], nuevas[k:m], strict=True):
                yield from _sustituir(vieja, nueva)
        else:
            if i < j:
                yield fila("-", "\n".join(viejas[i:j]))
            if k < m:
                yield fila("+", "\n".join(nuevas[k:m]))


def _contexto(iguales: list[str], *, principio: bool, final: bool) -> Iterator[Fila]:
    delante = 0 if principio else _ALREDEDOR
    detras = 0 if final else _ALREDEDOR
    if len(iguales) <= delante + detras:
        if iguales:
            yield fila(" ", "\n".join(iguales))
        return
    if delante:
        yield fila(" ", "\n".join(iguales[:delante]))
    yield fila("…", str(len(iguales) - delante - detras))
    if detras:
        yield fila(" ", "\n".join(iguales[-detras:]))


def _sustituir(vieja: str, nueva: str) -> tuple[Fila, ...]:
    """Una línea por otra: con palabras resaltadas si se parecen, enteras si no."""
    a, b = _PALABRAS.findall(vieja), _PALABRAS.findall(nueva)
    tramos = list(alinear(a, b, _CENTRO)) if _se_parecen(a, b) else []
    iguales = sum(len("".join(a[i:j]).strip()) for nombre, i, j, _, _ in tramos if nombre == "igual")
    if iguales < _PARECIDO * max(len(vieja), len(nueva)):
        return tuple(fila(signo, texto) for signo, texto in (("-", vieja), ("+", nueva)) if texto)
    quitado = tuple(Parte("".join(a[i:j]), nombre != "igual") for nombre, i, j, _, _ in tramos if i < j)
    puesto = tuple(Parte("".join(b[k:m]), nombre != "igual") for nombre, _, _, k, m in tramos if k < m)
    return tuple(Fila(signo, partes) for signo, partes in (("-", quitado), ("+", puesto)) if partes)


def _se_parecen(a: Sequence[str], b: Sequence[str]) -> bool:
    """Si comparten palabras de sobra, sin mirar el orden: alinear lo que no se parece es caro y no dice nada."""
    comunes = Counter(a) & Counter(b)
    return sum(comunes.values()) >= _PARECIDO * max(len(a), len(b))


def alinear(a: Sequence[str], b: Sequence[str], centro: int) -> Iterator[Tramo]:
    """Tramos `(igual|cambia, i, j, k, m)` que cubren `a[i:j]` y `b[k:m]`, en orden.

    Si lo que queda tras quitar los extremos comunes pasa de `centro` elementos, se da como un solo cambio.
    """
    delante, detras = extremos_comunes(a, b)
    fin_a, fin_b = len(a) - detras, len(b) - detras
    if delante:
        yield "igual", 0, delante, 0, delante
    if delante < fin_a or delante < fin_b:
        yield from _alinear_centro(a, b, (delante, fin_a, fin_b), centro)
    if detras:
        yield "igual", fin_a, len(a), fin_b, len(b)


def _alinear_centro(a: Sequence[str], b: Sequence[str], limites: tuple[int, int, int], centro: int) -> Iterator[Tramo]:
    delante, fin_a, fin_b = limites
    if max(fin_a, fin_b) - delante > centro or delante in (fin_a, fin_b):
        yield "cambia", delante, fin_a, delante, fin_b
        return
    parejas = SequenceMatcher(None, a[delante:fin_a], b[delante:fin_b], autojunk=False)
    for nombre, i, j, k, m in parejas.get_opcodes():
        yield "igual" if nombre == "equal" else "cambia", i + delante, j + delante, k + delante, m + delante
