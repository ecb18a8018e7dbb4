"""Las partes del índice de búsqueda: scripts clásicos, porque es lo único que se carga por `file://` sin `fetch`."""

from __future__ import annotations

from collections.abc import Iterator

from generador.paginas.base import Contexto
from generador.paginas.indice import partes
from generador.representacion.isla import isla

RECIBE = "recibirIndice"
"""La función de `buscar.js` que recibe las filas de cada parte."""


def partes_del_indice(ctx: Contexto) -> Iterator[tuple[str, bytes]]:
    """(ruta, bytes) de las de un idioma."""
    for parte in partes(ctx)[0]:
        yield parte.ruta, f"{RECIBE}({isla(parte.filas)})\n".encode()
