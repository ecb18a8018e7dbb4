"""La última lectura de las páginas antes de publicarlas: enlaces, anclas, banda, política de seguridad y esqueleto.

Es la red bajo las plantillas: un descuido en una de ellas no llega al sitio. Todo se informa de una vez y cualquier
falta para la construcción. Va a cientos de MB/s porque casi todo es texto y cada etiqueta distinta se mira una vez.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from html import unescape
from typing import TypeAlias

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.escritura.enlaces import Comprobador
from generador.escritura.etiquetas import APERTURA, ETIQUETA, Etiqueta, Falta, leer

POLITICA = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}
"""La CSP de toda página, directiva a directiva. `font-src` puede faltar: la cubre `default-src`."""

_PRINCIPIO = re.compile(
    rb"\s*<!doctype html>\s*<html[^<>]*>\s*<head>\s*<meta charset=\"utf-8\">\s*"
    rb"<meta http-equiv=\"Content-Security-Policy\" content=\"([^\"<>]*)\">",
    re.IGNORECASE,
)
_TITULO = re.compile(rb"<title>([^<]*)</title>")
_DE_FUERA_EN_CSS = re.compile(rb"@import|url\(\s*[\"']?\s*(?:[a-z]+:)?//|expression\(", re.IGNORECASE)
_SUELTO = re.compile(rb"<(?:[^<>]*(?=<|\Z)|>)")
_POR_FICHERO = 20


@dataclass(frozen=True, slots=True)
class Trozos:
    """Una página troceada: cuántas veces sale cada etiqueta que interesa y cada id.

    `desajuste` son los «<» que sobran (o faltan) tras contar cada etiqueta con su cierre: cero si está bien hecha.
    """

    etiquetas: tuple[tuple[bytes, Etiqueta, int], ...]
    ids: Mapping[str, int]
    desajuste: int


Memoria: TypeAlias = MutableMapping[bytes, Trozos]
"""Contenido → sus trozos. Se pasa entre construcciones para no trocear dos veces lo que no ha cambiado."""


def revisar(ficheros: Mapping[str, bytes], *, base: str = "", memoria: Memoria | None = None) -> None:
    """Lanza `ErrorDeEntrada` con todo lo que impide publicar `ficheros` (ruta → bytes finales).

    `base` es la dirección absoluta del sitio, si se conoce: la usa la página 404, que se sirve desde cualquier sitio.
    """
    if faltas := problemas(ficheros, base=base, memoria=memoria):
        raise ErrorDeEntrada(faltas)


def problemas(ficheros: Mapping[str, bytes], *, base: str = "", memoria: Memoria | None = None) -> tuple[Problema, ...]:
    """Todo lo que está mal, por orden de fichero. Hasta veinte por fichero: el resto sería ruido."""
    trozos = _trocear_todo({r: c for r, c in sorted(ficheros.items()) if r.endswith((".html", ".svg"))}, memoria)
    comprobador = Comprobador(ficheros.keys(), {r: t.ids for r, t in trozos.items()}, base)
    halladas: list[Problema] = []
    for ruta, t in trozos.items():
        comprobar, contenido = comprobador.de(ruta), ficheros[ruta]
        enlaces = [(c, f) for c, e, _ in t.etiquetas for u, recurso in e.urls if (f := comprobar(u, recurso))]
        propias = _de_pagina(contenido, t) if ruta.endswith(".html") else ()
        faltas = [*_de_etiquetas(contenido, t, suelto=ruta.endswith(".svg")), *propias, *enlaces]
        halladas += (_situar(ruta, contenido, cruda, falta) for cruda, falta in faltas[:_POR_FICHERO])
    halladas += (p for r, c in sorted(ficheros.items()) if r.endswith((".css", ".svg")) for p in _de_estilos(r, c))
    return tuple(halladas)


def _trocear_todo(paginas: Mapping[str, bytes], memoria: Memoria | None) -> dict[str, Trozos]:
    vistas: dict[bytes, Etiqueta] = {}
    antes = memoria or {}
    trozos = {r: antes.get(c) or _trocear(c, vistas) for r, c in paginas.items()}
    if memoria is not None:
        memoria.clear()
        memoria.update((paginas[r], t) for r, t in trozos.items())
    return trozos


def _trocear(contenido: bytes, vistas: dict[bytes, Etiqueta]) -> Trozos:
    crudas = APERTURA.findall(contenido)
    interesan: list[tuple[bytes, Etiqueta, int]] = []
    ids: Counter[str] = Counter()
    cierres = 0
    for cruda, veces in Counter(crudas).items():
        etiqueta = vistas.get(cruda) or vistas.setdefault(cruda, leer(cruda))
        cierres += etiqueta.cierres * veces
        if etiqueta.interesa:
            interesan.append((cruda, etiqueta, veces))
            if "id" in etiqueta.atributos:
                ids[etiqueta.atributos["id"]] += veces
    return Trozos(tuple(interesan), ids, contenido.count(b"<") - len(crudas) - cierres)


def _de_etiquetas(contenido: bytes, t: Trozos, *, suelto: bool = False) -> Iterator[tuple[bytes, Falta]]:
    """`suelto` es un SVG para descargar: se abre solo, así que lleva dentro su hoja de estilos."""
    if t.desajuste:
        yield _descabalada(contenido, t.desajuste)
    con_faltas = (x for x in t.etiquetas if not (suelto and x[1].nombre == "style"))
    yield from ((cruda, falta) for cruda, e, _ in con_faltas for falta in e.faltas)
    for id, veces in t.ids.items():
        if veces > 1:
            yield f'id="{id}"'.encode(), Falta(f"el id «{id}» está {veces} veces", "un id es de un solo elemento")


def _descabalada(contenido: bytes, desajuste: int) -> tuple[bytes, Falta]:
    if suelto := _SUELTO.search(contenido):
        return suelto[0], Falta(
            "hay un «<» que no abre una etiqueta", "todo texto pasa por el escapado de la plantilla"
        )
    cuantas = f"{'sobran' if desajuste > 0 else 'faltan'} {abs(desajuste)} etiquetas de cierre"
    return b"", Falta(cuantas, "cada elemento se cierra una vez, salvo los vacíos")


def _de_pagina(contenido: bytes, t: Trozos) -> Iterator[tuple[bytes, Falta]]:
    yield from ((b"", falta) for falta in _del_principio(contenido))
    html = next((e.atributos for _, e, _ in t.etiquetas if e.nombre == "html"), {})
    for atributo in ("lang", "data-pagina"):
        if not html.get(atributo, "").strip():
            yield b"html", Falta(f"falta «{atributo}» en <html>", "lo pone base.html: la página tiene que extenderla")
    titulos = _TITULO.findall(contenido.partition(b"</head>")[0])
    if len(titulos) != 1 or not titulos[0].strip():
        yield b"title", Falta(f"hay {len(titulos)} <title> con texto en la cabecera", "pon uno, y que diga algo")
    principales = sum(veces for _, e, veces in t.etiquetas if e.nombre == "h1")
    if principales != 1:
        yield b"h1", Falta(f"hay {principales} <h1>", "una página tiene un título principal")
    yield from _de_la_banda(contenido, t)


def _del_principio(contenido: bytes) -> Iterator[Falta]:
    m = _PRINCIPIO.match(contenido)
    if not m:
        yield Falta(
            "la política de seguridad no es lo primero tras el juego de caracteres",
            "empieza por <!doctype html>, <html>, <head>, <meta charset> y el <meta> de la CSP",
        )
        return
    directivas = [d.split(maxsplit=1) for d in unescape(m[1].decode("utf-8", "replace")).split(";") if d.strip()]
    puesta = {d[0]: " ".join(d[1:]) for d in directivas}
    if len(puesta) != len(directivas) or {"font-src": POLITICA["font-src"], **puesta} != POLITICA:
        yield Falta("la política de seguridad no es la acordada", "la escribe base.html: no se añade ni se quita nada")


def _de_la_banda(contenido: bytes, t: Trozos) -> Iterator[tuple[bytes, Falta]]:
    bandas = [(c, e, v) for c, e, v in t.etiquetas if "data-divulgacion" in e.atributos]
    if sum(v for _, _, v in bandas) != 1:
        yield b"data-divulgacion", Falta("la banda de divulgación no está una vez y solo una", "la pone base.html")
        return
    cruda, etiqueta, _ = bandas[0]
    dentro = contenido.partition(cruda)[2].partition(f"</{etiqueta.nombre}".encode())[0]
    if not unescape(ETIQUETA.sub(b"", dentro).decode("utf-8", "replace")).strip():
        yield cruda, Falta("la banda de divulgación está vacía", "lleva siempre los recuentos de las trazas")
    if "hidden" in etiqueta.atributos or etiqueta.atributos.get("aria-hidden") == "true":
        yield cruda, Falta("la banda de divulgación está escondida", "quita «hidden» y «aria-hidden»")


def _de_estilos(ruta: str, contenido: bytes) -> Iterator[Problema]:
    for m in _DE_FUERA_EN_CSS.finditer(contenido):
        linea = contenido.count(b"\n", 0, m.start()) + 1
        yield problema(ruta, "la hoja de estilos carga algo de fuera", "publica el fichero con el sitio", linea=linea)


def _situar(ruta: str, contenido: bytes, cruda: bytes, falta: Falta) -> Problema:
    donde = max(contenido.find(cruda), 0)
    columna = donde - contenido.rfind(b"\n", 0, donde)
    linea = contenido.count(b"\n", 0, donde) + 1
    return problema(ruta, falta.que_pasa, falta.que_hacer, linea=linea, columna=columna)
