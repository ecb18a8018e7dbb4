"""`vitrina servir`: el agente en vivo, en esta máquina, con su panel de aprobación."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from typing import Any

import click

from generador.ayuda import Orden
from generador.errores import imprimible
from generador.ordenes.comunes import CORRIDAS, PUERTO, SALIDA


@click.command(cls=Orden, short_help="El agente en vivo, con su panel de aprobación.")
@click.argument("demo")
@CORRIDAS
@SALIDA
@click.option("--variante", metavar="ID", help="Solo los casos de esta variante.")
@click.option("--caso", "casos", metavar="ID", multiple=True, help="Solo estos casos (repetible).")
@PUERTO
@click.option(
    "--modelo",
    type=click.Choice(["oraculo", "en-vivo"]),
    default="oraculo",
    show_default=True,
    help="Quién contesta: el guion de cada caso, o el modelo que nombra el plan.",
)
@click.option(
    "--limite-segundos", "segundos", metavar="N", type=click.FloatRange(0.1), default=120, show_default=True,
    help="Lo que se deja correr al agente entre parada y parada.",
)  # fmt: skip
@click.option(
    "--limite-pasos", "pasos", metavar="N", type=click.IntRange(1), default=100, show_default=True,
    help="Los pasos que se le dejan dar.",
)  # fmt: skip
def servir(demo: str, modelo: str, **opciones: Any) -> None:
    """Sirve, solo en esta máquina, el agente de DEMO en vivo y el sitio ya construido, si lo hay.

    Se elige un caso del plan (o se escribe otra entrada), se ven sus pasos según ocurren y, cuando el grafo se para en
    un interrupt, se decide en el panel. No toca ./corridas salvo que se pida guardar. Ctrl+C para acabar.

    \b
    Códigos: 0 bien · 2 el plan no tiene lo que se pide, falta LangGraph o no se puede escuchar ahí
    Ejemplos:
      vitrina servir soporte
      vitrina servir soporte --variante pausa --puerto 9000
      vitrina servir soporte --caso devolucion-aprobada --caso devolucion-editada
    """
    from generador.servidor.vivo import Opciones
    from generador.servidor.vivo import servir as servir_en_vivo

    sys.path.insert(0, str(Path.cwd()))
    parar = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: parar.set())  # cerrar bien: matar a los agentes y borrar lo suyo
    pedidas = Opciones(demo, en_vivo=modelo == "en-vivo", **opciones)
    servir_en_vivo(pedidas, lambda t: click.echo(imprimible(t)), parar)
