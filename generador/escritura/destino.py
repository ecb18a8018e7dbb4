"""Dónde se puede publicar y con qué nombres. Se comprueba todo antes de escribir el primer byte."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from generador.errores import ErrorDeSalida
from generador.escritura.marca import MARCA, SUMAS, ajenos, esta_marcada

_RUTA = re.compile(r"(?!.*(?:^|/)\.{1,2}(?:/|$))[A-Za-z0-9._+@=~-]+(?:/[A-Za-z0-9._+@=~-]+)*", re.ASCII)
_RESERVADO = re.compile(r"(?:^|/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.[^/]*)?(?:/|$)|\.(?:/|$)", re.IGNORECASE)
_LARGO = 200


class Vecinos(Struct, frozen=True):
    """La salida y sus cuatro vecinos de nombre fijo: con el candado puesto no hace falta azar."""

    destino: Path

    def _al_lado(self, papel: str) -> Path:
        return self.destino.with_name(f".{self.destino.name}.vitrina-{papel}")

    @property
    def nuevo(self) -> Path:
        """Donde se escribe el sitio nuevo y, tras el intercambio, donde queda el viejo."""
        return self._al_lado("nuevo")

    @property
    def viejo(self) -> Path:
        """Adonde se aparta el viejo si el sistema no sabe intercambiar."""
        return self._al_lado("viejo")

    @property
    def diario(self) -> Path:
        """Existe mientras duran los dos renombrados de la reserva."""
        return self._al_lado("diario")

    @property
    def candado(self) -> Path:
        """El fichero del `flock`."""
        return self._al_lado("candado")


def situar(destino: Path, prohibidas: Iterable[Path]) -> Vecinos:
    """La salida en absoluto, o `ErrorDeSalida` si publicar ahí pone en peligro algo que no es nuestro."""
    llano = Path(os.path.abspath(destino))  # noqa: PTH100 — resolver ya seguiría el enlace que hay que rechazar
    if llano.is_symlink():
        raise ErrorDeSalida(f"{destino} es un enlace simbólico", "da la carpeta de verdad")
    real = llano.resolve()
    for motivo in _motivos(real, prohibidas):
        raise ErrorDeSalida(f"no se publica en {real}: {motivo}", "elige una carpeta que solo sea para el sitio")
    return Vecinos(real)


def _motivos(real: Path, prohibidas: Iterable[Path]) -> Iterator[str]:
    if real == real.parent:
        yield "es la raíz del disco"
    for nombre, propia in _del_usuario():
        if propia.is_relative_to(real):
            yield f"es {nombre} o la contiene"
    for fuente in (p.resolve() for p in prohibidas):
        if fuente.is_relative_to(real) or real.is_relative_to(fuente):
            yield f"es, contiene o está dentro de {fuente}, que es de donde se lee"
    if os.path.lexists(real / ".git"):
        yield "es la raíz de un repositorio git"
    if os.path.lexists(real) and not real.is_dir():
        yield "no es una carpeta"


def _del_usuario() -> Iterator[tuple[str, Path]]:
    with suppress(RuntimeError):
        yield "tu carpeta personal", Path.home().resolve()
    yield "la carpeta de trabajo", Path.cwd().resolve()


def exigir_reemplazable(destino: Path) -> None:
    """Lanza `ErrorDeSalida` si lo que hay en la salida no lo hizo Vitrina, entero."""
    if not destino.is_dir() or not any(destino.iterdir()):
        return
    if not esta_marcada(destino):
        raise ErrorDeSalida(
            f"{destino} no está vacía y no la hizo Vitrina (no lleva {MARCA})", "elige otra carpeta, o vacíala tú"
        )
    if sobran := ajenos(destino):
        muestra = ", ".join(sobran[:5]) + (f" y {len(sobran) - 5} más" if len(sobran) > 5 else "")
        raise ErrorDeSalida(
            f"{destino} lleva cosas que Vitrina no hizo y se perderían: {muestra}", "muévelas a otro sitio"
        )


def exigir_rutas(rutas: Iterable[str]) -> None:
    """Lanza `ErrorDeSalida` si alguna ruta no vale en cualquier disco o choca con otra sin mirar mayúsculas."""
    vistas: dict[str, str] = {}
    carpetas: set[str] = set()
    for ruta in sorted(rutas):
        if len(ruta) > _LARGO or not _RUTA.fullmatch(ruta) or _RESERVADO.search(ruta) or ruta in (MARCA, SUMAS):
            raise ErrorDeSalida(f"«{ruta[:_LARGO]}» no es una ruta publicable", "usa modelo.nombres.nombre_de_fichero")
        otra = vistas.setdefault(ruta.casefold(), ruta)
        if otra != ruta:
            raise ErrorDeSalida(
                f"«{ruta}» y «{otra}» solo se distinguen en mayúsculas", "cambia uno de los dos nombres"
            )
        carpetas.update(_antecesoras(ruta.casefold()))
    for chocan in sorted(carpetas & vistas.keys()):
        raise ErrorDeSalida(f"«{vistas[chocan]}» es a la vez fichero y carpeta", "cambia uno de los dos nombres")


def _antecesoras(ruta: str) -> Iterator[str]:
    while "/" in ruta:
        ruta = ruta.rpartition("/")[0]
        yield ruta
