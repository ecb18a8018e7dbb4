"""`vitrina comprobar`: el sitio ya construido, en un navegador."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generador.ayuda import Orden
from generador.ordenes.comunes import CARPETA, avance


@click.command(cls=Orden, short_help="Comprueba un sitio en el navegador.")
@click.argument("sitio", type=CARPETA, default=Path("sitio"))
@click.option("--paginas", metavar="N|todas", default="", help="Cuántas páginas se abren en el navegador (24).")
@click.option("--json", "como_json", is_flag=True, help="JSON en vez de texto.")
def comprobar(sitio: Path, paginas: str, como_json: bool) -> None:
    """Comprueba un SITIO ya construido: banda, enlaces, consola, red, accesibilidad, reproducción, sin JavaScript.

    Lee todas las páginas y abre una muestra en Chromium: de cada tipo, demo e idioma, al menos una.

    \b
    Códigos: 0 todo bien · 1 hay faltas · 2 no es un sitio de Vitrina, o no hay navegador
    Ejemplos:
      vitrina comprobar sitio
      vitrina comprobar sitio --paginas todas --json
    """
    from generador.navegador import informe
    from generador.navegador.comprobar import comprobar as comprobar_sitio
    from generador.navegador.muestra import cuantas

    with avance("Comprobando", cada=10) as avanza:
        hecho = comprobar_sitio(sitio, paginas=cuantas(paginas), avanza=avanza)
    click.echo(informe.como_json(hecho) if como_json else informe.texto(hecho))
    sys.exit(hecho.codigo)
