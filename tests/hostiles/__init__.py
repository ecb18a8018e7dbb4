"""Cadenas hostiles y su gemelo inocuo, para probar que un dato no puede cambiar la forma de una página.

Se hace la misma página dos veces, una con los datos hostiles y otra con `gemelo(datos)`, y las dos tienen que llevar
los mismos elementos y atributos: `diferencia(hostil, inocua)` vacía. Vale para cualquier página sin saber qué dice.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import html5lib

_LETRAS = "abcdefghijklmnopqrstuvwxyz"
_FICHAS = json.loads(Path(__file__).with_name("cadenas.json").read_text("ascii"))

CADENAS: dict[str, str] = {f["id"]: f["texto"] for f in _FICHAS}
"""Nombre → texto. Algunas llevan sustitutos sueltos, nulos o están vacías."""

QUE_CREAN_ELEMENTOS = frozenset(f["id"] for f in _FICHAS if f["crea_elementos"])
"""Las que, escritas sin escapar en el cuerpo de una página, le añaden algún elemento o atributo."""


def gemelo(valor: Any) -> Any:
    """El mismo valor con cada texto cambiado por uno inocuo del mismo largo y las mismas líneas.

    Entra en listas, tuplas y diccionarios (también en las claves). Dos textos distintos casi nunca dan el mismo gemelo,
    para que los ids sigan siendo distintos.
    """
    if isinstance(valor, str):
        return "".join(c if c == "\n" or (c.isascii() and c.isalnum()) else _LETRAS[ord(c) % 26] for c in valor)
    if isinstance(valor, dict):
        return {gemelo(k): gemelo(v) for k, v in valor.items()}
    if isinstance(valor, list | tuple):
        return type(valor)(map(gemelo, valor))
    return valor


def elementos(pagina: bytes | str) -> Counter[tuple[str, ...]]:
    """Cuántos elementos hay de cada clase: etiqueta (con su espacio de nombres) y nombres de atributos, en orden."""
    texto = pagina.decode() if isinstance(pagina, bytes) else pagina
    return Counter(
        (str(e.tag) if isinstance(e.tag, str) else "comentario", *sorted(map(str, e.attrib)))
        for e in html5lib.parse(texto).iter()
    )


def diferencia(hostil: bytes | str, inocua: bytes | str) -> dict[tuple[str, ...], int]:
    """Lo que sobra (positivo) o falta (negativo) en la hostil respecto a su gemela. Vacío es que son iguales."""
    una, otra = elementos(hostil), elementos(inocua)
    return {clase: una[clase] - otra[clase] for clase in una | otra if una[clase] != otra[clase]}
