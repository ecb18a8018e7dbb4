"""Modelo de página → texto. Lo único que conoce jinja2, pygments y markdown-it.

Importar este paquete no importa ninguno de los tres: quien solo pide la ayuda no los paga.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generador.paginas.base import Pagina, TipoDePagina

if TYPE_CHECKING:
    from jinja2 import Environment

_BANDA = "<aside data-divulgacion="


def representar(pagina: Pagina, tipo: TipoDePagina, entorno: Environment) -> str:
    """El HTML de una página. Lanza `RuntimeError` si no lleva la banda de divulgación exactamente una vez."""
    html = entorno.get_template(tipo.plantilla).render(pagina=pagina)
    if html.count(_BANDA) != 1:
        raise RuntimeError(f"{tipo.plantilla}: la banda de divulgación tiene que salir una vez y solo una")
    return html
