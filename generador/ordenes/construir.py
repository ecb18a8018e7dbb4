"""`vitrina construir`: el sitio entero, o el anterior intacto."""

from __future__ import annotations

from pathlib import Path

import click

from generador.ayuda import Orden
from generador.ordenes.comunes import CACHE, CORRIDAS, DEMOS, IDIOMAS, SALIDA


@click.command(cls=Orden, short_help="Construye el sitio.")
@CORRIDAS
@SALIDA
@DEMOS
@IDIOMAS
@CACHE
@click.option("--limpia", is_flag=True, help="De cero: ni mira la caché ni la escribe.")
@click.option(
    "--procesos",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    help="Entre cuántos se reparten los casos; 0, los núcleos que haya.",
)
def construir(
    corridas: Path,
    salida: Path,
    demos: tuple[str, ...],
    idiomas: tuple[str, ...],
    cache: Path,
    limpia: bool,
    procesos: int,
) -> None:
    """Construye el sitio entero. O queda el nuevo completo, o queda el anterior intacto.

    Lo que no ha cambiado desde la última vez no se vuelve a hacer; el resultado es el mismo que con --limpia.

    \b
    Códigos: 0 bien · 2 entrada inválida · 4 secreto en la salida · 5 compuerta rota · 6 otro construyendo · 7 disco
    Ejemplos:
      vitrina construir
      vitrina construir --demo soporte --idioma es --salida /tmp/sitio
      vitrina construir --corridas demos --limpia
    """
    from generador import sitio

    hecho = sitio.construir(
        corridas,
        salida,
        solo=demos,
        idiomas=idiomas or ("es", "en"),
        memoria=sitio.Memoria(None if limpia else cache),
        procesos=procesos,
    )
    for aviso in hecho.avisos:
        click.secho(aviso, fg="yellow", err=True)
    click.echo(f"{hecho.paginas} páginas, {hecho.bytes / 1e6:.1f} MB en {salida}/")
    click.echo(f"Abre {hecho.portada.as_uri()}")
