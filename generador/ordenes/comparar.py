"""`vitrina comparar`: lo prometido con lo que hay, o una corrida con otra, para una persona o para una máquina."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from generador.ayuda import Orden
from generador.errores import imprimible
from generador.ordenes.comunes import CORRIDAS, FICHERO, FICHERO_NUEVO

_COLORES = {"titulo": "cyan", "bien": "green", "mal": "red", "duda": "yellow", "nota": None}


@click.command(cls=Orden, short_help="Contrato × grafo × spike × trazas.")
@click.argument("demo", required=False)
@CORRIDAS
@click.option(
    "--contrato",
    metavar="FICHERO",
    type=FICHERO_NUEVO,
    help="Contrato suelto: .yaml, .json o .md[#seccion].",
)
@click.option("--grafo", metavar="FICHERO", type=FICHERO, help="Grafo exportado o get_graph().to_json().")
@click.option("--spike", metavar="FICHERO", type=FICHERO, help="Grafo del spike.")
@click.option("--traza", "trazas", metavar="FICHERO", type=FICHERO, multiple=True, help="Traza grabada (repetible).")
@click.option("--variante", metavar="ID", help="Solo esta variante de la demo.")
@click.option("--con", metavar="CORRIDA", help="Otra corrida de la demo: su id, «anterior» o «referencia».")
@click.option("--json", "como_json", is_flag=True, help="JSON en vez de texto.")
def comparar(
    demo: str | None, corridas: Path, variante: str | None, con: str | None, como_json: bool, **sueltos: Any
) -> None:
    """Compara contrato, grafo real, spike y lo observado; alinea cada traza con su grafo.

    Con --con, compara la corrida que se publica con otra: casos, pasos, grafo y métricas.

    \b
    Códigos: 0 conforme · 1 diferencias · 2 entrada inválida · 3 pruebas insuficientes
    Con --con: 0 ningún veredicto cambia · 1 alguno cambia · 2 y 3, lo mismo
    Ejemplos:
      vitrina comparar adherencia
      vitrina comparar adherencia --con anterior
      vitrina comparar --contrato contrato.md#nodos --grafo grafo.json --traza a.jsonl --traza b.jsonl
    """
    from generador import sitio
    from generador.comparacion import informe
    from generador.comparacion.corridas import informe as entre_corridas

    if demo and any(sueltos.values()):
        raise click.UsageError("o una demo, o ficheros sueltos, pero no las dos cosas")
    if (variante or con is not None) and not demo:
        raise click.UsageError("--variante y --con son de una demo, y con ficheros sueltos no hay demo")
    if variante and con is not None:
        raise click.UsageError("--con compara corridas enteras: quita --variante")
    if demo and con is not None:
        _informar(sitio.comparar_corridas(corridas, demo, con), entre_corridas, como_json=como_json)
    comparadas = sitio.comparar(corridas, demo, variante=variante) if demo else sitio.comparar_ficheros(**sueltos)
    _informar(comparadas, informe, como_json=como_json)


def _informar(comparado: Any, informe: Any, *, como_json: bool) -> NoReturn:
    """Lo comparado, con el informe que sabe contarlo, y su código de salida."""
    import json

    if como_json:
        click.echo(json.dumps(informe.como_json(comparado), indent=1))
    else:
        for linea in informe.texto(comparado):
            click.secho("  " * linea.sangria + imprimible(linea.texto), fg=_COLORES[linea.nivel])
    sys.exit(informe.codigo(comparado))
