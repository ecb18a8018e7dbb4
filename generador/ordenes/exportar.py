"""`vitrina exportar`: el grafo de un agente, sin plan ni corrida."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generador.ayuda import Orden
from generador.ordenes.comunes import FICHERO_NUEVO, a_errores, clave_valor


@click.command(cls=Orden, short_help="El grafo de un agente, con certeza por arista.")
@click.argument("fabrica")
@click.option(
    "--salida",
    metavar="FICHERO",
    type=FICHERO_NUEVO,
    help="Fichero; sin él, la salida estándar.",
)
@click.option(
    "--parametro",
    "parametros",
    metavar="CLAVE=VALOR",
    multiple=True,
    help="clave=valor JSON para la fábrica (repetible).",
)
def exportar(fabrica: str, salida: Path | None, parametros: tuple[str, ...]) -> None:
    """Exporta el grafo de FABRICA (`modulo:funcion` o un grafo ya compilado), con certeza por arista.

    \b
    Ejemplo:
      vitrina exportar mi_agente.grafo:construir --salida grafo.json
    """
    import json

    from generador.grabacion.exportar import exportar as exportar_grafo

    sys.path.insert(0, str(Path.cwd()))
    with a_errores():
        grafo = exportar_grafo(fabrica, dict(clave_valor(p) for p in parametros))
    texto = json.dumps(grafo, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if salida:
        salida.write_text(texto, "utf-8")
    else:
        click.echo(texto, nl=False)
