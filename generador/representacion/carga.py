"""La carga grabada → HTML con lo mínimo: es casi todo lo que pesa una página, y no pasa por ningún resaltador.

Solo se escapan `&`, `<` y `>` (dentro de un `<pre>` las comillas no hacen daño, y son uno de cada diez caracteres
de un JSON). Lo invisible se escribe como lo escribe JSON, `\\u202e`: se ve, y el texto sigue siendo el mismo JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from markupsafe import Markup, escape

from generador.paginas.palabras import Fila
from generador.representacion.visible import visible

_INVISIBLES = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)


def carga(json: str) -> Markup:
    """Un texto JSON listo para ir dentro de un `<pre>`. Leído de vuelta, da el mismo valor."""
    return Markup(_INVISIBLES.sub(lambda m: f"\\u{ord(m[0]):04x}", _escapar(json)))  # noqa: S704 — sin `<` no hay marca


def dif(filas: Iterable[Fila], iguales: str, entera: str = "", cruda: bool = False) -> Markup:
    """Las filas de un diff, dentro de un `<pre>`: `<ins>`, `<del>` y, en lo que cambia, `<b>`.

    `iguales` es la frase, con el hueco `%s`, que dice cuántas líneas se saltan. `entera` marca la fila añadida como
    el valor de esa clave del estado (`data-clave`); `cruda`, que es un texto sin comillas (`data-cruda`).
    """
    clave = f' data-clave="{escape(entera)}"{" data-cruda" if cruda else ""}' if entera else ""
    marcas = {"+": f"ins{clave}", "-": "del", "…": "i"}
    tandas = (_tanda(marcas.get(s, ""), (_fila(f, iguales) for f in g)) for s, g in groupby(filas, lambda f: f.signo))
    return Markup("".join(tandas))  # noqa: S704 — cada parte va escapada


def _tanda(marca: str, lineas: Iterable[str]) -> str:
    """Las filas seguidas del mismo signo, en un elemento: de quitar veinte se dice una vez."""
    dentro = "".join(lineas)
    return f"<{marca}>{dentro}</{marca[:3]}>" if marca else dentro


def _fila(f: Fila, iguales: str) -> str:
    dentro = "".join(f"<b>{_de_fila(p.texto)}</b>" if p.cambia else _de_fila(p.texto) for p in f.partes)
    return f"{_escapar(iguales % dentro)}\n" if f.signo == "…" else f"{dentro}\n"


def _de_fila(texto: str) -> str:
    """Un `\\r` suelto se marca ya: junto al salto que cierra la fila parecería un salto de Windows."""
    return _escapar(visible(texto) if "\r" in texto else texto)


def _escapar(texto: str) -> str:
    return texto.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
