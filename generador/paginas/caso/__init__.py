"""La página de un caso: qué pasó, paso a paso, sobre el grafo.

Se lee entera sin JavaScript; con él, el mismo HTML es un visor. Etapas: `tramos` decide cuántas páginas son;
`portada`, `lista`, `detalle` y `fuentes` dicen lo que hay en cada una; `visor` prepara lo que se enciende.
"""

from __future__ import annotations

from generador.paginas.base import TipoDePagina
from generador.paginas.caso.descargas import ficheros
from generador.paginas.caso.forma import PaginaDeCaso
from generador.paginas.caso.pagina import modelar
from generador.paginas.caso.tramos import clave_de_tramos, reservados, tramos, tramos_de_corrida

TIPO = TipoDePagina(nombre="caso", plantilla="caso.html", modelar=modelar)

__all__ = [
    "TIPO",
    "PaginaDeCaso",
    "clave_de_tramos",
    "ficheros",
    "modelar",
    "reservados",
    "tramos",
    "tramos_de_corrida",
]
