"""El único entorno jinja. Escapa siempre, no perdona un nombre que no existe y no lee nada del disco salvo plantillas.

Las plantillas reciben una variable, `pagina`, y estos filtros: `numero`, `porcentaje`, `fecha`, `dia`,
`duracion`, `prosa` (markdown), `lineas` (código coloreado), `isla` y `carga` (JSON) y, de una figura, `pintar`,
`miniatura` y `filas`. `_` y `ngettext` traducen; sus huecos también se escapan.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generador.paginas.base import Prosa
from generador.paginas.dibujo.figura import filas
from generador.representacion.carga import carga, dif
from generador.representacion.codigo import colorear
from generador.representacion.compiladas import Compiladas
from generador.representacion.idiomas import Catalogo
from generador.representacion.isla import isla
from generador.representacion.memoria import una_vez
from generador.representacion.prosa import prosa
from generador.representacion.svg import miniatura, pintar
from generador.representacion.visible import visible


def crear_entorno(plantillas: Path, catalogo: Catalogo, cache: MutableMapping[str, str] | None = None) -> Environment:
    """El entorno de un idioma. `cache` guarda código coloreado y plantillas compiladas; compártela entre idiomas."""
    guardado: MutableMapping[str, str] = {} if cache is None else cache
    entorno = Environment(
        loader=FileSystemLoader(plantillas),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        finalize=_finalizar,
        auto_reload=False,
        bytecode_cache=Compiladas(guardado),
    )
    entorno.install_gettext_callables(catalogo.gettext, catalogo.ngettext, newstyle=True)  # type: ignore[attr-defined]
    entorno.filters.update(_filtros(catalogo, guardado))
    return entorno


def _filtros(catalogo: Catalogo, cache: MutableMapping[str, str]) -> dict[str, Any]:
    def de_prosa(p: Prosa) -> Markup:
        return prosa(p.texto, dict(p.enlaces), catalogo.gettext, p.nivel)

    return {
        "numero": catalogo.numero,
        "porcentaje": catalogo.porcentaje,
        "fecha": catalogo.fecha,
        "dia": catalogo.dia,
        "duracion": catalogo.duracion,
        "prosa": de_prosa,
        "lineas": lambda codigo: colorear(codigo, cache),
        "isla": isla,
        "carga": carga,
        "dif": dif,
        "una_vez": una_vez(),
        "pintar": lambda figura: pintar(figura, catalogo.gettext),
        "filas": lambda figura: filas(figura, catalogo.gettext),
        "miniatura": lambda figura: miniatura(figura.dibujo),
    }


def _finalizar(valor: object) -> object:
    """Lo último antes de escribir un texto, sea llano o ya HTML: lo invisible se hace visible."""
    if not isinstance(valor, str) or valor.isprintable():
        return valor
    limpio = visible(valor)
    return Markup(limpio) if isinstance(valor, Markup) else limpio  # noqa: S704 — la marca ya cumple lo suyo
