"""Los ficheros de un sitio sin tenerlos todos en memoria: de lo que ya está publicado basta saber su huella.

Existe para que cambiar una página de seiscientas cueste una página. Quien recibe `{ruta: bytes}` puede recibir también
un `Contenidos`, y entonces pregunta por la huella o el tamaño sin leer el fichero; si pide los bytes, se comprueban.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from generador.errores import Codigo, ErrorDeSalida

Firma: TypeAlias = tuple[int, int, int, int]
"""(inodo, tamaño, mtime_ns, ctime_ns): si no ha cambiado, el fichero es el que se escribió."""

_TROZO = 1024 * 1024


class Publicado(Struct, frozen=True):
    """Un fichero que ya está en disco: lo dejó la última publicación, espera a esta o es una traza que se copia.

    `huella` es el SHA-256 hexadecimal de sus bytes. `ruta` como texto ocupa la mitad: hay decenas de miles.
    """

    ruta: str | Path
    huella: str
    firma: Firma

    @property
    def tamano(self) -> int:
        return self.firma[1]

    def sigue(self) -> bool:
        """Si nadie lo ha tocado desde entonces."""
        return firma_de(self.ruta) == self.firma

    def leer(self) -> bytes:
        """Sus bytes. Lanza `ErrorDeSalida` si ya no son los que se escribieron."""
        return b"".join(self.trozos())

    def trozos(self) -> Iterator[bytes]:
        """Lo mismo, de poco en poco y sin tenerlo entero. Si no es lo que se escribió, se sabe al acabar."""
        resumen = hashlib.sha256()
        try:
            with Path(self.ruta).open("rb", buffering=0) as fichero:
                while trozo := fichero.read(_TROZO):
                    resumen.update(trozo)
                    yield trozo
        except OSError:
            resumen.update(b"no se puede leer")
        if resumen.hexdigest() != self.huella:
            que_pasa = f"{self.ruta} ha cambiado mientras se construía"
            raise ErrorDeSalida(que_pasa, "no lo toques mientras tanto, y repite", Codigo.OTRO_CONSTRUYENDO)


class Contenidos(Mapping[str, bytes]):
    """Ruta → bytes, de los cuales unos están aquí y otros en el sitio publicado."""

    def __init__(self, ficheros: Mapping[str, bytes | Publicado], huellas: Mapping[str, str] | None = None) -> None:
        """`huellas` son las que ya se saben de lo que está en memoria."""
        self._ficheros = dict(ficheros)
        self._huellas = dict(huellas or {})

    def __getitem__(self, ruta: str) -> bytes:
        guardado = self._ficheros[ruta]
        return guardado.leer() if isinstance(guardado, Publicado) else guardado

    def __contains__(self, ruta: object) -> bool:
        return ruta in self._ficheros

    def __iter__(self) -> Iterator[str]:
        return iter(self._ficheros)

    def __len__(self) -> int:
        return len(self._ficheros)

    def publicado(self, ruta: str) -> Publicado | None:
        """El fichero publicado del que sale esa ruta, si no está en memoria."""
        guardado = self._ficheros[ruta]
        return guardado if isinstance(guardado, Publicado) else None

    def trozos(self, ruta: str) -> Iterator[bytes]:
        """Los bytes de esa ruta, sin tenerlos todos a la vez si no están ya en memoria."""
        guardado = self._ficheros[ruta]
        return guardado.trozos() if isinstance(guardado, Publicado) else iter((guardado,))

    def cuanto(self, ruta: str) -> int:
        """Los bytes que ocupa, sin leerlo."""
        guardado = self._ficheros[ruta]
        return guardado.tamano if isinstance(guardado, Publicado) else len(guardado)

    def huella(self, ruta: str) -> str:
        """El SHA-256 hexadecimal de esa ruta, calculado una vez."""
        if ruta not in self._huellas:
            guardado = self._ficheros[ruta]
            sabida = guardado.huella if isinstance(guardado, Publicado) else hashlib.sha256(guardado).hexdigest()
            self._huellas[ruta] = sabida
        return self._huellas[ruta]

    def con(self, delante: Mapping[str, bytes], detras: Mapping[str, bytes] | None = None) -> Contenidos:
        """Otro con esos ficheros delante, y los de `detras` cambiados en su sitio."""
        nuevo = Contenidos({**delante, **self._ficheros, **(detras or {})})
        nuevo._huellas = {r: h for r, h in self._huellas.items() if r not in delante and r not in (detras or {})}
        return nuevo

    def tamano(self) -> int:
        """Bytes de todos."""
        return sum(g.tamano if isinstance(g, Publicado) else len(g) for g in self._ficheros.values())


def contenidos(ficheros: Mapping[str, bytes]) -> Contenidos:
    """`ficheros`, con sus huellas a mano."""
    return ficheros if isinstance(ficheros, Contenidos) else Contenidos(ficheros)


def firma_de(ruta: str | Path) -> Firma | None:
    """La firma de un fichero corriente, sin seguir enlaces; `None` si no lo hay."""
    try:
        e = os.lstat(ruta)
    except (OSError, ValueError):
        return None
    return firma_en(e) if stat.S_ISREG(e.st_mode) else None


def firma_en(e: os.stat_result) -> Firma:
    """La firma que dice un `stat` ya hecho."""
    return e.st_ino, e.st_size, e.st_mtime_ns, e.st_ctime_ns
