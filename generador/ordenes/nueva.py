"""`vitrina nueva`: de un agente ajeno a una demo con plan y primera corrida."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generador.ayuda import Orden
from generador.errores import imprimible
from generador.ordenes.comunes import CORRIDAS, a_errores, clave_valor


@click.command(cls=Orden, short_help="De tu agente a un plan y una primera corrida.")
@click.argument("agente")
@click.option("--demo", metavar="ID", help="Id de la demo y nombre de su carpeta; sin él, el del módulo.")
@CORRIDAS
@click.option("--modelo", metavar="PROVEEDOR:NOMBRE", help="Modelo en vivo para esta primera corrida.")
@click.option(
    "--parametro", "parametros", metavar="CLAVE=VALOR", multiple=True, help="Un argumento de la fábrica (repetible)."
)
@click.option("--sin-grabar", is_flag=True, help="Escribe el plan sin ejecutar el agente.")
def nueva(
    agente: str, demo: str | None, corridas: Path, modelo: str | None, parametros: tuple[str, ...], sin_grabar: bool
) -> None:
    """De AGENTE (`modulo:grafo`, o `modulo:fabrica`) a un plan con su contrato y una primera corrida.

    Ejecuta el agente una vez, con una entrada de ejemplo. Nunca pisa una carpeta que ya exista.

    \b
    Códigos: 0 plan y corrida · 2 no se puede construir el agente, o hay plan y no corrida
    Ejemplos:
      vitrina nueva mi_agente:agente
      vitrina nueva mi_paquete.grafo:crear --demo pedidos --parametro idioma=es
    """
    from datetime import UTC, datetime

    from generador.nueva import nueva as crear

    sys.path.insert(0, str(Path.cwd()))
    dados = dict(clave_valor(p) for p in parametros)
    with a_errores():
        hecha = crear(
            agente,
            corridas,
            demo=demo,
            parametros=dados,
            modelo=modelo,
            con_corrida=not sin_grabar,
            ahora=lambda: datetime.now(UTC),
        )
    for aviso in hecha.avisos:
        click.secho(imprimible(aviso), fg="yellow", err=True)
    click.echo("\n".join(hecha.resumen))
    sys.exit(hecha.codigo)
