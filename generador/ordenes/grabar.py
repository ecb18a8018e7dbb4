"""`vitrina grabar`: los casos del plan, ejecutados; una corrida nueva en disco."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generador.ayuda import Orden
from generador.errores import Problema
from generador.ordenes.comunes import CORRIDAS, a_errores, avance


@click.command(cls=Orden, short_help="Ejecuta los casos y escribe una corrida nueva.")
@click.argument("demo")
@CORRIDAS
@click.option(
    "--caso", "casos", metavar="ID", multiple=True, help="Solo estos casos: la corrida no tendrá más (repetible)."
)
@click.option(
    "--modelo", metavar="PROVEEDOR:NOMBRE", help="Modelo en vivo, «proveedor:nombre»; sin él, el oráculo del plan."
)
def grabar(demo: str, corridas: Path, casos: tuple[str, ...], modelo: str | None) -> None:
    """Ejecuta los casos del plan y escribe una corrida nueva (nunca pisa otra).

    Si el plan declara una evaluación, se ejecuta al acabar (salvo con --caso).

    \b
    Códigos: 0 bien · 1 la evaluación no alcanza algún umbral · 2 entrada inválida
    Ejemplos:
      vitrina grabar adherencia
      vitrina grabar adherencia --caso senal-aguda-es
      vitrina grabar adherencia --modelo anthropic:claude-sonnet-5-5
    """
    from datetime import UTC, datetime

    from generador.grabacion.casos import grabar as grabar_casos
    from generador.grabacion.evaluar import evaluar
    from generador.grabacion.resumen import fallos, resumir
    from generador.lectura.demos import carpeta_de
    from generador.siguiente import orden

    sys.path.insert(0, str(Path.cwd()))
    suya = carpeta_de(corridas, demo)
    avisos: list[Problema] = []
    with avance("Grabando", cada=1) as avanza, a_errores():
        carpeta = grabar_casos(
            suya,
            casos=casos,
            modelo=modelo,
            ahora=lambda: datetime.now(UTC),
            avanza=avanza,
            avisa=avisos.append,
        )
    for aviso in avisos:
        click.secho(f"aviso: {aviso}", fg="yellow", err=True)
    click.echo(str(carpeta))
    for fallo in fallos(carpeta):
        click.echo(f"  {fallo}", err=True)
    click.echo(f"{resumir(carpeta)} → {orden('comparar', corridas, demo)} dice si es lo que se esperaba", err=True)
    sys.exit(0 if casos else evaluar(suya, carpeta))
