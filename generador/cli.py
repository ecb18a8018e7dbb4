"""La orden `vitrina`: el grupo que reúne las de `generador/ordenes/`, una por módulo."""

from __future__ import annotations

import click

from generador import __version__
from generador.ayuda import Ordenes
from generador.ordenes import ORDENES


@click.group(cls=Ordenes, context_settings={"help_option_names": ["-h", "--ayuda", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", prog_name="vitrina", help="Muestra la versión.")
def main() -> None:
    """De un plan, las trazas y el grafo de un agente LangGraph a un sitio estático con visor de trazas.

    \b
    Ejemplos:
      vitrina construir                     construye ./sitio desde ./corridas
      vitrina vigilar                       construye, sirve y recarga al guardar
      vitrina nueva paquete.mod:fabrica     de tu agente a un plan y una primera corrida
      vitrina importar pedidos runs.json    de trazas de otro trazador a una corrida
      vitrina grabar adherencia             ejecuta los casos y escribe una corrida nueva
      vitrina servir soporte                el agente en vivo, con su panel de aprobación
      vitrina comparar adherencia           contrato × grafo × spike × trazas, en texto
      vitrina comprobar sitio               el sitio ya construido, en un navegador
      vitrina exportar paquete.mod:fabrica  solo el grafo de un agente, en JSON
    """


for orden in ORDENES:
    main.add_command(orden)
