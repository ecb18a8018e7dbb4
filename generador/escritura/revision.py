"""La última lectura de las páginas antes de publicarlas: enlaces, anclas, banda, política de seguridad y esqueleto.

Es la red bajo las plantillas: un descuido en una de ellas no llega al sitio. Todo se informa de una vez y cualquier
falta para la construcción. Va a cientos de MB/s porque casi todo es texto y cada etiqueta distinta se mira una vez.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import partial
from html import unescape
from itertools import islice
from typing import TypeAlias
from urllib.parse import unquote

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.escritura.contenidos import Contenidos, contenidos
from generador.escritura.enlaces import Comprobador, Comprobar, lineas
from generador.escritura.etiquetas import APERTURA, ETIQUETA, Etiqueta, Falta, leer
from generador.modelo.apretado import apretar, desinflar, soltar
from generador.modelo.perezoso import Perezoso

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
_ESCAPADO = rb"%[0-9A-Fa-f]{2}"
_POR_FICHERO = 20
_EN_TOTAL = 200
_HAY_MAS = problema("el sitio", f"tiene más faltas: estas son las {_EN_TOTAL} primeras", "corrígelas y repite")


class Mirada(Struct, frozen=True):
    """Lo que se sabe de un fichero sin volver a abrirlo, comprimido: hay una por página y casi nunca se miran.

    `limpia` es que por sí solo no tiene faltas.
    """

    limpia: bool
    urls_apretadas: bytes = apretar(())
    ids_apretados: bytes = apretar("")

    @property
    def urls(self) -> tuple[tuple[str, bool], ...]:
        """Las direcciones a otros ficheros (dirección, se carga sola), sin repetir."""
        return soltar(self.urls_apretadas, tuple[tuple[str, bool], ...])

    @property
    def ids(self) -> str:
        """Las anclas, cada una en su línea y sin repetir."""
        return soltar(self.ids_apretados, str)


class Trozos(Struct, frozen=True):
    """Una página troceada: cuántas veces sale cada etiqueta que interesa y cada id.

    `desajuste` son los «<» que sobran (o faltan) tras contar cada etiqueta con su cierre: cero si está bien hecha.
    """

    etiquetas: tuple[tuple[bytes, Etiqueta, int], ...]
    ids: Mapping[str, int]
    desajuste: int


SE_REVISAN = (".html", ".svg", ".css")
"""Cómo acaban los ficheros que se revisan."""

Memoria: TypeAlias = MutableMapping[str, Mirada]
"""Extensión y SHA-256 de un contenido → lo que se vio en él. Se pasa entre construcciones para no mirarlo dos veces."""


Sano: TypeAlias = MutableMapping[str, Mirada | None]
"""Ruta → lo visto en cada fichero (`None` si no se revisa) del último sitio sin faltas. Vacío: de ninguno se sabe."""


def revisar(
    ficheros: Mapping[str, bytes], *, base: str = "", memoria: Memoria | None = None, sano: Sano | None = None
) -> None:
    """Lanza `ErrorDeEntrada` con todo lo que impide publicar `ficheros` (ruta → bytes finales).

    `base` es la dirección absoluta del sitio, si se conoce: la usa la página 404, que se sirve desde cualquier sitio.
    `sano` ahorra volver a seguir los enlaces que no pueden haberse roto; es de una sola `base`.
    """
    if faltas := problemas(ficheros, base=base, memoria=memoria, sano=sano):
        raise ErrorDeEntrada(faltas)


def problemas(
    ficheros: Mapping[str, bytes], *, base: str = "", memoria: Memoria | None = None, sano: Sano | None = None
) -> tuple[Problema, ...]:
    """Todo lo que está mal, por orden de fichero. Hasta veinte por fichero y doscientas en total: el resto es ruido."""
    todos = contenidos(ficheros)
    vistas: dict[bytes, Etiqueta] = {}
    miradas = _mirar_todo(todos, memoria, vistas)
    comprobador = Comprobador(todos.keys(), _anclas(miradas), base)
    ahora = {r: miradas.get(r) for r in todos}
    faltas = _faltas(todos, miradas, _por_comprobar(miradas, ahora, sano or {}), comprobador, vistas)
    halladas = list(islice(faltas, _EN_TOTAL))
    if next(faltas, None) is not None:
        halladas.append(_HAY_MAS)
    if sano is not None and not halladas:
        sano.clear()
        sano.update(ahora)
    return tuple(halladas)


def _faltas(
    todos: Contenidos,
    miradas: Mapping[str, Mirada],
    por_comprobar: Mapping[str, Mirada],
    comprobador: Comprobador,
    vistas: dict[bytes, Etiqueta],
) -> Iterator[Problema]:
    for ruta, m in por_comprobar.items():
        comprobar = comprobador.de(ruta)
        if not m.limpia or any(comprobar(u, recurso) for u, recurso in m.urls):
            yield from _de_fichero(ruta, todos[ruta], vistas, comprobar)
    for ruta, m in miradas.items():
        if not m.limpia and ruta.endswith((".css", ".svg")):
            yield from _de_estilos(ruta, todos[ruta])


def _anclas(miradas: Mapping[str, Mirada]) -> Mapping[str, str]:
    return Perezoso({r: partial(getattr, m, "ids") for r, m in miradas.items() if not r.endswith(".css")})


def _por_comprobar(miradas: Mapping[str, Mirada], ahora: Sano, sano: Sano) -> Mapping[str, Mirada]:
    """Las que han cambiado desde aquel sitio sano y las que nombran algo que desde entonces falta.

    Un enlace a un fichero lleva su nombre tal cual, o escapado con «%»: se busca sin leer las direcciones una a una.
    """
    if not sano:
        return miradas
    perdidas = {r.rpartition("/")[2] for r, m in sano.items() if r not in ahora or _pierde_anclas(m, ahora[r])}
    nombra = _que_nombra(perdidas)
    return {r: m for r, m in miradas.items() if sano.get(r) != m or nombra(m)}


def _que_nombra(perdidas: set[str]) -> Callable[[Mirada], object]:
    """Si una página enlaza quizá a alguna. Sin ninguna, no hay por qué descomprimir las direcciones de todas."""
    if not perdidas:
        return lambda _: False
    nombres = (re.escape(nombre.encode("utf-8", "surrogatepass")) for nombre in sorted(perdidas))
    buscar = re.compile(b"|".join((_ESCAPADO, *nombres))).search
    return lambda m: buscar(desinflar(m.urls_apretadas))


def _pierde_anclas(antes: Mirada | None, ahora: Mirada | None) -> bool:
    if antes is None or ahora is None or antes.ids_apretados == ahora.ids_apretados:
        return False
    return not set(antes.ids.split("\n")) <= set(ahora.ids.split("\n"))


def _mirar_todo(todos: Contenidos, memoria: Memoria | None, vistas: dict[bytes, Etiqueta]) -> dict[str, Mirada]:
    antes, ahora, miradas = memoria or {}, dict[str, Mirada](), dict[str, Mirada]()
    for ruta in sorted(r for r in todos if r.endswith(SE_REVISAN)):
        clave = clave_de(ruta, todos.huella(ruta))
        miradas[ruta] = ahora.get(clave) or antes.get(clave) or mirar(ruta, todos[ruta], vistas)
        ahora[clave] = miradas[ruta]
    if memoria is not None:
        memoria.clear()
        memoria.update(ahora)
    return miradas


def clave_de(ruta: str, huella: str) -> str:
    """Con qué nombre se recuerda lo visto en un fichero de esa huella."""
    return f"{ruta.rpartition('.')[2]} {huella}"


def mirar(ruta: str, contenido: bytes, vistas: dict[bytes, Etiqueta]) -> Mirada:
    """Lo que se sabe de un fichero por sí solo. `vistas` son las etiquetas ya analizadas, y crece."""
    estilos = not any(_de_estilos(ruta, contenido)) if ruta.endswith((".css", ".svg")) else True
    if ruta.endswith(".css"):
        return Mirada(estilos)
    t = _trocear(contenido, vistas)
    urls = dict.fromkeys(u for _, e, _ in t.etiquetas for u in e.urls)
    a_si_misma = all(unquote(u[1:]) in t.ids for u, _ in urls if u[:1] == "#" and u[1:])
    limpia = estilos and a_si_misma and not any(_propias(ruta, contenido, t))
    return Mirada(limpia, apretar(tuple(u for u in urls if u[0][:1] != "#")), apretar(lineas(t.ids)))


def _propias(ruta: str, contenido: bytes, t: Trozos) -> Iterator[tuple[bytes, Falta]]:
    """Las faltas que no dependen de otros ficheros."""
    yield from _de_etiquetas(contenido, t, suelto=ruta.endswith(".svg"))
    if ruta.endswith(".html"):
        yield from _de_pagina(contenido, t)


def _de_fichero(ruta: str, contenido: bytes, vistas: dict[bytes, Etiqueta], comprobar: Comprobar) -> Iterator[Problema]:
    if ruta.endswith(".css"):
        return
    t = _trocear(contenido, vistas)
    enlaces = [(c, f) for c, e, _ in t.etiquetas for u, recurso in e.urls if (f := comprobar(u, recurso))]
    faltas = [*_propias(ruta, contenido, t), *enlaces]
    yield from (_situar(ruta, contenido, cruda, falta) for cruda, falta in faltas[:_POR_FICHERO])


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
