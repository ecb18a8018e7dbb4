"""Dorados en pareja: el modelo de una página y su HTML, para ver qué cambió y en qué lado.

`python -m tests.dorados` los reescribe. Lo que depende de la versión de Graphviz o de Pygments (las coordenadas de un
dibujo, las clases del código) se tacha en ambos lados: no es lo que estos dorados vigilan.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generador.paginas.dibujo import Dibujo
from tests.congelados import campos, es_congelado
from tests.paginas.apoyo import todas

CARPETA = Path(__file__).parent
ELEGIDAS = (
    "index.html",
    "adherencia/index.html",
    "adherencia/contrato.html",
    "adherencia/nodos/guardrail_pre.html",
    "adherencia/nodos/memoria.html",
    "adherencia/casos/hitl-cita-no-verificada.html",
    "adherencia/evaluacion.html",
    "adherencia/registro.html",
    "adherencia/corridas.html",
    "adherencia/corridas/2026-06-01-01--2026-06-10-01.html",
    "adherencia/documentos/0001-orquestacion.html",
    "divulgacion.html",
    "buscar.html",
    "404.html",
    "en/index.html",
    "en/adherencia/nodos/closing.html",
)
_SVG = re.compile(r'<svg class="grafo-(svg|svg grafo-grande|mini)".*?</svg>', re.DOTALL)
_COLOR = re.compile(r'<span class="\w{1,3}">([^<]*)</span>')


def dorados() -> Iterator[tuple[Path, str]]:
    """(fichero, contenido) de cada mitad de cada pareja."""
    for _, pagina, html in todas():
        if pagina.marco.ruta in ELEGIDAS:
            base = CARPETA / pagina.marco.ruta.replace("/", "__").removesuffix(".html")
            yield base.with_suffix(".json"), json.dumps(_llano(pagina), ensure_ascii=False, indent=1) + "\n"
            yield base.with_suffix(".html"), _tachar(html)


def _llano(valor: object) -> object:
    """El modelo como JSON, con la clase de cada parte; de un dibujo, solo que está."""
    if isinstance(valor, Dibujo):
        return "Dibujo"
    if isinstance(valor, tuple | list):
        return [_llano(v) for v in valor]
    if isinstance(valor, Mapping):
        return {str(k): _llano(v) for k, v in valor.items()}
    if es_congelado(valor):
        return {"": type(valor).__name__, **{c: _llano(getattr(valor, c)) for c in campos(type(valor))}}
    return valor if isinstance(valor, str | int | float | None) else repr(valor)


def _tachar(html: str) -> str:
    return _COLOR.sub(r"\1", _SVG.sub(r'<svg class="grafo-\1"></svg>', html))
