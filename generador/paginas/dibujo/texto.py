"""Cuánto mide un rótulo y cómo se parte: Graphviz recibe cajas ya medidas y nunca ve un texto ni una fuente.

Los nombres son ajenos: vacíos, de mil caracteres, con controles, con inversores de escritura. Lo que no se
ve se enseña (`visible`), lo que no cabe se parte por donde el nombre tiene costura y, si aún sobra, se elide
por el medio; el nombre entero queda en el `<title>`.
"""

from __future__ import annotations

import re
import unicodedata

from generador.paginas.dibujo.anchos import TRAMOS

LETRA_DE_NODO = 14.0
LETRA_DE_PASTILLA = 12.0
LETRA_DE_PIE = 11.0
MAXIMO = 28

_ANCHOS: dict[str, float] = {
    chr(primero + i): int(cifras[2 * i : 2 * i + 2], 36) / 1000
    for primero, cifras in TRAMOS
    for i in range(len(cifras) // 2)
    if cifras[2 * i] != "."
}
_OTRO, _ANCHO_ENTERO, _EMOJI = 0.66, 1.02, 1.3
_UNION = "\u200d"
_COSTURA = re.compile(r"(?<=[_\-./ :])|(?<=[a-z0-9])(?=[A-Z])|(?=[\[(])")
_DIBUJADOS = {"\t": "⇥", "\n": "↵", "\r": "↵"}


def medir(texto: str, tamano: float) -> float:
    """Ancho de `texto` en px a `tamano` px. Fuera de la tabla se estima por arriba (CJK, emoji, árabe…)."""
    total, anterior = 0.0, ""
    for c in texto:
        total += 0.0 if anterior == _UNION else _ancho(c)
        anterior = c
    return total * tamano


def _ancho(c: str) -> float:
    conocido = _ANCHOS.get(c)
    if conocido is not None:
        return conocido
    if unicodedata.category(c) in ("Mn", "Me", "Cf", "Cc"):
        return 0.0
    if ord(c) >= 0x1F000:
        return _EMOJI
    return _ANCHO_ENTERO if unicodedata.east_asian_width(c) in "WF" else _OTRO


def visible(texto: str) -> str:
    """`texto` sin nada que mienta al leerlo: controles, inversores y huecos invisibles salen a la vista.

    La unión de ancho cero se conserva solo entre emojis. Vacío es `""` y solo espacios, `␣` por cada uno.
    """
    if not texto:
        return '""'
    if texto.isspace():
        return "".join(_DIBUJADOS.get(c, "␣") for c in texto)
    if texto.isascii() and texto.isprintable():
        return texto  # casi siempre: letra a letra, un caso larguísimo tarda un tercio más
    return "".join(_visible(c, texto[i - 1 : i], texto[i + 1 : i + 2]) for i, c in enumerate(texto))


def _visible(c: str, antes: str, despues: str) -> str:
    if c in _DIBUJADOS:
        return _DIBUJADOS[c]
    if c == _UNION and _es_emoji(antes) and _es_emoji(despues):
        return c
    if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") or c in "\ufffe\uffff":
        return f"⟦U+{ord(c):04X}⟧"
    return c


def _es_emoji(c: str) -> bool:
    return bool(c) and (ord(c) >= 0x1F000 or c in "\ufe0f❤♀♂☠⚕")


def partir(nombre: str, maximo: int = MAXIMO) -> tuple[str, ...]:
    """El nombre en una o dos líneas de `maximo` caracteres como mucho, elidido por el medio si ni así cabe."""
    nombre = visible(nombre)
    if len(nombre) <= maximo:
        return (nombre,)
    trozos = [t for t in _COSTURA.split(nombre) if t]
    cortes = [sum(map(len, trozos[:i])) for i in range(1, len(trozos))]
    buenos = [c for c in cortes if c <= maximo and len(nombre) - c <= maximo]
    if not buenos:
        return (elidir(nombre, maximo),)
    corte = min(buenos, key=lambda c: (abs(2 * c - len(nombre)), c))
    return (nombre[:corte].rstrip(), nombre[corte:].lstrip())


def elidir(texto: str, maximo: int) -> str:
    """`texto` con `…` en medio si pasa de `maximo` caracteres. No separa un carácter de sus marcas."""
    if len(texto) <= maximo:
        return texto
    cabeza, cola = (maximo - 1 + 1) // 2, (maximo - 1) // 2
    principio, final = texto[:cabeza], texto[len(texto) - cola :]
    while final and (unicodedata.combining(final[0]) or final[0] in (_UNION, "\ufe0f")):
        final = final[1:]
    return f"{principio.rstrip(_UNION)}…{final}"


def etiqueta(etiquetas: tuple[str, ...], maximo: int = 44) -> str:
    """Varias etiquetas del mismo par en una línea: «a · b», o las que caben y «+n»."""
    partes = [elidir(visible(e), MAXIMO) for e in etiquetas]
    puestas = partes[:1]
    for parte in partes[1:]:
        if len(" · ".join([*puestas, parte])) > maximo:
            break
        puestas.append(parte)
    resto = len(partes) - len(puestas)
    return " · ".join(puestas) + (f" +{resto}" if resto else "")
