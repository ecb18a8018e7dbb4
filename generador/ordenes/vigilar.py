"""`vitrina vigilar`: el sitio mientras se escribe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generador.ayuda import Orden
from generador.errores import imprimible
from generador.ordenes.comunes import CACHE, CORRIDAS, DEMOS, IDIOMAS, PUERTO, SALIDA


@click.command(cls=Orden, short_help="Construye, sirve y recarga al guardar.")
@CORRIDAS
@SALIDA
@DEMOS
@IDIOMAS
@CACHE
@PUERTO
@click.option("--host", metavar="DIRECCION", default="127.0.0.1", show_default=True, help="Dirección en que escucha.")
@click.option("--exponer", is_flag=True, help="Permite un --host que se ve desde otras máquinas.")
def vigilar(
    corridas: Path, salida: Path, demos: tuple[str, ...], idiomas: tuple[str, ...], cache: Path, **red: Any
) -> None:
    """Construye, sirve en esta máquina, reconstruye al guardar y recarga la pestaña cuya página cambió.

    Un error se ve en la página y aquí; se corrige, se guarda, y sigue. Ctrl+C para acabar.

    \b
    Códigos: 0 bien · 2 la salida está entre lo vigilado, o no se puede escuchar ahí
    Ejemplos:
      vitrina vigilar
      vitrina vigilar --demo adherencia --idioma es --puerto 9000
    """
    from generador.servidor import Opciones
    from generador.servidor import vigilar as servir

    opciones = Opciones(corridas, salida, demos, idiomas or ("es", "en"), cache=cache, **red)
    servir(opciones, lambda texto: click.echo(imprimible(texto)))
