"""`vitrina importar`: de trazas de otro trazador a una corrida."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generador.ayuda import Orden
from generador.errores import imprimible
from generador.ordenes.comunes import CORRIDAS, FICHERO


@click.command(cls=Orden, short_help="De trazas de otro trazador a una corrida.")
@click.argument("demo", metavar="DEMO")
@click.argument(
    "ficheros", metavar="FICHERO…", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False)
)
@CORRIDAS
@click.option(
    "--caso", "casos", metavar="ID", multiple=True, help="El caso de cada conversación, en orden (repetible)."
)
@click.option("--hilo", "hilos", metavar="ID", multiple=True, help="Solo esta conversación (repetible).")
@click.option("--variante", metavar="ID", help="La variante que se ejecutó; sobra si la demo solo tiene una.")
@click.option("--grafo", metavar="FICHERO", type=FICHERO, help="Grafo exportado o get_graph().to_json() del agente.")
@click.option("--json", "como_json", is_flag=True, help="JSON en vez de texto.")
def importar(demo: str, corridas: Path, como_json: bool, **pedido: Any) -> None:
    """Convierte las trazas de FICHERO… en una corrida nueva de DEMO (un id, o la ruta de su carpeta).

    Reconoce, por su contenido, runs de LangSmith, spans OTLP (OpenInference, Langfuse, OpenLLMetry), la API de
    Langfuse, MLflow, checkpoints de LangGraph en SQLite, volcados de graph.stream, Inspect y Burr. Cada hilo es un
    caso. Si la demo no existe, la crea con un plan mínimo. Nunca pisa nada.

    \b
    Códigos: 0 corrida escrita (lo que no se pudo convertir se dice) · 2 entrada inválida, y nada escrito
    Ejemplos:
      vitrina importar pedidos runs.json --grafo grafo.json
      vitrina importar pedidos parte1.json parte2.json --caso aprobado
      vitrina importar demos/pedidos checkpoints.sqlite --hilo cliente-17 --json
    """
    from datetime import UTC, datetime

    from generador.importar import Pedido
    from generador.importar import importar as importar_trazas

    ruta = Path(demo)
    donde, id = (ruta.parent, ruta.name) if len(ruta.parts) > 1 else (corridas, demo)
    hecha = importar_trazas(id, donde, Pedido(**pedido), ahora=lambda: datetime.now(UTC))
    for aviso in hecha.avisos:
        click.secho(imprimible(aviso), fg="yellow", err=True)
    click.echo(hecha.como_json() if como_json else imprimible("\n".join(hecha.texto)))
