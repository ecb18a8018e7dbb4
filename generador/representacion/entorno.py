"""El único entorno jinja. Escapa siempre, no perdona un nombre que no existe y no lee nada del disco salvo plantillas.

Las plantillas reciben una variable, `pagina`, y estos filtros: `numero`, `fecha`, `dia`, `duracion`, `prosa`
(markdown), `lineas` (código coloreado, con sus números), `dif` (un diff), `isla` y `carga` (JSON), `una_vez` (un macro,
recordado) y, de una figura, `pintar`, `miniatura` y `filas`. `_` traduce; sus huecos también se escapan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from functools import cache as recordar
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from generador.paginas.base import Prosa
from generador.paginas.dibujo.figura import filas
from generador.representacion.carga import carga, dif
from generador.representacion.compiladas import Compiladas
from generador.representacion.idiomas import Catalogo
from generador.representacion.isla import isla
from generador.representacion.memoria import una_vez
from generador.representacion.svg import miniatura, pintar
from generador.representacion.visible import visible


class Plantilla(Template):
    """Lo último antes de dar por escrita una página: lo invisible se hace visible, venga de donde venga."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        return visible(super().render(*args, **kwargs))


def crear_entorno(plantillas: Path, catalogo: Catalogo, cache: MutableMapping[str, str] | None = None) -> Environment:
    """El entorno de un idioma. `cache` guarda código coloreado; compártela entre idiomas."""
    guardado: MutableMapping[str, str] = {} if cache is None else cache
    entorno = Environment(
        loader=FileSystemLoader(plantillas),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=Compiladas(guardado, plantillas),
    )
    entorno.template_class = Plantilla
    entorno.globals["_"] = _traductor(catalogo.gettext)
    entorno.filters.update(_filtros(catalogo, guardado))
    return entorno


def _filtros(catalogo: Catalogo, cache: MutableMapping[str, str]) -> dict[str, Any]:
    """Lo que lee markdown y lo que colorea se importan si alguna página los pide: rehaciendo pocas, casi nunca."""

    def de_prosa(p: Prosa) -> Markup:
        from generador.representacion.prosa import prosa

        return prosa(p.texto, dict(p.enlaces), catalogo.gettext, p.nivel)

    def lineas(codigo: str, primera: int) -> Iterable[tuple[int, Markup]]:
        from generador.representacion.codigo import colorear

        return enumerate(colorear(codigo, cache), primera)

    return {
        "numero": catalogo.numero,
        "fecha": catalogo.fecha,
        "dia": catalogo.dia,
        "duracion": catalogo.duracion,
        "prosa": de_prosa,
        "lineas": lineas,
        "isla": isla,
        "carga": carga,
        "dif": dif,
        "una_vez": una_vez(),
        "pintar": lambda figura: pintar(figura, catalogo.gettext),
        "filas": lambda figura: filas(figura, catalogo.gettext),
        "miniatura": lambda figura: miniatura(figura.dibujo),
    }


def _traductor(gettext: Callable[[str], str]) -> Callable[..., Markup]:
    """Lo nuestro traducido, que es HTML de fiar; lo que va en sus huecos, no. Casi ninguno los lleva."""
    sin_huecos = recordar(lambda texto: Markup(gettext(texto)) % {})  # noqa: S704 — el texto es nuestro

    def traducir(texto: str, **huecos: object) -> Markup:
        return Markup(gettext(texto)) % huecos if huecos else sin_huecos(texto)  # noqa: S704

    return traducir
