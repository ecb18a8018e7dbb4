"""Lo que comparten las órdenes: opciones que se llaman igual en todas, y cómo se habla con la terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

import click

from generador.errores import ErrorDeEntrada, imprimible, problema


class Ruta(click.Path):
    """Una ruta de la línea de órdenes. La que no vale se dice con su nombre, como todo lo que no vale."""

    def __init__(self, *, carpeta: bool, existe: bool) -> None:
        super().__init__(path_type=Path)
        self.carpeta, self.existe = carpeta, existe

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # noqa: ARG002
        """La ruta. Lanza `ErrorDeEntrada` si no está y tiene que estar, o si es lo que no tiene que ser."""
        ruta = Path(value)
        if self.existe and not os.path.lexists(ruta):
            raise ErrorDeEntrada([problema(ruta, "no existe", "créalo o corrige la ruta")])
        if self.carpeta and ruta.exists() and not ruta.is_dir():
            raise ErrorDeEntrada([problema(ruta, "no es una carpeta", "da una carpeta")])
        if not self.carpeta and ruta.is_dir():
            raise ErrorDeEntrada([problema(ruta, "es una carpeta", "da un fichero")])
        return ruta


CARPETA = Ruta(carpeta=True, existe=False)
FICHERO = Ruta(carpeta=False, existe=True)
FICHERO_NUEVO = Ruta(carpeta=False, existe=False)
PUERTO = click.option(
    "--puerto",
    metavar="N",
    type=click.IntRange(0, 65_535),
    default=0,
    help="Puerto; sin él, el primero libre desde 8400.",
)

CORRIDAS = click.option(
    "--corridas",
    metavar="CARPETA",
    type=CARPETA,
    default=Path("corridas"),
    show_default=True,
    help="Carpeta con una demo por cada una.",
)


SALIDA = click.option(
    "--salida", metavar="CARPETA", type=CARPETA, default=Path("sitio"), show_default=True, help="Carpeta del sitio."
)
DEMOS = click.option("--demo", "demos", metavar="ID", multiple=True, help="Solo estas demos (repetible).")
IDIOMAS = click.option("--idioma", "idiomas", multiple=True, type=click.Choice(["es", "en"]), help="Solo este idioma.")
CACHE = click.option(
    "--cache", metavar="CARPETA", type=CARPETA, default=Path(".cache/vitrina"), show_default=True,
    help="Lo que se recuerda de la última vez.",
)  # fmt: skip


def a_errores() -> AbstractContextManager[Any]:
    """Lo que el código del agente escriba en la salida estándar no se mezcla con el resultado de la orden."""
    return redirect_stdout(sys.stderr)


@contextmanager
def avance(etiqueta: str, *, cada: int) -> Iterator[Callable[[str, int, int], None]]:
    """Por dónde se va, a stderr: una barra en la terminal y, si no la hay (CI), una línea cada tantos.

    Da `avanza(que, van, son)`, para llamar al empezar cada cosa. Sin horas: dos pasadas iguales dicen lo mismo.
    """
    if not sys.stderr.isatty():
        yield partial(_en_lineas, etiqueta, cada)
        return
    with click.progressbar(length=1, label=etiqueta, file=sys.stderr, item_show_func=lambda c: c) as barra:
        yield partial(_en_barra, barra)


def _en_lineas(etiqueta: str, cada: int, que: str, van: int, son: int) -> None:
    if van < son and van % cada == 0:
        click.echo(imprimible(f"{etiqueta}: {van + 1} de {son}, {que}"), err=True)


def _en_barra(barra: Any, que: str, van: int, son: int) -> None:
    barra.length = son
    barra.update(van - barra.pos, que)


def clave_valor(texto: str) -> tuple[str, Any]:
    import json

    clave, igual, valor = texto.partition("=")
    try:
        return clave, json.loads(valor)
    except ValueError:
        if igual:
            return clave, valor
        raise click.BadParameter(f"«{imprimible(texto)}» no es clave=valor") from None
