"""Estáticos con la huella de su contenido en el nombre: se pueden cachear para siempre y nunca se mezclan versiones."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema

_URL = re.compile(r"""url\(\s*(["']?)([^"')]+)\1\s*\)""")


class Estaticos(Struct, frozen=True):
    """`ficheros`: ruta publicada → bytes. `rutas`: nombre lógico (`estilo.css`) → ruta publicada."""

    ficheros: Mapping[str, bytes]
    rutas: Mapping[str, str]


def con_huella(ficheros: Mapping[str, bytes]) -> Estaticos:
    """Da a cada fichero (nombre plano → bytes) el nombre `nombre.<8 hex>.ext` dentro de `estaticos/`.

    Las hojas de estilos se reescriben para que sus `url(otro.woff2)` apunten al nombre nuevo. Lanza
    `ErrorDeEntrada` si una nombra lo que no está.
    """
    finales = {n: c for n, c in ficheros.items() if not n.endswith(".css")}
    nombres = {n: _con_huella(n, c) for n, c in finales.items()}
    faltan: list[Problema] = []
    for nombre in sorted(set(ficheros) - set(finales)):
        finales[nombre] = _reescribir(nombre, ficheros[nombre].decode(), nombres, faltan)
    if faltan:
        raise ErrorDeEntrada(faltan)
    rutas = {n: f"estaticos/{_con_huella(n, finales[n])}" for n in sorted(finales)}
    return Estaticos({rutas[n]: finales[n] for n in rutas}, rutas)


def _con_huella(nombre: str, contenido: bytes) -> str:
    ruta = PurePosixPath(nombre)
    return f"{ruta.stem}.{hashlib.sha256(contenido).hexdigest()[:8]}{ruta.suffix}"


def _reescribir(hoja: str, css: str, nombres: Mapping[str, str], faltan: list[Problema]) -> bytes:
    def cambiar(m: re.Match[str]) -> str:
        destino = m[2].strip()
        if destino.startswith(("data:", "#")):
            return m[0]
        if destino not in nombres:
            linea = css.count("\n", 0, m.start()) + 1
            faltan.append(problema(hoja, f"url({destino}) no está entre los estáticos", "ponlo a su lado", linea=linea))
        return f'url("{nombres.get(destino, destino)}")'

    return _URL.sub(cambiar, css).encode()
