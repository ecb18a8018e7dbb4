"""Markdown del autor → HTML inofensivo, y nada más que eso.

El plan y los documentos los escribe el autor, pero también los puede escribir un agente: aquí no entra HTML,
ni imagen que se cargue sola, ni enlace a otro esquema. Lo que pasa de los límites se enseña tal cual, como
texto, con un aviso; nunca se recorta en silencio (el analizador sí lo haría con un anidamiento hondo).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from urllib.parse import urlsplit

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from generador.modelo.mensaje import mensaje
from generador.modelo.nombres import ancla
from generador.representacion.visible import visible

MAXIMO_DE_BYTES = 64 * 1024
MAXIMO_DE_NIVELES = 20
_ESQUEMAS = frozenset({"http", "https", "mailto"})
_BLOQUES = ("p", "br", "pre", "ul", "ol", "li", "blockquote", "hr", "h2", "h3", "h4", "h5", "h6", "div")
_EN_LINEA = ("em", "strong", "s", "code", "a")
_ETIQUETAS = frozenset((*_BLOQUES, *_EN_LINEA, "table", "thead", "tbody", "tr", "th", "td"))
_ATRIBUTOS = {
    "pre": {"tabindex"},
    "div": {"tabindex"},
    "a": {"href", "title"},
    "th": {"scope"},
    "ol": {"start"},
    **{f"h{n}": {"id"} for n in range(2, 7)},
}
_CLASES = {"div": {"tabla"}}
_CORCHETES_SEGUIDOS = re.compile(r"(?:!?\[){40}")


def prosa(texto: str, enlaces: Mapping[str, str], traducir: Callable[[str], str], nivel: int = 2) -> Markup:
    """El HTML de `texto`. `enlaces` va de destino escrito (`documentos/adr.md`) a href publicado.

    El título más alto del texto sale con `nivel` (el `h1` es de la página) y ninguno se salta un nivel. Un
    enlace que no es http(s), mailto ni de un documento publicado se queda en texto.
    """
    motivo = _fuera_de_limites(texto, traducir)
    if motivo:
        return Markup('<p class="aviso">{}</p><pre>{}</pre>').format(motivo, visible(texto))
    md = _analizador()
    elementos = md.parse(visible(texto))
    _numerar_titulos(elementos, nivel)
    _adaptar(elementos, enlaces)
    return _limpiar(md.renderer.render(elementos, md.options, {}))


def _fuera_de_limites(texto: str, traducir: Callable[[str], str]) -> str | None:
    bytes_ = len(texto.encode("utf-8", "surrogatepass"))
    if bytes_ > MAXIMO_DE_BYTES:
        kb = MAXIMO_DE_BYTES // 1024
        return mensaje("Texto de más de %(limite)s KB: se enseña sin formato.", limite=kb).en(traducir)
    if _CORCHETES_SEGUIDOS.search(texto) or _hondo(texto):
        niveles = MAXIMO_DE_NIVELES
        return mensaje("Texto con más de %(limite)s niveles: se enseña sin formato.", limite=niveles).en(traducir)
    return None


def _hondo(texto: str) -> bool:
    """Si el markdown anida más de lo que se admite. El analizador corta más allá de su propio límite, el doble."""
    return any(e.level >= MAXIMO_DE_NIVELES for e in _analizador().parse(texto))


class _Analizador(MarkdownIt):
    """Acepta todo destino: decide `_enlazar`, que deja en texto el que no vale en vez de romper la frase."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        return True


@cache
def _analizador() -> MarkdownIt:
    md = _Analizador("js-default", {"html": False, "linkify": False, "typographer": False, "maxNesting": 50})
    return md.disable(["image", "html_block", "html_inline"])


def _numerar_titulos(elementos: list[Token], nivel: int) -> None:
    titulos = [(abre, cierra) for abre, cierra in pairwise(_titulos(elementos)) if abre.type == "heading_open"]
    primero = min((int(abre.tag[1]) for abre, _ in titulos), default=1)
    anterior = nivel - 1
    for abre, cierra in titulos:
        anterior = min(int(abre.tag[1]) - primero + nivel, anterior + 1, 6)
        abre.tag = cierra.tag = f"h{anterior}"


def _titulos(elementos: list[Token]) -> list[Token]:
    return [e for e in elementos if e.type in ("heading_open", "heading_close")]


def _adaptar(elementos: list[Token], enlaces: Mapping[str, str]) -> None:
    vistos: dict[str, int] = {}
    for i, e in enumerate(elementos):
        if e.type == "heading_open":
            e.attrSet("id", _ancla_unica(elementos[i + 1].content, vistos))
        if e.type == "th_open":
            e.attrs.pop("style", None)
            e.attrSet("scope", "col")
        if e.type == "td_open":
            e.attrs.pop("style", None)
        if e.children:
            e.children = _enlazar(e.children, enlaces)


def _ancla_unica(titulo: str, vistos: dict[str, int]) -> str:
    base = ancla("s", titulo)
    vistos[base] = vistos.get(base, 0) + 1
    return base if vistos[base] == 1 else f"{base}-{vistos[base]}"


def _enlazar(hijos: list[Token], enlaces: Mapping[str, str]) -> list[Token]:
    """Los mismos elementos, con cada enlace resuelto o deshecho."""
    quedan: list[Token] = []
    abiertos: list[bool] = []
    for t in hijos:
        if t.type == "link_open":
            destino = _destino(str(t.attrGet("href") or ""), enlaces)
            abiertos.append(destino is not None)
            if destino is None:
                continue
            t.attrSet("href", destino)
        elif t.type == "link_close" and not abiertos.pop():
            continue
        quedan.append(t)
    return quedan


def _destino(href: str, enlaces: Mapping[str, str]) -> str | None:
    ruta, almohadilla, fragmento = href.partition("#")
    publicado = enlaces.get(ruta.removeprefix("./"))
    if publicado is not None:
        return f"{publicado}{almohadilla}{fragmento}" if fragmento else publicado
    try:
        partes = urlsplit(href)
    except ValueError:
        return None
    tiene_sitio = bool(partes.netloc) or partes.scheme == "mailto"
    return href if partes.scheme in _ESQUEMAS and tiene_sitio else None


def _limpiar(html: str) -> Markup:
    """La segunda barrera: aunque el analizador fallara, solo salen estas etiquetas y estos atributos."""
    envuelto = html.replace("<table>", '<div class="tabla" tabindex="0"><table>').replace("</table>", "</table></div>")
    envuelto = envuelto.replace("<pre>", '<pre tabindex="0">')
    limpio = nh3.clean(
        envuelto,
        tags=set(_ETIQUETAS),
        attributes={k: set(v) for k, v in _ATRIBUTOS.items()},
        allowed_classes={k: set(v) for k, v in _CLASES.items()},
        url_schemes=set(_ESQUEMAS),
        link_rel="noopener noreferrer nofollow ugc",
    )
    return Markup(limpio)  # noqa: S704 — es justo lo que nh3 acaba de dejar pasar
