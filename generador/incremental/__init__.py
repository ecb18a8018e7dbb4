"""Construir otra vez solo lo que cambió, con el mismo resultado byte a byte que construir de cero.

Ninguna página se salta por la fecha de sus fuentes. Cada una sale de un **recorte** del sitio: lo que puede leer, y
nada más. Si la huella del recorte es la de la última vez, la página también; si no, se vuelve a modelar y, si el
modelo resulta ser el mismo, no se vuelve a representar. `docs/adr/0003-incremental-por-recortes.md` lo explica.

Las fechas solo ahorran volver a leer una traza (firma y luego huella), como hace git. `Memoria` es la puerta.
"""

from generador.incremental.memoria import Memoria

__all__ = ["Memoria"]
