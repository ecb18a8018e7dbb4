"""Una orden de `vitrina` por módulo: de argumentos a una llamada, sin lógica.

Solo se importa aquí lo que hace falta para decir la ayuda; lo demás, dentro de cada orden, cuando se ejecuta. Añadir
una orden es un módulo y su línea en `ORDENES`.
"""

from __future__ import annotations

import click

from generador.ordenes.comparar import comparar
from generador.ordenes.comprobar import comprobar
from generador.ordenes.construir import construir
from generador.ordenes.exportar import exportar
from generador.ordenes.grabar import grabar
from generador.ordenes.importar import importar
from generador.ordenes.nueva import nueva
from generador.ordenes.servir import servir
from generador.ordenes.vigilar import vigilar

ORDENES: tuple[click.Command, ...] = (
    construir, vigilar, comparar, grabar, servir, exportar, nueva, importar, comprobar,
)  # fmt: skip
