"""Adónde lleva cada enlace, sin servidor: toda dirección propia es relativa y apunta a un fichero que existe."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from urllib.parse import unquote

from generador.escritura.etiquetas import Falta

_ESQUEMA = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FUERA = re.compile(r"(?:https?://[^/\s]|mailto:.)", re.IGNORECASE)
_IMAGEN = re.compile(r"data:image/(?:png|svg\+xml|gif|jpeg|webp)[;,]")
_RARO = re.compile(r"[\x00-\x20\x7f\\]")

_RECORDADOS = 4_000
"""Enlaces distintos que se recuerdan seguidos: bastan para los de la navegación, que están en todas las páginas."""
_A_LA_VEZ = 64
"""Páginas de las que se tienen las anclas a mano: los enlaces a una suelen ir seguidos."""

Comprobar = Callable[[str, bool], Falta | None]


class Comprobador:
    """Comprueba enlaces de un sitio y recuerda lo ya mirado: la navegación los repite en todas las páginas.

    `anclas` va de página a sus ids (`lineas`). `base` es la dirección absoluta del sitio, si se conoce: lo que empieza
    por ella es nuestro.
    """

    def __init__(self, ficheros: Collection[str], anclas: Mapping[str, str], base: str = "") -> None:
        self._ficheros = ficheros
        self._con_anclas = anclas.keys()
        self._anclas = lru_cache(_A_LA_VEZ)(lambda pagina: anclas.get(pagina, ""))
        self._base = base
        self._seguir = lru_cache(_RECORDADOS)(self._mirar)
        self._llegar = lru_cache(_RECORDADOS)(self._ruta)

    def de(self, pagina: str) -> Comprobar:
        """Una función `(url, es_recurso) → falta o nada` para los enlaces que salen de `pagina`."""
        carpeta = posixpath.dirname(pagina)

        def comprobar(url: str, recurso: bool) -> Falta | None:
            if url[:1] == "#":
                return None if f"\n{url[1:]}\n" in self._anclas(pagina) else self._ancla(pagina, url[1:], url)
            return self._seguir(carpeta, url, recurso)

        return comprobar

    def _mirar(self, carpeta: str, url: str, recurso: bool) -> Falta | None:
        base = self._base
        propia = url.removeprefix(base) if base and url.startswith(base) else None
        if propia is None and (_ESQUEMA.match(url) or url.startswith("/") or _RARO.search(url)):
            return _ajena(url, recurso)
        camino, _, ancla = (url if propia is None else propia).partition("#")
        ruta = self._llegar("" if propia is not None else carpeta, camino.partition("?")[0])
        if ruta is None:
            return Falta(
                f"«{url}» no lleva a ningún fichero del sitio", "enlaza a una página que exista, con su nombre entero"
            )
        return self._ancla(ruta, ancla, url) if ruta in self._con_anclas else None

    def _ruta(self, carpeta: str, camino: str) -> str | None:
        """El fichero del sitio al que se llega desde `carpeta`, o `None`."""
        llano = unquote(camino)
        ruta = posixpath.normpath(posixpath.join(carpeta, llano))
        return ruta if llano and not llano.endswith("/") and ruta in self._ficheros else None

    def _ancla(self, pagina: str, ancla: str, url: str) -> Falta | None:
        if not ancla or f"\n{unquote(ancla)}\n" in self._anclas(pagina):
            return None
        return Falta(f"«{url}» lleva a un ancla que no existe", f"pon ese id en {pagina} o corrige el enlace")


def lineas(ids: Iterable[str]) -> str:
    """Unos ids, cada uno en su línea: buscar uno es buscar un texto."""
    return "".join(f"\n{id}" for id in ids) + "\n"


def _ajena(url: str, recurso: bool) -> Falta | None:
    if url.startswith("/"):
        return Falta(f"«{url}» empieza por «/»", "hazla relativa: el sitio se abre con doble clic y desde un subcamino")
    if recurso:
        return (
            None
            if _IMAGEN.match(url)
            else Falta(f"«{url[:80]}» es un recurso de fuera", "publica el fichero con el sitio")
        )
    if _FUERA.match(url) and not _RARO.search(url):
        return None
    return Falta(f"«{url[:80]}» no es un enlace admitido", "solo páginas del sitio, http(s) y mailto")
